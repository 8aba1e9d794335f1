import type { RateScale } from '../../src/detection/classifier.ts'
import type { Mode } from '../../src/detection/detector-state.ts'
import { type AssessMotion, createDetector, type Models } from '../../src/detection/fall-detector.ts'
import { secondsPerDay } from '../../src/platform/lib/duration.ts'
import { calibrate, type LifeEvents } from './calibration.ts'
import { createFolds, foldsTrainedWithout } from './folds.ts'
import type { TrainedModels } from './models.ts'
import { type Recording, readRecordings } from './recordings.ts'
import { type DetectedEvent, noScore, readingsOf, replay, type Signal } from './replay.ts'
import { resample } from './signals.ts'

/** The description of a recording, and the events that a detector found in it. */
export interface EvaluatedRecording extends Omit<Recording, 'accel' | 'gyro'> {
  mode: Mode
  /** The detector, counted from 0: several that never saw a data set find events in each of its recordings. */
  detector: number
  events: DetectedEvent[]
}

/** Returns single samples of a faster recording, as a slower device would send them. */
const atRate = (signal: Signal, rateHz: number | undefined): Signal =>
  rateHz !== undefined && rateHz < signal.hz ? resample(signal, rateHz, false) : signal

/** Replays every recording of a folder by each of its detectors, as a device of this mode and rate would send it. */
export async function* evaluate(
  data: string,
  mode: Mode,
  detectorsOf: (recording: Recording) => readonly AssessMotion[],
  rateHz?: number,
): AsyncGenerator<EvaluatedRecording> {
  for await (const recording of readRecordings(data)) {
    const { accel, gyro, ...description } = recording
    const signal = atRate({ hz: recording.hz, accel, gyro }, rateHz)
    for (const [detector, assess] of detectorsOf(recording).entries()) {
      yield { ...description, mode, detector, events: replay(assess, readingsOf(signal, mode)) }
    }
  }
}

export async function evaluateAll(...of: Parameters<typeof evaluate>): Promise<EvaluatedRecording[]> {
  const recordings: EvaluatedRecording[] = []
  for await (const recording of evaluate(...of)) recordings.push(recording)
  return recordings
}

/** What detectors found in recordings, and the scale that decides its level. */
export interface Evaluation {
  name: string
  recordings: EvaluatedRecording[]
  scale: RateScale
}

/**
 * Evaluates models on what they never saw: all recordings by the models of their folds or, if data sets were left out, each
 * set and daily life by the models without that set. Each set then has a scale of its own, because models that lack a set
 * score all motion differently from those that lack another one.
 */
export async function* evaluateUnseen(
  data: string,
  mode: Mode,
  trained: TrainedModels,
  rateHz?: number,
): AsyncGenerator<Evaluation> {
  const { leftOutSets } = trained
  const parts: { name: string; fold?: number }[] =
    leftOutSets.length > 0
      ? leftOutSets.map((set, fold) => ({ name: `${set} by models that never saw it`, fold }))
      : [{ name: 'by models that never saw the person' }]
  for (const { name, fold } of parts) {
    const recordings = await evaluateAll(data, mode, unseenBy(trained, fold), rateHz)
    yield { name, recordings, scale: calibrate(lifeEventsOf(recordings)) }
  }
}

/** Returns, for each recording, the detectors whose models were trained without it, and without a data set if one is given. */
export function unseenBy(
  { models, leftOutSets }: TrainedModels,
  leftOutFold?: number,
): (recording: Recording) => AssessMotion[] {
  const foldOf = createFolds(leftOutSets)
  const detectors = foldsTrainedWithout(leftOutSets).flatMap((without, i) =>
    leftOutFold === undefined || without.includes(leftOutFold)
      ? [{ without, assess: createDetector(models[i] as Models) }]
      : [],
  )
  return (recording) => {
    const fold = foldOf(recording)
    return detectors.filter(({ without }) => without.includes(fold)).map(({ assess }) => assess)
  }
}

export function lifeEventsOf(recordings: EvaluatedRecording[]): LifeEvents {
  const life = recordings.filter(({ kind }) => kind === 'life')
  return {
    events: life.flatMap(({ events }) => events).filter(({ score }) => score > noScore),
    wornDays: life.reduce((sum, { wornSeconds }) => sum + wornSeconds, 0) / secondsPerDay,
  }
}
