import { createByteReader, createByteWriter } from './bytes.ts'
import type { Values } from './columns.ts'
import type { ReadingTable } from './reading-table.ts'
import { createBuckets, type SignBucket, type VitalBucket } from './vital-bucket.ts'

/** The length of a summary. */
export const packedSummarySeconds = 300

const version = 1
const signs = ['heartRate', 'spo2', 'battery'] as const

/** packSummaries writes the vital signs of each five minutes. */
export function packSummaries(table: ReadingTable): Buffer {
  const buckets = createBuckets()
  addReadings(buckets.at, table, {
    from: Number.NEGATIVE_INFINITY,
    to: Number.POSITIVE_INFINITY,
    bucketSeconds: packedSummarySeconds,
  })
  const writer = createByteWriter(1024)
  writer.byte(version)
  const list = buckets.list()
  writer.varint(list.length)
  for (const bucket of list) {
    writer.varint(bucket.at / 1000 / packedSummarySeconds)
    writer.varint(bucket.readings)
    for (const sign of signs) {
      const { min, max, sum, count } = bucket[sign]
      writer.varint(count)
      if (count > 0) for (const value of [min, max, sum]) writer.float64(value)
    }
  }
  return Buffer.from(writer.written())
}

/** unpackSummaries reads what packSummaries wrote. */
export function unpackSummaries(packed: Buffer): VitalBucket[] {
  const reader = createByteReader(packed)
  if (reader.byte() !== version)
    throw new Error(`Summaries are packed in version ${packed[0]}, which is unknown`)
  const buckets = createBuckets()
  for (let left = reader.varint(); left > 0; left--) {
    const bucket = buckets.at(reader.varint() * packedSummarySeconds * 1000)
    bucket.readings = reader.varint()
    for (const name of signs) {
      const sign: SignBucket = bucket[name]
      sign.count = reader.varint()
      if (sign.count > 0)
        [sign.min, sign.max, sign.sum] = [reader.float64(), reader.float64(), reader.float64()]
    }
  }
  return buckets.list()
}

/** addReadings adds the readings of a table between two times, in milliseconds, to buckets of a length in seconds. */
export function addReadings(
  bucketAt: (at: number) => VitalBucket,
  { at, values }: ReadingTable,
  { from, to, bucketSeconds }: { from: number; to: number; bucketSeconds: number },
): void {
  const [first, end, length] = [from * 1000, to * 1000, bucketSeconds * 1e6]
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
