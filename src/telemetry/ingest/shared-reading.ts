import type { Motion } from '../../detection/motion.ts'
import type { SecondSummary } from '../../detection/peak-history.ts'
import { packSamples, unpackSamples } from '../packing/samples.ts'
import type { Reading } from './reading.ts'

/**
 * A reading as processes share it: its time, and the fields that affect the assessment of later ones.
 */
export interface SharedReading {
  at: number
  reading: Reading
}

const numberCount = 14

/**
 * A summary begins with one of these values instead of a sample rate, which is always above zero, so that a reading
 * without a summary needs no extra byte. A full summary has three numbers more.
 */
const summaryMark = 0
const fullSummaryMark = -1
const markBytes = 4
const numbersIn = (mark: number) => (mark === fullSummaryMark ? 10 : 7)
const summaryBytes = (mark: number) => markBytes + numbersIn(mark) * 8

/** Writes fourteen numbers, NaN for missing ones, then the summary and the samples, if any. */
export function encodeSharedReading({ at, reading }: SharedReading): Buffer {
  const { uptimeMs, accel, gyro, pressure, fsr, heartRate, spo2, battery, sensorsInitialized } = reading
  const orNaN = (value: number | boolean | null) => (value === null ? Number.NaN : Number(value))
  const values = new Float64Array(numberCount)
  values[0] = at
  values[1] = uptimeMs
  values.set(accel, 2)
  values.set(gyro, 5)
  values[8] = orNaN(pressure)
  values[9] = orNaN(fsr)
  values[10] = orNaN(heartRate)
  values[11] = orNaN(spo2)
  values[12] = orNaN(battery)
  values[13] = orNaN(sensorsInitialized)
  const head = Buffer.from(values.buffer)
  const { summary, samples } = reading
  if (!summary && !samples) return head
  const parts: Buffer[] = [head]
  if (summary) parts.push(writeSummary(summary))
  if (samples) parts.push(packSamples(samples))
  return Buffer.concat(parts)
}

export function decodeSharedReading(bytes: Buffer): SharedReading {
  const number = (index: number) => bytes.readDoubleLE(index * 8)
  const orNull = (index: number) => (Number.isNaN(number(index)) ? null : number(index))
  const initialized = orNull(13)
  const rest = bytes.subarray(numberCount * 8)
  const mark = rest.length > 0 ? rest.readFloatLE(0) : 1
  const summary = mark <= 0 ? readSummary(rest, mark) : undefined
  const samples = summary ? rest.subarray(summaryBytes(mark)) : rest
  return {
    at: number(0),
    reading: {
      uptimeMs: number(1),
      accel: [number(2), number(3), number(4)],
      gyro: [number(5), number(6), number(7)],
      pressure: orNull(8),
      fsr: orNull(9),
      heartRate: orNull(10),
      spo2: orNull(11),
      battery: orNull(12),
      sensorsInitialized: initialized === null ? null : initialized === 1,
      samples: samples.length > 0 ? readSamples(samples) : undefined,
      summary,
      wifi: null,
      bluetooth: null,
      firmware: null,
      signal: null,
      // A process that stores a new placement notifies the others.
      placement: null,
      button: null,
    },
  }
}

function writeSummary({ peak, mean, spread, details }: SecondSummary): Buffer {
  const mark = details ? fullSummaryMark : summaryMark
  const bytes = Buffer.allocUnsafe(summaryBytes(mark))
  let offset = bytes.writeFloatLE(mark, 0)
  const more = details ? [details.lowShare, details.peakAt, details.firstSpread] : []
  for (const value of [...peak, ...mean, spread, ...more]) offset = bytes.writeDoubleLE(value, offset)
  return bytes
}

function readSummary(bytes: Buffer, mark: number): SecondSummary {
  const number = (index: number) => bytes.readDoubleLE(markBytes + index * 8)
  return {
    peak: [number(0), number(1), number(2)],
    mean: [number(3), number(4), number(5)],
    spread: number(6),
    ...(mark === fullSummaryMark && {
      details: { lowShare: number(7), peakAt: number(8), firstSpread: number(9) },
    }),
  }
}

function readSamples(packed: Buffer) {
  const { rateHz, values } = unpackSamples(packed)
  const motions = values.map(
    ([ax = 0, ay = 0, az = 0, gx = 0, gy = 0, gz = 0]): Motion => ({
      accel: [ax, ay, az],
      gyro: [gx, gy, gz],
    }),
  )
  return { rateHz, motions }
}
