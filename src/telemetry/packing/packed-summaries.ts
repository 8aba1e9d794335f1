import { createByteReader, createByteWriter } from './bytes.ts'
import type { Values } from './columns.ts'
import type { ReadingTable } from './reading-table.ts'
import { addSign, createBuckets, type SignBucket, type VitalBucket } from './vital-bucket.ts'

/** The length of a summary. */
export const packedSummarySeconds = 300

const version = 1
const signs = ['heartRate', 'spo2', 'battery'] as const

/** Writes the vital signs of each five minutes. */
export function packSummaries(table: ReadingTable): Buffer {
  const buckets = createBuckets()
  addReadings(buckets.at, table, packedSummarySeconds)
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

/** Adds what packSummaries wrote, once or several times, to buckets whose length is a multiple of theirs. */
export function addSummaries(
  bucketAt: (at: number) => VitalBucket,
  packed: Buffer,
  bucketSeconds: number,
): void {
  const reader = createByteReader(packed)
  while (reader.position < packed.length) {
    const found = reader.byte()
    if (found !== version) throw new Error(`Summaries are packed in version ${found}, which is unknown`)
    for (let left = reader.varint(); left > 0; left--) {
      const bucket = bucketAt(startOf(reader.varint() * packedSummarySeconds, bucketSeconds))
      bucket.readings += reader.varint()
      for (const sign of signs) {
        const count = reader.varint()
        if (count === 0) continue
        const [min, max, sum] = [reader.float64(), reader.float64(), reader.float64()]
        addSign(bucket[sign], { min, max, sum, count })
      }
    }
  }
}

/** When the bucket of a time in seconds begins, in milliseconds. */
const startOf = (seconds: number, bucketSeconds: number) =>
  Math.floor(seconds / bucketSeconds) * bucketSeconds * 1000

/** Adds the readings of a table to buckets of a length in seconds. */
export function addReadings(
  bucketAt: (at: number) => VitalBucket,
  { at, values }: ReadingTable,
  bucketSeconds: number,
): void {
  const { heart_rate = [], spo2 = [], battery = [] } = values
  for (let i = 0; i < at.length; ) {
    const start = startOf((at[i] as number) / 1e6, bucketSeconds)
    const end = (start + bucketSeconds * 1000) * 1000
    let next = i + 1
    while (next < at.length && (at[next] as number) < end) next++
    const bucket = bucketAt(start)
    bucket.readings += next - i
    addValues(bucket.heartRate, heart_rate, i, next)
    addValues(bucket.spo2, spo2, i, next)
    addValues(bucket.battery, battery, i, next)
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
