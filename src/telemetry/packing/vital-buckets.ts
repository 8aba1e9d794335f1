import type { Db } from '../../platform/db/database.ts'
import { unpackColumns } from './packed-columns.ts'
import { addReadings, addSummaries, packedSummarySeconds } from './packed-summaries.ts'
import { insideOf, toMicroseconds } from './reading-table.ts'
import { addSign, createBuckets, type SignBucket, type VitalBucket } from './vital-bucket.ts'
import { type FreshBucket, listVitalRows, type VitalSpan } from './vital-buckets.store.ts'

export type { VitalBucket } from './vital-bucket.ts'
export type { VitalSpan } from './vital-buckets.store.ts'

/** Returns the vital signs of devices in buckets, which begin at multiples of their length, in order. */
export async function readVitalBuckets(
  db: Db,
  devices: readonly number[],
  span: VitalSpan,
): Promise<VitalBucket[]> {
  const { bucketSeconds } = span
  const inside = { from: toMicroseconds(span.from), before: toMicroseconds(span.to) }
  const buckets = createBuckets()
  const isSummarised = bucketSeconds % packedSummarySeconds === 0
  for (const { bucket, vitals, summaries } of await listVitalRows(db, devices, span, isSummarised)) {
    if (bucket) addCounted(buckets.at(bucket.at), bucket)
    if (summaries) addSummaries(buckets.at, Buffer.from(summaries, 'base64'), bucketSeconds)
    if (vitals) {
      const packed = { vitals: Buffer.from(vitals, 'base64'), motion: null }
      addReadings(
        buckets.at,
        unpackColumns(packed, (at) => insideOf(at, inside)),
        bucketSeconds,
      )
    }
  }
  return buckets.list()
}

/** A bucket that PostgreSQL has calculated; a summary has no battery level. */
type CountedBucket = Omit<Partial<FreshBucket>, 'at'>

/** Adds summaries to buckets of the same length. */
export function mergeBuckets(
  given: readonly VitalBucket[],
  summaries: readonly (CountedBucket & { at: Date })[],
): VitalBucket[] {
  const buckets = createBuckets(given)
  for (const row of summaries) addCounted(buckets.at(row.at.getTime()), row)
  return buckets.list()
}

function addCounted(bucket: VitalBucket, row: CountedBucket): void {
  bucket.readings += row.readings ?? 0
  addSign(bucket.heartRate, toSign(row.heartRateMin, row.heartRateMax, row.heartRateSum, row.heartRateCount))
  addSign(bucket.spo2, toSign(row.spo2Min, row.spo2Max, row.spo2Sum, row.spo2Count))
  addSign(bucket.battery, toSign(row.batteryMin, row.batteryMax, row.batterySum, row.batteryCount))
}

type Optional = number | null | undefined

const toSign = (min: Optional, max: Optional, sum: Optional, count: Optional): SignBucket => ({
  min: min ?? Number.POSITIVE_INFINITY,
  max: max ?? Number.NEGATIVE_INFINITY,
  sum: sum ?? 0,
  count: count ?? 0,
})

/** What a chart shows of a vital sign: null if it was not measured. */
export function rangeOf({ min, max, sum, count }: SignBucket) {
  if (count === 0) return null
  // Rounded from the quotient of whole numbers, where a half is exact.
  return { min, max, avg: Math.round(Number(((sum * 10) / count).toPrecision(13))) / 10 }
}
