import type { RateLimit } from '../../platform/config.ts'
import { jitterShare, rateLimitError, slotIntervalMs } from './device-rate-limiter.ts'

/** Limits the requests of each device within this process. */
export interface MemoryRateLimiter {
  /** Acquires a slot of the device with this number and returns the time of the next one, or throws 429. */
  acquire(key: number, now: Date): Date
  /** Releases the slot of a request that failed: only accepted readings count. */
  release(key: number, nextAllowedAt: Date): void
}

export function createMemoryRateLimiter(limit: RateLimit): MemoryRateLimiter {
  const intervalMs = slotIntervalMs(limit)
  // Two generations of one interval each: entries expire with their generation.
  let current = new Map<number, number>()
  let previous = new Map<number, number>()
  let generationStartMs = 0

  return {
    acquire(key, now) {
      const nowMs = now.getTime()
      if (nowMs - generationStartMs >= intervalMs) {
        previous = nowMs - generationStartMs < 2 * intervalMs ? current : new Map()
        current = new Map()
        generationStartMs = nowMs
      }
      const nextAllowedMs = current.get(key) ?? previous.get(key) ?? 0
      if (intervalMs > 0 && nowMs < nextAllowedMs - intervalMs * jitterShare) {
        throw rateLimitError(nextAllowedMs - nowMs, intervalMs)
      }
      current.set(key, nowMs + intervalMs)
      return new Date(nowMs + intervalMs)
    },
    release(key, nextAllowedAt) {
      // A request that took longer than an interval releases its own slot, not the one acquired after it.
      for (const slots of [current, previous]) {
        if (slots.get(key) === nextAllowedAt.getTime()) slots.delete(key)
      }
    },
  }
}
