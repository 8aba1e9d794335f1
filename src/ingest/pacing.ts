import type { RateLimit } from '../config.ts'
import { AppError } from '../lib/errors.ts'

/** Pacer gives each device its turn, as far as this process knows. */
export interface Pacer {
  /** Takes the turn of the device with this number and gives the time of the next one, or throws 429. */
  take(key: number, now: Date): Date
  /** Gives a turn back that came to nothing: only an accepted reading uses it up. */
  giveBack(key: number, next: Date): void
}

/** intervalOf is the time from one turn to the next, in whole milliseconds: times are told in those. */
export const intervalOf = (limit: RateLimit) => (limit ? Math.ceil((limit.seconds * 1000) / limit.points) : 0)

/** Clocks and networks jitter: a reading is in time this share of the interval before its turn. */
export const jitterShare = 0.1

export function createMemoryPacer(limit: RateLimit): Pacer {
  const interval = intervalOf(limit)
  // Two generations, each an interval long: what is older than both is over, and leaves with its generation.
  let current = new Map<number, number>()
  let previous = new Map<number, number>()
  let since = 0

  return {
    take(key, now) {
      const at = now.getTime()
      if (at - since >= interval) {
        previous = at - since < 2 * interval ? current : new Map()
        current = new Map()
        since = at
      }
      const next = current.get(key) ?? previous.get(key) ?? 0
      if (interval > 0 && at < next - interval * jitterShare) throw tooSoon(next - at, interval)
      current.set(key, at + interval)
      return new Date(at + interval)
    },
    giveBack(key, next) {
      // Whoever took longer than a turn gives back its own, not that of the one who followed.
      for (const turns of [current, previous]) if (turns.get(key) === next.getTime()) turns.delete(key)
    },
  }
}

/** tooSoon says how long to wait: an interval at most, also to who came first and was asked after the one who got the turn. */
export function tooSoon(milliseconds: number, interval: number): AppError {
  const retryAfter = Math.min(interval, Math.max(1, Math.ceil(milliseconds)))
  return new AppError(429, 'Too many readings: wait for the next allowed request', {
    retryAfter: Math.ceil(retryAfter / 1000),
    beside: { retryAfter },
  })
}
