import {
  type AssessMotion,
  createDetector,
  type Mode,
  type Models,
} from '../../src/detection/fall-detector.ts'
import type { LifeScores } from './calibration.ts'
import { createFolds } from './folds.ts'
import { type Recording, readRecordings } from './recordings.ts'
import { type DetectedEvent, noScore, readingsOf, replay, type Signal } from './replay.ts'
import { resample } from './signals.ts'

/** EvaluatedRecording is a recording's facts and what a detector opened in it. */
export interface EvaluatedRecording extends Omit<Recording, 'accel' | 'gyro'> {
  mode: Mode
  events: DetectedEvent[]
}

/** A slower device is evaluated by single samples of a faster recording. */
const atRate = (signal: Signal, rateHz: number | undefined): Signal =>
  rateHz !== undefined && rateHz < signal.hz ? resample(signal, rateHz, false) : signal

/** evaluate replays every recording of a folder, as a device of this mode and rate would send it. */
export async function* evaluate(
  data: string,
  mode: Mode,
  detectorOf: (recording: Recording) => AssessMotion,
  rateHz?: number,
): AsyncGenerator<EvaluatedRecording> {
  for await (const recording of readRecordings(data)) {
    const { accel, gyro, ...facts } = recording
    const signal = atRate({ hz: recording.hz, accel, gyro }, rateHz)
    yield { ...facts, mode, events: replay(detectorOf(recording), readingsOf(signal, mode)) }
  }
}

/** detectorsByFold gives each recording to the detector that never saw its person. */
export function detectorsByFold(models: Models[]): (recording: Recording) => AssessMotion {
  const detectors = models.map((own) => createDetector(own))
  const foldOf = createFolds()
  return (recording) => detectors[foldOf(recording)] as AssessMotion
}

export function lifeScoresOf(recordings: EvaluatedRecording[]): LifeScores {
  const life = recordings.filter(({ kind }) => kind === 'life')
  const scores = life
    .flatMap(({ events }) => events.map(({ score }) => score))
    .filter((score) => score > noScore)
    .sort((a, b) => b - a)
  return { scores, wornDays: life.reduce((sum, { wornSeconds }) => sum + wornSeconds, 0) / 86_400 }
}

/** highestScore is that of the events of a recording. */
export const highestScore = ({ events }: EvaluatedRecording) =>
  Math.max(Number.NEGATIVE_INFINITY, ...events.map(({ score }) => score))
