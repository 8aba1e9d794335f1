import type { DetectorState, Mode } from '../../src/detection/detector-state.ts'
import { raisedScore } from '../../src/detection/event-confidence.ts'
import type { AssessMotion, MotionReading } from '../../src/detection/fall-detector.ts'
import type { FallEvent } from '../../src/detection/fall-event.ts'
import { gravity, length, type Motion, type Vector } from '../../src/detection/motion.ts'
import { clippingG } from '../../src/detection/motion-window.ts'
import type { SecondDetails, SecondSummary } from '../../src/detection/peak-history.ts'
import { lowG } from '../../src/detection/second-details.ts'

/** Evenly sampled motion. */
export interface Signal {
  hz: number
  accel: Float32Array
  gyro?: Float32Array | undefined
}

/** A shorter rest at the end of a signal is left out. */
const minLastSeconds = 0.5

/** Yields the readings of a device of this mode for a signal, one for each second. */
export function* readingsOf({ hz, accel, gyro }: Signal, mode: Mode): Generator<MotionReading> {
  const count = accel.length / 3
  for (let second = 0; Math.round(second * hz) + minLastSeconds * hz <= count; second++) {
    const from = Math.round(second * hz)
    const until = Math.min(count, Math.round((second + 1) * hz))
    const motions: Motion[] = []
    for (let i = from; i < until; i++) {
      motions.push({ accel: vectorAt(accel, i), gyro: gyro ? vectorAt(gyro, i) : noRotation })
    }
    const peak = hardest(motions)
    yield {
      uptimeMs: Math.round((until / hz) * 1000),
      ...peak,
      ...(mode === 'samples' && { samples: { rateHz: hz, motions } }),
      ...(mode === 'summary' && { summary: summaryOf(motions, peak) }),
      ...(mode === 'full-summary' && {
        summary: { ...summaryOf(motions, peak), details: detailsOf(motions) },
      }),
    }
  }
}

const noRotation: Vector = [0, 0, 0]

const vectorAt = (values: Float32Array, i: number): Vector => [
  values[i * 3] as number,
  values[i * 3 + 1] as number,
  values[i * 3 + 2] as number,
]

function hardest(motions: Motion[]): Motion {
  let [best, highest] = [motions[0] as Motion, -1]
  for (const motion of motions) {
    const [x, y, z] = motion.accel
    const square = x * x + y * y + z * z
    if (square > highest) [best, highest] = [motion, square]
  }
  return best
}

function detailsOf(motions: Motion[]): SecondDetails {
  const half = Math.floor(motions.length / 2)
  return {
    lowShare: motions.filter(({ accel }) => length(accel) < lowG * gravity).length / motions.length,
    peakAt: (clippedPeak(motions) + 0.5) / motions.length,
    firstSpread: meanAndSpread(motions.slice(0, Math.max(1, half)).map(clipped)).spread,
  }
}

/** Returns a motion whose acceleration is shortened to the length that the detector clips at. */
function clipped({ accel, gyro }: Motion): Motion {
  const scale = Math.min(1, longest / Math.max(1e-9, length(accel)))
  return { accel: [accel[0] * scale, accel[1] * scale, accel[2] * scale], gyro }
}

const longest = clippingG * gravity

/** Returns the index of the first of the largest accelerations. */
function clippedPeak(motions: Motion[]): number {
  let [first, largest] = [0, -1]
  for (const [i, { accel }] of motions.entries()) {
    const own = Math.min(longest, length(accel))
    if (own > largest) [first, largest] = [i, own]
  }
  return first
}

function summaryOf(motions: Motion[], { accel: peak }: Motion): SecondSummary {
  return { peak, ...meanAndSpread(motions) }
}

function meanAndSpread(motions: Motion[]): { mean: Vector; spread: number } {
  let [x, y, z, squares] = [0, 0, 0, 0]
  for (const { accel } of motions) {
    x += accel[0]
    y += accel[1]
    z += accel[2]
    squares += accel[0] ** 2 + accel[1] ** 2 + accel[2] ** 2
  }
  const n = motions.length
  const spread = Math.sqrt(Math.max(0, squares / n - (x * x + y * y + z * z) / (n * n)))
  return { mean: [x / n, y / n, z / n], spread }
}

/** An event that the detector opened. */
export interface DetectedEvent {
  /** Seconds from the beginning of the signal. */
  at: number
  /** The highest score of its impacts, and the highest that evidence raised it to. */
  score: number
  raised: number
  /** The highest confidence. */
  confidence: number
}

/** Runs a detector on readings and returns the events that it opened. */
export function replay(assess: AssessMotion, readings: Iterable<MotionReading>): DetectedEvent[] {
  const events: DetectedEvent[] = []
  let state: DetectorState | undefined
  let currentAt: FallEvent['at'] | undefined
  for (const reading of readings) {
    const assessment = assess(state, reading)
    state = assessment.state
    const { event, moment } = state
    if (!event) {
      currentAt = undefined
      continue
    }
    // An event is identified by its time, which is in the detector's time and not that of the device.
    if (event.at !== currentAt) {
      events.push({
        at: (reading.uptimeMs - (moment.at - event.at)) / 1000,
        score: noScore,
        raised: noScore,
        confidence: 0,
      })
      currentAt = event.at
    }
    const last = events.at(-1) as DetectedEvent
    last.score = Math.max(last.score, (event.scoreHundredths ?? noScore * 100) / 100)
    last.raised = Math.max(last.raised, raisedScore(event, Number.NEGATIVE_INFINITY) ?? noScore)
    last.confidence = Math.max(last.confidence, assessment.confidence)
  }
  return events
}

/** The score of an event without one: lower than any. */
export const noScore = -20
