import { createBoundedMap } from './bounded-map.ts'

/** TokenBuckets limits the rate of events per key. */
export interface TokenBuckets {
  /** Takes a token of the key, or returns false if there is none. */
  take(key: string): boolean
}

const maxKeys = 10_000

/**
 * createTokenBuckets allows `points` at once, and as many per `seconds` on average. A bucket is stored as the time at
 * which it will be full again, so that nothing has to refill it.
 */
export function createTokenBuckets(
  { points, seconds }: { points: number; seconds: number },
  now = () => performance.now(),
): TokenBuckets {
  const capacityMs = seconds * 1000
  const tokenMs = capacityMs / points
  const fullAt = createBoundedMap<string, number>(maxKeys)
  return {
    take(key) {
      const at = now()
      const next = Math.max(fullAt.get(key) ?? 0, at) + tokenMs
      // A tolerance of a thousandth of a token, because sums of fractions are not exact.
      if (next - at > capacityMs + tokenMs / 1000) return false
      fullAt.set(key, next)
      return true
    },
  }
}
