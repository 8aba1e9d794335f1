import { createBoundedMap } from '../lib/bounded-map.ts'
import { tooMany } from '../lib/errors.ts'
import { createKeyedLimiter } from '../lib/keyed-limiter.ts'

/** So many falls of one account in so long are recorded as fast as they come; further ones more slowly. */
const promptFalls = 300
const windowMs = 600_000
/** How long a place stays taken, of two that an account has. */
const promptHoldMs = 100
const slowHoldMs = 2000

/**
 * createFallReports runs reports of falls. They are unlimited in number, but an account has two under way at a time, and
 * accounts take turns: one that reports falls without end must not keep those of the others waiting, nor fill the lists
 * of its caregivers in minutes.
 */
export function createFallReports(now: () => Date) {
  const limiter = createKeyedLimiter({
    maxPerKey: 2,
    maxTotal: 6,
    maxQueuedPerKey: 2000,
    refuse: () => tooMany('Too many falls of this account are being recorded'),
  })
  const windows = createBoundedMap<string, { since: number; count: number }>(10_000)

  function holdOf(userId: string): number {
    const at = now().getTime()
    const window = windows.get(userId)
    if (!window || at - window.since > windowMs) {
      windows.set(userId, { since: at, count: 1 })
      return promptHoldMs
    }
    window.count++
    return window.count > promptFalls ? slowHoldMs : promptHoldMs
  }

  return {
    async run<T>(userId: string, report: () => Promise<T>): Promise<T> {
      const release = await limiter.acquire(userId, holdOf(userId))
      try {
        return await report()
      } finally {
        release()
      }
    },
  }
}
