/** Counts what is sent and answered, for the run as a whole and since it was last looked at. */
export interface Tally {
  /** A request was answered with yes. */
  answered(milliseconds: number): void
  refused(status: number): void
  failed(message: string): void
  /** Readings are in the service: one as it came, or a batch of what had been kept. */
  delivered(readings: number, how: 'live' | 'batch'): void
  /** A device that slept was woken so many milliseconds late: it is this machine that has no time. */
  woke(late: number): void
  /** What happened since the last look. */
  look(): { readings: number; seconds: number; p50: number; p99: number }
  total(): Totals
}

export interface Totals {
  live: number
  backfilled: number
  seconds: number
  p50: number
  p99: number
  /** How late devices were woken typically, in milliseconds. */
  late: number
  /** How often each kind of error occurred, by status or message. */
  errors: ReadonlyMap<string, number>
}

export function createTally(now: () => number = () => performance.now()): Tally {
  const startedAt = now()
  const all = createHistogram()
  const wakings = createHistogram()
  let latest = createHistogram()
  let lookedAt = startedAt
  let lookedReadings = 0
  const delivered = { live: 0, batch: 0 }
  const errors = new Map<string, number>()
  const addError = (name: string) => void errors.set(name, (errors.get(name) ?? 0) + 1)
  return {
    answered(milliseconds) {
      all.add(milliseconds)
      latest.add(milliseconds)
    },
    woke: wakings.add,
    refused: (status) => addError(`answer ${status}`),
    failed: addError,
    delivered(readings, how) {
      delivered[how] += readings
    },
    look() {
      const [seen, seconds] = [latest, (now() - lookedAt) / 1000]
      latest = createHistogram()
      lookedAt = now()
      const readings = delivered.live + delivered.batch - lookedReadings
      lookedReadings += readings
      return { readings, seconds, p50: seen.at(0.5), p99: seen.at(0.99) }
    },
    total: () => ({
      live: delivered.live,
      backfilled: delivered.batch,
      seconds: (now() - startedAt) / 1000,
      p50: all.at(0.5),
      p99: all.at(0.99),
      late: wakings.at(0.5),
      errors,
    }),
  }
}

/** Buckets grow by a twentieth each, so that millions of answers fit into a few numbers. */
const growth = Math.log(1.05)
const smallest = 0.01

export function createHistogram() {
  const buckets: number[] = []
  let count = 0
  return {
    add(milliseconds: number) {
      const bucket = Math.max(0, Math.ceil(Math.log(Math.max(milliseconds, smallest) / smallest) / growth))
      buckets[bucket] = (buckets[bucket] ?? 0) + 1
      count++
    },
    count: () => count,
    /** The time within which this share of the answers came, at most a twentieth too high; 0 when there are none. */
    at(share: number): number {
      let left = Math.ceil(count * share)
      for (const [bucket, n = 0] of buckets.entries()) {
        left -= n
        if (left <= 0 && n > 0) return smallest * Math.exp(bucket * growth)
      }
      return 0
    },
  }
}
