/** The values of one vital sign in a bucket; `min` and `max` are infinite if there are none. */
export interface SignBucket {
  min: number
  max: number
  sum: number
  count: number
}

/** The readings of some devices within a time span. */
export interface VitalBucket {
  /** When it begins, in milliseconds. */
  at: number
  readings: number
  heartRate: SignBucket
  spo2: SignBucket
  battery: SignBucket
}

const emptySign = (): SignBucket => ({
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
  sum: 0,
  count: 0,
})

/** Collects buckets; `at` returns the one that begins at a time. */
export function createBuckets(given: readonly VitalBucket[] = []) {
  const buckets = new Map(given.map((bucket) => [bucket.at, bucket]))
  return {
    at(time: number): VitalBucket {
      const found = buckets.get(time)
      if (found) return found
      const bucket = {
        at: time,
        readings: 0,
        heartRate: emptySign(),
        spo2: emptySign(),
        battery: emptySign(),
      }
      buckets.set(time, bucket)
      return bucket
    },
    list: () => [...buckets.values()].sort((a, b) => a.at - b.at),
  }
}

export type Buckets = ReturnType<typeof createBuckets>

/** Adds the values of another bucket. */
export function addSign(sign: SignBucket, { min, max, sum, count }: SignBucket): void {
  if (count === 0) return
  sign.min = Math.min(sign.min, min)
  sign.max = Math.max(sign.max, max)
  sign.sum += sum
  sign.count += count
}
