import type { Mode } from '../../src/detection/detector-state.ts'
import type { detectorsByFold } from './evaluation.ts'
import { createRandom } from './random.ts'
import { readRecordings } from './recordings.ts'
import { readingsOf, replay, type Signal } from './replay.ts'

/** In seconds: how long before an impact a recording is made to begin, and how long it goes on after it. */
const begin = { least: 0.5, most: 3 }
const goesOn = 9

/** In g, and in seconds between impacts that are tried. */
const hardG = 1.8
const apart = 15

export interface CutStarts {
  impacts: number
  /** How many of the impacts are alarms in the recording as it is, and where it begins shortly before them. */
  alarmsWhole: number
  alarmsCut: number
}

/**
 * compareCutStarts has recordings of daily life begin a moment before their hard impacts, as the trials of falls do. A
 * model that has learned to take such a beginning for the sign of a fall would raise more alarms then.
 */
export async function compareCutStarts(
  data: string,
  mode: Mode,
  detectorOf: ReturnType<typeof detectorsByFold>,
  alarmScore: number,
): Promise<CutStarts> {
  const random = createRandom(1)
  const found: CutStarts = { impacts: 0, alarmsWhole: 0, alarmsCut: 0 }
  for await (const recording of readRecordings(data)) {
    if (recording.kind !== 'life') continue
    const assess = detectorOf(recording)
    const alarmsIn = (signal: Signal) =>
      replay(assess, readingsOf(signal, mode)).filter(({ score }) => score > alarmScore)
    const whole = alarmsIn(recording)
    for (const at of hardImpacts(recording)) {
      const start = at - (begin.least + random() * (begin.most - begin.least))
      found.impacts++
      if (whole.some((event) => event.at >= start && event.at < at + goesOn)) found.alarmsWhole++
      if (alarmsIn(between(recording, start, at + goesOn)).length > 0) found.alarmsCut++
    }
  }
  return found
}

function hardImpacts({ hz, accel }: Signal): number[] {
  const found: number[] = []
  for (let i = 0; i < accel.length; i += 3) {
    const at = i / 3 / hz
    if (at - (found.at(-1) ?? -apart) < apart || at < begin.most) continue
    const magnitude = Math.hypot(accel[i] as number, accel[i + 1] as number, accel[i + 2] as number) / 9.81
    if (magnitude >= hardG) found.push(at)
  }
  return found
}

function between({ hz, accel }: Signal, from: number, until: number): Signal {
  return { hz, accel: accel.subarray(Math.round(from * hz) * 3, Math.round(until * hz) * 3) }
}
