import { samplesHeaderBytes } from '../ingest/samples.ts'
import { createByteWriter } from './bytes.ts'
import { areIntegers, readIntegers, writeIntegers } from './integers.ts'
import { compressed, openCompressed, readTimes, writeTimes } from './packed-columns.ts'

/** TimedSamples is the samples of a reading, in the format of packSamples, with its time in microseconds. */
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

/**
 * toSensorUnits returns the samples in whole units of a sensor's resolution. As they were stored, they are multiples of
 * 1/32767 of the largest value, which is noise to a compressor. Samples that exceed 16 bits in these units stay as they are.
 */
export function toSensorUnits(samples: Buffer): Buffer {
  const result = Buffer.from(samples)
  rescale(result, 0, 4, accelUnits)
  rescale(result, 3, 12, gyroUnits)
  return result
}

function rescale(samples: Buffer, firstAxis: number, scaleAt: number, units: readonly number[]): void {
  const scale = samples.readDoubleLE(scaleAt)
  if (units.includes(scale)) return
  const unit = units.find((candidate, i) =>
    fits(samples, firstAxis, scale, candidate, i === units.length - 1),
  )
  if (unit === undefined) return
  samples.writeDoubleLE(unit, scaleAt)
  forEachOf(samples, firstAxis, (offset) => {
    samples.writeInt16LE(Math.round((samples.readInt16LE(offset) * scale) / unit), offset)
    return true
  })
}

/** fits is true if all values are multiples of a unit within the error with which they were stored, or any value will do. */
function fits(samples: Buffer, firstAxis: number, scale: number, unit: number, rounds: boolean): boolean {
  const maxError = (scale / unit) * 0.5 + 1e-6
  return forEachOf(samples, firstAxis, (offset) => {
    const value = (samples.readInt16LE(offset) * scale) / unit
    return Math.abs(value) <= maxInteger && (rounds || Math.abs(value - Math.round(value)) <= maxError)
  })
}

/** forEachOf visits the values of three axes, until `visit` returns false. */
function forEachOf(samples: Buffer, firstAxis: number, visit: (offset: number) => boolean): boolean {
  for (let moment = samplesHeaderBytes; moment + momentBytes <= samples.length; moment += momentBytes)
    for (let axis = firstAxis; axis < firstAxis + 3; axis++)
      if (!visit(moment + axis * axisBytes)) return false
  return true
}

/** packSamplesOf packs the samples of consecutive readings, each axis in one sequence. */
export async function packSamplesOf(readings: readonly TimedSamples[]): Promise<Buffer> {
  const rescaled = readings.map(({ samples }) => toSensorUnits(samples))
  const writer = createByteWriter(64 * 1024)
  writer.varint(readings.length)
  writeTimes(
    writer,
    readings.map(({ at }) => at),
  )
  const momentCounts = rescaled.map((samples) => (samples.length - samplesHeaderBytes) / momentBytes)
  if (!areIntegers(momentCounts)) throw new Error('Samples do not have the length that they should have')
  writeIntegers(writer, momentCounts)
  // The headers repeat, which costs nothing once they are compressed.
  for (const samples of rescaled) writer.bytes(samples.subarray(0, samplesHeaderBytes))
  const total = momentCounts.reduce((sum, count) => sum + count, 0)
  const sequence = new Float64Array(total)
  for (let axis = 0; axis < axes; axis++) {
    let next = 0
    for (const samples of rescaled)
      for (let moment = samplesHeaderBytes; moment < samples.length; moment += momentBytes)
        sequence[next++] = samples.readInt16LE(moment + axis * axisBytes)
    writeIntegers(writer, sequence)
  }
  return compressed(writer.written())
}

/** unpackSamplesOf reads what packSamplesOf wrote. */
export function unpackSamplesOf(packed: Buffer): TimedSamples[] {
  const reader = openCompressed(packed)
  const count = reader.varint()
  const at = readTimes(reader, count)
  const momentCounts = readIntegers(reader, count)
  const readings = momentCounts.map((moments, i) => {
    const samples = Buffer.allocUnsafe(samplesHeaderBytes + moments * momentBytes)
    reader.bytes(samplesHeaderBytes).copy(samples)
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
