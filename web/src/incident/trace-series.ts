import type { Schema } from '../api/client.ts'

export interface TraceSeries {
  /** Seconds from the reading of the impact, or from the impact itself. */
  times: number[]
  /** Length of the acceleration, in g. */
  acceleration: (number | null)[]
  /** Length of the rotation, in degrees a second. */
  rotation: (number | null)[]
}

const standardGravity = 9.80665
/** Devices send a reading a second; more than that without one is a gap. */
const gapSeconds = 1.6

const length = (x = 0, y = 0, z = 0) => Math.hypot(x, y, z)

/** Lays the samples of all readings along one axis; readings without samples have one point each. */
export function toTraceSeries({ readings }: Schema<'FallTrace'>): TraceSeries {
  const series: TraceSeries = { times: [], acceleration: [], rotation: [] }
  const add = (at: number, acceleration: number | null, rotation: number | null) => {
    series.times.push(at)
    series.acceleration.push(acceleration)
    series.rotation.push(rotation)
  }
  for (const { offsetMs, accel, gyro, samples } of readings) {
    const end = offsetMs / 1000
    const rows = samples?.values ?? [[...accel, ...gyro]]
    const stepSeconds = samples ? 1 / samples.rateHz : 0
    for (const [i, [ax, ay, az, gx, gy, gz]] of rows.entries()) {
      const at = end - (rows.length - 1 - i) * stepSeconds
      const before = series.times.at(-1) ?? at - 1
      // Readings may overlap by a few samples.
      if (at <= before) continue
      if (at - before > gapSeconds) add((before + at) / 2, null, null)
      add(at, length(ax, ay, az) / standardGravity, length(gx, gy, gz))
    }
  }
  return series
}

/** A fall has the time of the reading that contains its impact, which covers a second. */
const impactToleranceSeconds = 1.5

/** Moves the origin of a trace to the sample of the impact. */
export function fromImpact(series: TraceSeries): TraceSeries {
  const { times, acceleration } = series
  const near = [...times.keys()].filter((i) => Math.abs(times[i] ?? 0) <= impactToleranceSeconds)
  const value = (i: number | undefined) => (i === undefined ? 0 : (acceleration[i] ?? 0))
  const impact = near.reduce<number | undefined>((best, i) => (value(i) > value(best) ? i : best), undefined)
  const origin = impact === undefined ? 0 : (times[impact] ?? 0)
  return { ...series, times: times.map((at) => at - origin) }
}

export interface TraceSummary {
  peakG: number
  peakRotation: number
}

/** Finds the highest values; undefined for a trace without motion. */
export function summarizeTrace({ times, acceleration, rotation }: TraceSeries): TraceSummary | undefined {
  if (times.length === 0) return undefined
  const highest = (values: (number | null)[]) => Math.max(...values.map((value) => value ?? 0))
  return { peakG: highest(acceleration), peakRotation: highest(rotation) }
}
