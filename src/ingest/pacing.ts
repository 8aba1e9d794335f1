import type { RateLimit } from '../config.ts'
import { AppError } from '../lib/errors.ts'

/** Pacer gives each device its turn. This one remembers in memory; a shared store can take its place. */
export interface Pacer {
  /** Takes the turn of the device with this number and gives the time of the next one, or throws 429. */
  take(key: number, now: Date): Promise<Date>
  /** Gives a turn back that came to nothing: only an accepted reading uses it up. */
  giveBack(key: number, next: Date): Promise<void>
}

export function createMemoryPacer(limit: RateLimit): Pacer {
  const interval = limit ? (limit.seconds * 1000) / limit.points : 0
  // Two generations, each an interval long: what is older than both is over, and leaves with its generation.
  let current = new Map<number, number>()
  let previous = new Map<number, number>()
  let since = 0

  return {
    async take(key, now) {
      const at = now.getTime()
      if (at - since >= interval) {
        previous = at - since < 2 * interval ? current : new Map()
        current = new Map()
        since = at
      }
      const next = current.get(key) ?? previous.get(key) ?? 0
      if (at < next) throw tooSoon(next - at)
      current.set(key, at + interval)
      return new Date(at + interval)
    },
    async giveBack(key, next) {
      // Whoever took longer than a turn gives back its own, not that of the one who followed.
      for (const turns of [current, previous]) if (turns.get(key) === next.getTime()) turns.delete(key)
    },
  }
}

function tooSoon(milliseconds: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(milliseconds))
  return new AppError(429, 'Too many readings: wait for the next allowed request', {
    retryAfter: Math.ceil(retryAfter / 1000),
    beside: { retryAfter },
  })
}
