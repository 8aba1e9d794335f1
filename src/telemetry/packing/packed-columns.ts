import { promisify } from 'node:util'
import { constants, deflateRaw, inflateRawSync, type ZlibOptions } from 'node:zlib'
import { createByteReader, createByteWriter } from './bytes.ts'
import { readColumn, type Values, writeColumn } from './columns.ts'
import { packSummaries } from './packed-summaries.ts'
import {
  motionColumns,
  type Range,
  type ReadingTable,
  type ValueColumn,
  vitalColumns,
} from './reading-table.ts'

/**
 * The version is the first byte, outside of the compressed part. A later version reads all earlier ones: readings stay
 * packed as they are for as long as they are kept.
 */
const version = 1

/**
 * Decimal digits to which what a sensor measured is rounded if a device sends more than four: finer than what wearable
 * sensors resolve (0.005 m/s² at ±16 g, 0.06 °/s at ±2000 °/s, 0.001 hPa). All other columns are kept exactly.
 */
const resolutions: Partial<Record<ValueColumn, number>> = {
  accel_x: 3,
  accel_y: 3,
  accel_z: 3,
  gyro_x: 2,
  gyro_y: 2,
  gyro_z: 2,
  pressure: 3,
}

const compress = promisify(deflateRaw)

/** Brotli packed no better at the same speed. */
const compression = { level: 6, strategy: constants.Z_FILTERED }

/** Samples are noise with some runs in it: searching for more took three times as long, and found nothing. */
export const sampleCompression = { strategy: constants.Z_RLE }

/** The version and the compressed bytes. They are compressed outside of the event loop. */
export async function compressed(bytes: Buffer, options: ZlibOptions = compression): Promise<Buffer> {
  return Buffer.concat([Buffer.from([version]), await compress(bytes, options)])
}

/** Returns a reader of what was compressed. */
export function openCompressed(packed: Buffer) {
  if (packed[0] !== version) throw new Error(`Readings are packed in version ${packed[0]}, which is unknown`)
  return createByteReader(inflateRawSync(packed.subarray(1)))
}

/** Readings of one device as they are stored; `vitals` also has their times. */
export interface PackedColumns {
  summaries: Buffer
  vitals: Buffer
  motion: Buffer
}

/** Packs the readings of a table, all of whose columns must be there. Samples are packed apart. */
export async function packColumns(table: ReadingTable): Promise<PackedColumns> {
  const vitals = createByteWriter()
  vitals.varint(table.at.length)
  writeTimes(vitals, table.at)
  for (const name of vitalColumns) writeColumn(vitals, columnOf(table, name), resolutions[name])
  const motion = createByteWriter()
  for (const name of motionColumns) writeColumn(motion, columnOf(table, name), resolutions[name])
  const [packedVitals, packedMotion] = await Promise.all([
    compressed(vitals.written()),
    compressed(motion.written()),
  ])
  return { summaries: packSummaries(table), vitals: packedVitals, motion: packedMotion }
}

/**
 * Reads what packColumns wrote; without `motion`, only times and vital signs. `rangeOf` chooses by the times
 * which readings are wanted: a page is a part of a row.
 */
export function unpackColumns(
  { vitals, motion }: { vitals: Buffer; motion: Buffer | null },
  rangeOf: (at: readonly number[]) => Range = (at) => [0, at.length],
): ReadingTable {
  const reader = openCompressed(vitals)
  const count = reader.varint()
  const at = readTimes(reader, count)
  const [start, end] = rangeOf(at)
  const values: ReadingTable['values'] = {}
  for (const name of vitalColumns) values[name] = readColumn(reader, count, start, end)
  if (motion) {
    const motionReader = openCompressed(motion)
    for (const name of motionColumns) values[name] = readColumn(motionReader, count, start, end)
  }
  return { at: end - start === count ? at : at.slice(start, end), values }
}

/** Reads only the times. */
export function unpackTimes(vitals: Buffer): number[] {
  const reader = openCompressed(vitals)
  return readTimes(reader, reader.varint())
}

/** Nearly all times are whole milliseconds. */
export function writeTimes(writer: ReturnType<typeof createByteWriter>, at: number[]): void {
  const unit = at.every((time) => time % 1000 === 0) ? 1000 : 1
  writer.varint(unit)
  writeColumn(
    writer,
    at.map((time) => time / unit),
  )
}

export function readTimes(reader: ReturnType<typeof createByteReader>, count: number): number[] {
  const unit = reader.varint()
  const times = readColumn(reader, count) as number[]
  for (let i = 0; i < count; i++) times[i] = (times[i] as number) * unit
  return times
}

function columnOf({ values }: ReadingTable, name: ValueColumn): Values {
  const column = values[name]
  if (!column) throw new Error(`The column ${name} was not read`)
  return column
}
