import { type ByteReader, type ByteWriter, createByteWriter } from './bytes.ts'
import { readIntegers, writeIntegers } from './integers.ts'
import { compressed, openCompressed, readTimes, sampleCompression, writeTimes } from './packed-columns.ts'
import { samplesHeaderBytes } from './samples.ts'

/** The samples of a reading, in the format of packSamples, with its time in microseconds. */
export interface TimedSamples {
  at: number
  samples: Buffer
}

/**
 * The units in which samples are packed: the first decimal one that a device's values are multiples of, as far as its
 * samples tell, else the last, what a sensor resolves at ±16 g or ±2000 °/s. In it the samples fit 16 bits again.
 */
const accelUnits = [0.01, 0.001, 9.80665 / 2048]
const gyroUnits = [0.1, 0.01, 2000 / 32_768]
const maxInteger = 32_767

const axes = 6
const axisBytes = 2
const momentBytes = axes * axisBytes

/** Samples in whole units: the header, and the values of each moment, axis by axis. */
interface Samples {
  header: Buffer
  values: Int16Array
}

/**
 * Returns the samples in whole units of a sensor's resolution. As they were stored, they are multiples of
 * 1/32767 of the largest value, which is noise to a compressor. Samples that exceed 16 bits in these units stay as they are.
 */
export function toSensorUnits(samples: Buffer): Buffer {
  const { header, values } = inSensorUnits(samples)
  return Buffer.concat([header, Buffer.from(values.buffer, values.byteOffset, values.byteLength)])
}

function inSensorUnits(samples: Buffer): Samples {
  const header = Buffer.from(samples.subarray(0, samplesHeaderBytes))
  const moments = (samples.length - samplesHeaderBytes) / momentBytes
  if (!Number.isInteger(moments)) throw new Error('Samples do not have the length that they should have')
  // A copy, because the values must be aligned.
  const values = new Int16Array(moments * axes)
  Buffer.from(values.buffer).set(samples.subarray(samplesHeaderBytes))
  rescale(header, 4, values, 0, accelUnits)
  rescale(header, 12, values, 3, gyroUnits)
  return { header, values }
}

/** Changes the values of three axes, and their scale in the header. */
function rescale(
  header: Buffer,
  scaleAt: number,
  values: Int16Array,
  firstAxis: number,
  units: readonly number[],
): void {
  const scale = header.readDoubleLE(scaleAt)
  if (units.includes(scale)) return
  const unit = units.find((candidate, i) =>
    fits(values, firstAxis, scale / candidate, i === units.length - 1),
  )
  if (unit === undefined) return
  header.writeDoubleLE(unit, scaleAt)
  const factor = scale / unit
  for (let moment = firstAxis; moment < values.length; moment += axes)
    for (let i = moment; i < moment + 3; i++) values[i] = Math.round((values[i] as number) * factor)
}

/** Whether all values are multiples of a unit within the error with which they were stored, or any value will do. */
function fits(values: Int16Array, firstAxis: number, factor: number, rounds: boolean): boolean {
  const maxError = factor * 0.5 + 1e-6
  for (let moment = firstAxis; moment < values.length; moment += axes)
    for (let i = moment; i < moment + 3; i++) {
      const value = (values[i] as number) * factor
      const rounded = Math.round(value)
      if (rounded > maxInteger || rounded < -maxInteger) return false
      if (!rounds && Math.abs(value - rounded) > maxError) return false
    }
  return true
}

/** Writes each header once in a row: nearly all are the same. */
function writeHeaders(writer: ByteWriter, headers: Buffer[]): void {
  for (const [i, header] of headers.entries()) {
    const isSame = i > 0 && headers[i - 1]?.equals(header)
    writer.byte(isSame ? 0 : 1)
    if (!isSame) writer.bytes(header)
  }
}

function readHeaders(reader: ByteReader, count: number): Buffer[] {
  const headers: Buffer[] = []
  for (let i = 0; i < count; i++)
    headers.push(reader.byte() === 1 ? reader.bytes(samplesHeaderBytes) : (headers[i - 1] as Buffer))
  return headers
}

/** Packs the samples of consecutive readings, each axis in one sequence. */
export async function packSamplesOf(readings: readonly TimedSamples[]): Promise<Buffer> {
  const rescaled = readings.map(({ samples }) => inSensorUnits(samples))
  const writer = createByteWriter(128 * 1024)
  writer.varint(readings.length)
  writeTimes(
    writer,
    readings.map(({ at }) => at),
  )
  const momentCounts = rescaled.map(({ values }) => values.length / axes)
  writeIntegers(writer, momentCounts)
  writeHeaders(
    writer,
    rescaled.map(({ header }) => header),
  )
  const sequence = new Int16Array(momentCounts.reduce((sum, count) => sum + count, 0))
  for (let axis = 0; axis < axes; axis++) {
    let next = 0
    for (const { values } of rescaled)
      for (let i = axis; i < values.length; i += axes) sequence[next++] = values[i] as number
    writeIntegers(writer, sequence)
  }
  return compressed(writer.written(), sampleCompression)
}

/** Reads what packSamplesOf wrote. */
export function unpackSamplesOf(packed: Buffer): TimedSamples[] {
  const reader = openCompressed(packed)
  const count = reader.varint()
  const at = readTimes(reader, count)
  const momentCounts = readIntegers(reader, count)
  const headers = readHeaders(reader, count)
  const readings = Array.from(momentCounts, (moments, i) => {
    const samples = Buffer.allocUnsafe(samplesHeaderBytes + moments * momentBytes)
    headers[i]?.copy(samples)
    return { at: at[i] as number, samples }
  })
  const total = momentCounts.reduce((sum, moments) => sum + moments, 0)
  for (let axis = 0; axis < axes; axis++) {
    const sequence = readIntegers(reader, total)
    let next = 0
    for (const { samples } of readings)
      for (let moment = samplesHeaderBytes; moment < samples.length; moment += momentBytes)
        samples.writeInt16LE(sequence[next++] as number, moment + axis * axisBytes)
  }
  return readings
}
