import type { Db } from '../db/database.ts'
import type { Values } from './columns.ts'
import { unpackColumns } from './packed-columns.ts'
import type { ReadingTable } from './reading-table.ts'
import { type FreshBucket, listVitalRows, type VitalSpan } from './vital-buckets.store.ts'

export type { VitalSpan } from './vital-buckets.store.ts'

/** SignBucket is the values of one vital sign in a bucket; `min` and `max` are infinite if there are none. */
export interface SignBucket {
  min: number
  max: number
  sum: number
  count: number
}

/** VitalBucket is the readings of some devices within a time span. */
export interface VitalBucket {
  /** When it begins, in milliseconds. */
  at: number
  readings: number
  heartRate: SignBucket
  spo2: SignBucket
  battery: SignBucket
}

/** readVitalBuckets returns the vital signs of devices in buckets, which begin at multiples of their length, in order. */
export async function readVitalBuckets(
  db: Db,
  devices: readonly number[],
  span: VitalSpan,
): Promise<VitalBucket[]> {
  const buckets = createBuckets()
  for (const row of await listVitalRows(db, devices, span)) {
    if (row.vitals) addPacked(buckets.at, unpackColumns({ vitals: row.vitals, motion: null }), span)
    else addCounted(buckets.at(row.at.getTime()), row)
  }
  return buckets.list()
}

/** mergeBuckets adds summaries to buckets of the same length. */
export function mergeBuckets(
  given: readonly VitalBucket[],
  summaries: readonly CountedBucket[],
): VitalBucket[] {
  const buckets = createBuckets(given)
  for (const row of summaries) addCounted(buckets.at(row.at.getTime()), row)
  return buckets.list()
}

function createBuckets(given: readonly VitalBucket[] = []) {
  const buckets = new Map(given.map((bucket) => [bucket.at, bucket]))
  return {
    at(time: number): VitalBucket {
      const bucket = buckets.get(time) ?? emptyBucket(time)
      buckets.set(time, bucket)
      return bucket
    },
    list: () => [...buckets.values()].sort((a, b) => a.at - b.at),
  }
}

const emptySign = (): SignBucket => ({
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
  sum: 0,
  count: 0,
})

const emptyBucket = (at: number): VitalBucket => ({
  at,
  readings: 0,
  heartRate: emptySign(),
  spo2: emptySign(),
  battery: emptySign(),
})

/** CountedBucket is a bucket that PostgreSQL has calculated; a summary has no battery level. */
type CountedBucket = Partial<FreshBucket> & { at: Date }

function addCounted(bucket: VitalBucket, row: CountedBucket): void {
  bucket.readings += row.readings ?? 0
  addSign(bucket.heartRate, row.heartRateMin, row.heartRateMax, row.heartRateSum, row.heartRateCount)
  addSign(bucket.spo2, row.spo2Min, row.spo2Max, row.spo2Sum, row.spo2Count)
  addSign(bucket.battery, row.batteryMin, row.batteryMax, row.batterySum, row.batteryCount)
}

type Optional = number | null | undefined

function addSign(sign: SignBucket, min: Optional, max: Optional, sum: Optional, count: Optional): void {
  sign.min = Math.min(sign.min, min ?? sign.min)
  sign.max = Math.max(sign.max, max ?? sign.max)
  sign.sum += sum ?? 0
  sign.count += count ?? 0
}

function addPacked(
  bucketAt: (at: number) => VitalBucket,
  { at, values }: ReadingTable,
  { from, to, bucketSeconds }: VitalSpan,
): void {
  const [first, end, length] = [from.getTime() * 1000, to.getTime() * 1000, bucketSeconds * 1e6]
  const { heart_rate = [], spo2 = [], battery = [] } = values
  for (let i = 0; i < at.length; ) {
    const start = Math.floor((at[i] as number) / length) * length
    let next = i
    while (next < at.length && (at[next] as number) < start + length) next++
    let [low, high] = [i, next]
    while (low < high && (at[low] as number) < first) low++
    while (high > low && (at[high - 1] as number) >= end) high--
    if (high > low) {
      const bucket = bucketAt(start / 1000)
      bucket.readings += high - low
      addValues(bucket.heartRate, heart_rate, low, high)
      addValues(bucket.spo2, spo2, low, high)
      addValues(bucket.battery, battery, low, high)
    }
    i = next
  }
}

function addValues(sign: SignBucket, values: Values, low: number, high: number): void {
  for (let i = low; i < high; i++) {
    const value = values[i] as number | null
    if (value === null) continue
    if (value < sign.min) sign.min = value
    if (value > sign.max) sign.max = value
    sign.sum += value
    sign.count++
  }
}

/** rangeOf is what a chart shows of a vital sign: null if it was not measured. */
export function rangeOf({ min, max, sum, count }: SignBucket) {
  if (count === 0) return null
  // Rounded from the quotient of whole numbers, where a half is exact.
  return { min, max, avg: Math.round(Number(((sum * 10) / count).toPrecision(13))) / 10 }
}
