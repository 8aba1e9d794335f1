import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Sensitivity } from '../../detection/confidence.ts'
import { assessMotion } from '../../detection/default-detector.ts'
import type { DetectorState } from '../../detection/detector-state.ts'
import type { MotionReading } from '../../detection/fall-detector.ts'
import { isWorthRecording } from '../../detection/levels/fall-level.ts'
import { hardestMotion, type Motion } from '../../detection/motion.ts'
import { msPerSecond } from '../../platform/lib/duration.ts'
import { type Detection, detectionIn } from '../ingest/assessment.ts'

/** The motion around an impact, evenly spaced and oldest first, of a device that sends nothing in between. */
export interface ImpactWindow {
  rateHz: number
  motions: Motion[]
}

/** As much as the detector keeps: it would not look at more. */
export const maxWindowSeconds = 13

/** Returns what is the same for a window that is sent again, and different for any other. */
export function idOfWindow({ rateHz, motions }: ImpactWindow): string {
  const numbers = motions.flatMap(({ accel, gyro }) => [...accel, ...gyro])
  return createHash('sha256')
    .update(Float64Array.of(rateHz, ...numbers))
    .digest('hex')
    .slice(0, 32)
}

/** Returns the window as a device sends motion that it does not judge itself: a reading for each second. */
export function readingsOfWindow({ rateHz, motions }: ImpactWindow): MotionReading[] {
  const count = motions.length
  const seconds = Math.max(1, Math.round(count / rateHz))
  const endOf = (second: number) => Math.round((second * count) / seconds)
  return Array.from({ length: seconds }, (_, second) => {
    const [from, until] = [endOf(second), endOf(second + 1)]
    return {
      uptimeMs: Math.round((until / rateHz) * msPerSecond),
      ...hardestMotion(motions, from, until),
      samples: { rateHz, motions: motions.slice(from, until) },
    }
  })
}

/** The networks of several impacts in a row would block the readings of others. */
const maxBlockingMs = 5

/** Returns the falls in a window that ended at a time, each with its highest confidence and the last of equal ones. */
export async function fallsInWindow(
  window: ImpactWindow,
  endedAt: Date,
  sensitivity: Sensitivity,
): Promise<Detection[]> {
  const falls: Detection[] = []
  const readings = readingsOfWindow(window)
  const lengthMs = readings.at(-1)?.uptimeMs ?? 0
  let state: DetectorState | undefined
  let startedAtMs = performance.now()
  for (const reading of readings) {
    if (performance.now() - startedAtMs > maxBlockingMs) {
      await yieldToEventLoop()
      startedAtMs = performance.now()
    }
    const { state: motion, ...assessed } = assessMotion(state, reading, sensitivity)
    state = motion
    const at = new Date(endedAt.getTime() - lengthMs + reading.uptimeMs)
    const fall = detectionIn({ motion, ...assessed }, at)
    if (!fall || !isWorthRecording(fall.confidence)) continue
    const last = falls.at(-1)
    if (last?.event !== fall.event) falls.push(fall)
    else if (fall.confidence >= last.confidence) falls[falls.length - 1] = fall
  }
  return falls
}
