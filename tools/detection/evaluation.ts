import type { Mode } from '../../src/detection/detector-state.ts'
import { type AssessMotion, createDetector } from '../../src/detection/fall-detector.ts'
import { secondsPerDay } from '../../src/platform/lib/duration.ts'
import type { LifeEvents } from './calibration.ts'
import { createFolds } from './folds.ts'
import type { TrainedModels } from './models.ts'
import { type Recording, readRecordings } from './recordings.ts'
import { type DetectedEvent, noScore, readingsOf, replay, type Signal } from './replay.ts'
import { resample } from './signals.ts'

/** The description of a recording, and the events that a detector found in it. */
export interface EvaluatedRecording extends Omit<Recording, 'accel' | 'gyro'> {
  mode: Mode
  events: DetectedEvent[]
}

/** Returns single samples of a faster recording, as a slower device would send them. */
const atRate = (signal: Signal, rateHz: number | undefined): Signal =>
  rateHz !== undefined && rateHz < signal.hz ? resample(signal, rateHz, false) : signal

/** Replays every recording of a folder, as a device of this mode and rate would send it. */
export async function* evaluate(
  data: string,
  mode: Mode,
  detectorOf: (recording: Recording) => AssessMotion,
  rateHz?: number,
): AsyncGenerator<EvaluatedRecording> {
  for await (const recording of readRecordings(data)) {
    const { accel, gyro, ...description } = recording
    const signal = atRate({ hz: recording.hz, accel, gyro }, rateHz)
    yield { ...description, mode, events: replay(detectorOf(recording), readingsOf(signal, mode)) }
  }
}

/** Returns, for each recording, the detector whose models never saw the person, or the set if that was left out. */
export function detectorsByFold({
  models,
  leftOutSets,
}: TrainedModels): (recording: Recording) => AssessMotion {
  const detectors = models.map((foldModels) => createDetector(foldModels))
  const foldOf = createFolds(leftOutSets)
  return (recording) => detectors[foldOf(recording)] as AssessMotion
}

export function lifeEventsOf(recordings: EvaluatedRecording[]): LifeEvents {
  const life = recordings.filter(({ kind }) => kind === 'life')
  return {
    events: life.flatMap(({ events }) => events).filter(({ score }) => score > noScore),
    wornDays: life.reduce((sum, { wornSeconds }) => sum + wornSeconds, 0) / secondsPerDay,
  }
}
