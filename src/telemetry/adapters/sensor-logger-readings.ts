import type { BatchBody } from '../ingest/ingest.schemas.ts'

/** What a phone measured: readings as a device sends them, without its id. */
export interface PhoneReading {
  externalId: string
  readings: BatchBody['readings']
}

export type Vector = readonly [x: number, y: number, z: number]

/** One measurement, with its time in milliseconds since 1970. */
export interface Measured {
  atMs: number
  value: Vector
}

/** As often as the detector uses; more would only cost. */
const maxRateHz = 50
const minRateHz = 10

/**
 * Returns the values of a series at given times, which ascend, by linear interpolation: sensors report at times of
 * their own, and samples are evenly spaced.
 */
export function valuesAt(series: readonly Measured[], timesMs: readonly number[]): Vector[] {
  let i = 0
  return timesMs.map((timeMs) => {
    while (i < series.length - 2 && (series[i + 1] as Measured).atMs <= timeMs) i++
    const before = series[i] as Measured
    const after = series[Math.min(i + 1, series.length - 1)] as Measured
    const spanMs = after.atMs - before.atMs
    const share = spanMs > 0 ? Math.min(1, Math.max(0, (timeMs - before.atMs) / spanMs)) : 0
    const [x, y, z] = before.value
    return [
      x + share * (after.value[0] - x),
      y + share * (after.value[1] - y),
      z + share * (after.value[2] - z),
    ]
  })
}

const rounded = (value: number) => Math.round(value * 10_000) / 10_000

/**
 * Cuts motion into readings of about a second. Returns none for too few measurements in a second, and for a message that
 * spans more than a batch of readings can.
 */
export function motionReadings(
  accel: readonly Measured[],
  gyro: readonly Measured[],
  extras: Partial<BatchBody['readings'][number]>,
): BatchBody['readings'] {
  const first = accel[0]?.atMs ?? 0
  const durationMs = (accel.at(-1)?.atMs ?? 0) - first
  const measuredHz = ((accel.length - 1) * 1000) / durationMs
  const count = Math.max(1, Math.round(durationMs / 1000))
  if (!(durationMs > 0) || measuredHz < minRateHz || count > 100) return []
  const rateHz = Math.min(maxRateHz, Math.round(measuredHz))
  const perReading = Math.max(1, Math.round((durationMs * rateHz) / 1000 / count))
  const timesMs = Array.from({ length: count * perReading }, (_, i) => first + (i * 1000) / rateHz)
  const accels = valuesAt(accel, timesMs)
  const gyros = gyro.length > 0 ? valuesAt(gyro, timesMs) : timesMs.map((): Vector => [0, 0, 0])
  return Array.from({ length: count }, (_, n) => {
    const indexes = Array.from({ length: perReading }, (_, i) => n * perReading + i)
    const samples = indexes.map((i) => [...(accels[i] as Vector), ...(gyros[i] as Vector)].map(rounded))
    const [ax = 0, ay = 0, az = 0, gx = 0, gy = 0, gz = 0] = samples.at(-1) ?? []
    const endMs = Math.round(timesMs[(n + 1) * perReading - 1] ?? first)
    return {
      ...extras,
      accel_x: ax,
      accel_y: ay,
      accel_z: az,
      gyro_x: gx,
      gyro_y: gy,
      gyro_z: gz,
      uptime_ms: endMs,
      samples: samples as [number, number, number, number, number, number][],
      sample_rate_hz: rateHz,
      client_timestamp: new Date(endMs).toISOString(),
    }
  })
}
