import type { Motion } from '../detection/motion.ts'
import type { SecondSummary } from '../detection/peak-history.ts'
import type { Reading } from './reading.ts'
import { packSamples, unpackSamples } from './samples.ts'

/** Said is what one process tells the others of a reading: when it came, and whatever later readings are judged by. */
export interface Said {
  at: number
  reading: Reading
}

const numbers = 14

/**
 * A summary begins with this instead of a sample rate, which is never zero: a reading without a summary takes no byte
 * more for it.
 */
const summaryMark = 0
const markBytes = 4
const summaryBytes = markBytes + 7 * 8

/** writeSaid writes it as fourteen numbers, NaN for what the device did not say, then the summary and the samples, if any. */
export function writeSaid({ at, reading }: Said): Buffer {
  const { uptimeMs, accel, gyro, pressure, fsr, heartRate, spo2, battery, sensorsInitialized } = reading
  const known = (value: number | boolean | null) => (value === null ? Number.NaN : Number(value))
  const told = new Float64Array(numbers)
  told[0] = at
  told[1] = uptimeMs
  told.set(accel, 2)
  told.set(gyro, 5)
  told[8] = known(pressure)
  told[9] = known(fsr)
  told[10] = known(heartRate)
  told[11] = known(spo2)
  told[12] = known(battery)
  told[13] = known(sensorsInitialized)
  const head = Buffer.from(told.buffer)
  const { summary, samples } = reading
  if (!summary && !samples) return head
  const parts: Buffer[] = [head]
  if (summary) parts.push(writeSummary(summary))
  if (samples) parts.push(packSamples(samples))
  return Buffer.concat(parts)
}

export function readSaid(bytes: Buffer): Said {
  const number = (index: number) => bytes.readDoubleLE(index * 8)
  const orNull = (index: number) => (Number.isNaN(number(index)) ? null : number(index))
  const initialized = orNull(13)
  const rest = bytes.subarray(numbers * 8)
  const summary = rest.length > 0 && rest.readFloatLE(0) === summaryMark ? readSummary(rest) : undefined
  const samples = summary ? rest.subarray(summaryBytes) : rest
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
      // Where another process stored a change of it, this one is notified.
      placement: null,
    },
  }
}

function writeSummary({ peak, mean, spread }: SecondSummary): Buffer {
  const bytes = Buffer.allocUnsafe(summaryBytes)
  let place = bytes.writeFloatLE(summaryMark, 0)
  for (const value of [...peak, ...mean, spread]) place = bytes.writeDoubleLE(value, place)
  return bytes
}

function readSummary(bytes: Buffer): SecondSummary {
  const number = (index: number) => bytes.readDoubleLE(markBytes + index * 8)
  return {
    peak: [number(0), number(1), number(2)],
    mean: [number(3), number(4), number(5)],
    spread: number(6),
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
