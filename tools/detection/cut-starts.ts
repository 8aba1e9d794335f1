import { createRandom } from '../../harness/random.ts'
import type { Mode } from '../../src/detection/detector-state.ts'
import type { unseenBy } from './evaluation.ts'
import { readRecordings } from './recordings.ts'
import { readingsOf, replay, type Signal } from './replay.ts'

/** How long before an impact a cut recording begins, and how long after it the recording ends. */
const beforeSeconds = { min: 0.5, max: 3 }
const afterSeconds = 9

/** The impacts that are compared have at least this peak, and this distance. */
const minPeakG = 1.8
const minDistanceSeconds = 15

export interface CutStarts {
  impacts: number
  /** How many impacts are alarms in the whole recording, and if it begins shortly before them. */
  alarmsWhole: number
  alarmsCut: number
}

/**
 * Cuts recordings of daily life to begin shortly before their hard impacts, as the trials of falls do. A
 * model that has learned such a beginning as a sign of a fall raises more alarms on them.
 */
export async function compareCutStarts(
  data: string,
  mode: Mode,
  detectorsOf: ReturnType<typeof unseenBy>,
  alarmScore: number,
): Promise<CutStarts> {
  const random = createRandom(1)
  const found: CutStarts = { impacts: 0, alarmsWhole: 0, alarmsCut: 0 }
  for await (const recording of readRecordings(data)) {
    if (recording.kind !== 'life') continue
    for (const assess of detectorsOf(recording)) {
      const alarmsIn = (signal: Signal) =>
        replay(assess, readingsOf(signal, mode)).filter(({ score }) => score > alarmScore)
      const whole = alarmsIn(recording)
      for (const at of hardImpacts(recording)) {
        const start = at - (beforeSeconds.min + random() * (beforeSeconds.max - beforeSeconds.min))
        found.impacts++
        if (whole.some((event) => event.at >= start && event.at < at + afterSeconds)) found.alarmsWhole++
        if (alarmsIn(between(recording, start, at + afterSeconds)).length > 0) found.alarmsCut++
      }
    }
  }
  return found
}

function hardImpacts({ hz, accel }: Signal): number[] {
  const found: number[] = []
  for (let i = 0; i < accel.length; i += 3) {
    const at = i / 3 / hz
    if (at - (found.at(-1) ?? -minDistanceSeconds) < minDistanceSeconds || at < beforeSeconds.max) continue
    const magnitudeG = Math.hypot(accel[i] as number, accel[i + 1] as number, accel[i + 2] as number) / 9.81
    if (magnitudeG >= minPeakG) found.push(at)
  }
  return found
}

function between({ hz, accel }: Signal, from: number, until: number): Signal {
  return { hz, accel: accel.subarray(Math.round(from * hz) * 3, Math.round(until * hz) * 3) }
}
