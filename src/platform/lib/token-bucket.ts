import { createBoundedMap } from './bounded-map.ts'

/** Limits the rate of events per key. */
export interface TokenBuckets {
  /** Takes a token of the key, or returns false if there is none. */
  take(key: string): boolean
}

const maxKeys = 10_000

/** Allows `points` at once, and as many per `seconds` on average. */
export interface Rate {
  points: number
  seconds: number
}

/**
 * Takes a token of a bucket that is full at `fullAtMs`, and returns when it will be full again; undefined if
 * there is none. A bucket is no more than this time, so that nothing has to refill it.
 */
export function takeToken({ points, seconds }: Rate, fullAtMs: number, nowMs: number): number | undefined {
  const capacityMs = seconds * 1000
  const tokenMs = capacityMs / points
  const next = Math.max(fullAtMs, nowMs) + tokenMs
  // A tolerance of a thousandth of a token, because sums of fractions are not exact.
  return next - nowMs > capacityMs + tokenMs / 1000 ? undefined : next
}

export function createTokenBuckets(rate: Rate, now = () => performance.now()): TokenBuckets {
  const fullAt = createBoundedMap<string, number>(maxKeys)
  return {
    take(key) {
      const next = takeToken(rate, fullAt.get(key) ?? 0, now())
      if (next === undefined) return false
      fullAt.set(key, next)
      return true
    },
  }
}
