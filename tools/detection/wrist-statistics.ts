import { impactsBetween } from '../../src/detection/impact-scan.ts'
import { angleBetween, gravity, type Vector } from '../../src/detection/motion.ts'
import { windowHz } from '../../src/detection/motion-window.ts'
import { secondsPerHour } from '../../src/platform/lib/duration.ts'
import { readRecordings } from './recordings.ts'
import type { Signal } from './replay.ts'
import { clip, resample } from './signals.ts'

/** Describes how rough the motion of a wrist was. */
export interface WristStatistics {
  hours: number
  impactsAnHour: number
  /** Quantiles, for each of `quantileShares`. */
  peakG: number[]
  turnDegrees: number[]
  pauseSeconds: number[]
  spreadG: number[]
}

export const quantileShares = [0.1, 0.25, 0.5, 0.75, 0.9, 0.99] as const

/** What docs/detection.md counts as an impact. */
const countedImpactG = 1.45

/** All signals are clipped to the range of the sensor with the longest recordings of daily life, to compare them. */
const rangeG = 2

/** The ranges before and after an impact between whose mean accelerations the turn is measured. */
const beforeSeconds = [-3, -0.6] as const
const afterSeconds = [0.5, 2] as const

/** Accumulates the statistics of signals. */
export function createWristStatistics() {
  let wornSeconds = 0
  let impacts = 0
  const peaks: number[] = []
  const turns: number[] = []
  const pauses: number[] = []
  const spreads: number[] = []

  return {
    add(signal: Signal, signalWornSeconds: number): void {
      wornSeconds += signalWornSeconds
      const values = resample(clip(signal, rangeG * gravity), windowHz, true).accel.map((a) => a / gravity)
      const count = values.length / 3
      let previous: number | undefined
      for (const at of impactsBetween({ values, fresh: count, endedAt: 0 }, 0, count)) {
        const peak = Math.hypot(...vectorAt(values, at))
        if (peak < countedImpactG) continue
        impacts++
        peaks.push(peak)
        const turn = turnDegreesAt(values, at)
        if (turn !== undefined) turns.push(turn)
        if (previous !== undefined) pauses.push((at - previous) / windowHz)
        previous = at
      }
      for (let from = 0; from + windowHz <= count; from += windowHz) spreads.push(spreadOf(values, from))
    },
    result(): WristStatistics {
      const hours = wornSeconds / secondsPerHour
      return {
        hours,
        impactsAnHour: impacts / hours,
        peakG: quantiles(peaks),
        turnDegrees: quantiles(turns),
        pauseSeconds: quantiles(pauses),
        spreadG: quantiles(spreads),
      }
    },
  }
}

/** Returns the statistics of all daily life that was recorded at wrists. */
export async function measureWrists(data: string): Promise<WristStatistics> {
  const statistics = createWristStatistics()
  for await (const recording of readRecordings(data)) {
    const { kind, site, wornSeconds } = recording
    if (kind === 'life' && site === 'wrist') statistics.add(recording, wornSeconds)
  }
  return statistics.result()
}

const vectorAt = (values: Float32Array, at: number): Vector => [
  values[at * 3] as number,
  values[at * 3 + 1] as number,
  values[at * 3 + 2] as number,
]

function turnDegreesAt(values: Float32Array, impact: number): number | undefined {
  const sampleAt = (seconds: number) => impact + Math.round(seconds * windowHz)
  if (sampleAt(beforeSeconds[0]) < 0 || sampleAt(afterSeconds[1]) > values.length / 3) return undefined
  return angleBetween(
    meanOf(values, sampleAt(beforeSeconds[0]), sampleAt(beforeSeconds[1])),
    meanOf(values, sampleAt(afterSeconds[0]), sampleAt(afterSeconds[1])),
  )
}

function meanOf(values: Float32Array, from: number, until: number): Vector {
  let [x, y, z] = [0, 0, 0]
  for (let i = from; i < until; i++) {
    x += values[i * 3] as number
    y += values[i * 3 + 1] as number
    z += values[i * 3 + 2] as number
  }
  const n = until - from
  return [x / n, y / n, z / n]
}

/** Returns the spread of a second. */
function spreadOf(values: Float32Array, from: number): number {
  let squares = 0
  for (let i = from * 3; i < (from + windowHz) * 3; i++) squares += (values[i] as number) ** 2
  const mean = Math.hypot(...meanOf(values, from, from + windowHz))
  return Math.sqrt(Math.max(0, squares / windowHz - mean * mean))
}

function quantiles(values: number[]): number[] {
  const sorted = Float64Array.from(values).sort()
  return quantileShares.map((share) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN)
}
