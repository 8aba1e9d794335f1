import type { Db } from '../db/database.ts'
import { unpackColumns } from './packed-columns.ts'
import { addReadings, packedSummarySeconds, unpackSummaries } from './packed-summaries.ts'
import { addSign, createBuckets, type SignBucket, type VitalBucket } from './vital-bucket.ts'
import { type FreshBucket, listVitalRows, type VitalSpan } from './vital-buckets.store.ts'

export type { VitalBucket } from './vital-bucket.ts'
export type { VitalSpan } from './vital-buckets.store.ts'

/** readVitalBuckets returns the vital signs of devices in buckets, which begin at multiples of their length, in order. */
export async function readVitalBuckets(
  db: Db,
  devices: readonly number[],
  span: VitalSpan,
): Promise<VitalBucket[]> {
  const { bucketSeconds } = span
  const [from, to] = [span.from.getTime(), span.to.getTime()]
  const buckets = createBuckets()
  const isSummarised = bucketSeconds % packedSummarySeconds === 0
  for (const row of await listVitalRows(db, devices, span, isSummarised)) {
    if (row.vitals) {
      const table = unpackColumns({ vitals: row.vitals, motion: null })
      addReadings(buckets.at, table, { from, to, bucketSeconds })
    } else if (row.summaries) {
      for (const summary of unpackSummaries(row.summaries)) {
        const start = Math.floor(summary.at / 1000 / bucketSeconds) * bucketSeconds * 1000
        addBucket(buckets.at(start), summary)
      }
    } else addBucket(buckets.at(row.at.getTime()), toBucket(row))
  }
  return buckets.list()
}

/** CountedBucket is a bucket that PostgreSQL has calculated; a summary has no battery level. */
type CountedBucket = Partial<FreshBucket> & { at: Date }

/** mergeBuckets adds summaries to buckets of the same length. */
export function mergeBuckets(
  given: readonly VitalBucket[],
  summaries: readonly CountedBucket[],
): VitalBucket[] {
  const buckets = createBuckets(given)
  for (const row of summaries) addBucket(buckets.at(row.at.getTime()), toBucket(row))
  return buckets.list()
}

function addBucket(bucket: VitalBucket, { readings, heartRate, spo2, battery }: VitalBucket): void {
  bucket.readings += readings
  addSign(bucket.heartRate, heartRate)
  addSign(bucket.spo2, spo2)
  addSign(bucket.battery, battery)
}

const toBucket = (row: CountedBucket): VitalBucket => ({
  at: row.at.getTime(),
  readings: row.readings ?? 0,
  heartRate: toSign(row.heartRateMin, row.heartRateMax, row.heartRateSum, row.heartRateCount),
  spo2: toSign(row.spo2Min, row.spo2Max, row.spo2Sum, row.spo2Count),
  battery: toSign(row.batteryMin, row.batteryMax, row.batterySum, row.batteryCount),
})

type Optional = number | null | undefined

const toSign = (min: Optional, max: Optional, sum: Optional, count: Optional): SignBucket => ({
  min: min ?? Number.POSITIVE_INFINITY,
  max: max ?? Number.NEGATIVE_INFINITY,
  sum: sum ?? 0,
  count: count ?? 0,
})

/** rangeOf is what a chart shows of a vital sign: null if it was not measured. */
export function rangeOf({ min, max, sum, count }: SignBucket) {
  if (count === 0) return null
  // Rounded from the quotient of whole numbers, where a half is exact.
  return { min, max, avg: Math.round(Number(((sum * 10) / count).toPrecision(13))) / 10 }
}
