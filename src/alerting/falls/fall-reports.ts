import { createBoundedMap } from '../../platform/lib/bounded-map.ts'
import { msPerMinute } from '../../platform/lib/duration.ts'
import { tooMany } from '../../platform/lib/errors.ts'
import { createKeyedLimiter } from '../../platform/lib/keyed-limiter.ts'

/** How many falls of an account per window are recorded without delay; further ones are slowed down. */
const maxFastFalls = 300
const windowMs = 10 * msPerMinute
/** How long a slot is held, of the two that an account has. */
const fastHoldMs = 100
const slowHoldMs = 2000

/**
 * Limits concurrent reports of falls. Their number is unlimited, but an account has two running at a
 * time, and accounts are served round-robin, so that one that reports falls without end neither delays others nor fills
 * the lists of its caregivers in minutes.
 */
export function createFallReports(now: () => Date) {
  const limiter = createKeyedLimiter({
    maxPerKey: 2,
    maxTotal: 6,
    maxQueuedPerKey: 2000,
    refuse: () => tooMany('FALLS_BUSY'),
  })
  const windows = createBoundedMap<string, { startedAtMs: number; count: number }>(10_000)

  function holdMsFor(userId: string): number {
    const nowMs = now().getTime()
    const window = windows.get(userId)
    if (!window || nowMs - window.startedAtMs > windowMs) {
      windows.set(userId, { startedAtMs: nowMs, count: 1 })
      return fastHoldMs
    }
    window.count++
    return window.count > maxFastFalls ? slowHoldMs : fastHoldMs
  }

  return {
    async run<T>(userId: string, report: () => Promise<T>): Promise<T> {
      const release = await limiter.acquire(userId, holdMsFor(userId))
      try {
        return await report()
      } finally {
        release()
      }
    },
  }
}
