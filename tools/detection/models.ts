import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FallModel } from '../../src/detection/classifier.ts'
import { defaultModels } from '../../src/detection/default-detector.ts'
import type { Mode } from '../../src/detection/detector-state.ts'
import type { Models } from '../../src/detection/fall-detector.ts'
import type { EncodedForest } from '../../src/detection/forest.ts'
import type { Look } from '../../src/detection/impact-features.ts'
import type { EncodedNetwork } from '../../src/detection/network-layers.ts'

export const modes: readonly Mode[] = ['samples', 'full-summary', 'summary', 'peak-only']
export const looks: readonly Look[] = ['early', 'late']

/** The names of the files in the work folder of training. */
export const recordingsFile = (work: string) => join(work, 'recordings.json')

export const forestsFile = (work: string, mode: Mode, look: Look) =>
  join(work, `${mode}-${look}.forests.json`)

export const networksFile = (work: string) => join(work, 'networks.json')

/** A scale that opens an event for every relevant score, because the levels are calibrated on these events. */
const uncalibratedScale = { hundredADay: -3, tenADay: 90, onceADay: 91, onceAWeek: 92, never: 93 }

/** What the examples of a work folder were made with. */
export interface TrainingChoices {
  seed: number
  /** The data sets that are folds as a whole; if there are none, the folds are split by person. */
  leftOutSets: readonly string[]
  /** The modes that there are examples for. */
  modes: readonly Mode[]
}

export interface TrainedModels extends TrainingChoices {
  /** The models of each fold and, unless sets were left out, last those of all people. They have no calibrated scale. */
  models: Models[]
}

export function readTrainingChoices(work: string): TrainingChoices {
  const choices = JSON.parse(readFileSync(recordingsFile(work), 'utf8')) as TrainingChoices
  return { seed: choices.seed, leftOutSets: choices.leftOutSets, modes: choices.modes }
}

/** Reads the trained models of these modes; for the others there are those of the service, which must not be evaluated. */
export function readTrainedModels(work: string, trainedModes: readonly Mode[] = modes): TrainedModels {
  const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
  const networks: Record<Look, EncodedNetwork[][]> | undefined = trainedModes.includes('samples')
    ? readJson(networksFile(work))
    : undefined
  const forests = trainedModes.map(
    (mode): [Mode, Record<Look, { features: string[]; forests: EncodedForest[] }>] => [
      mode,
      { early: readJson(forestsFile(work, mode, 'early')), late: readJson(forestsFile(work, mode, 'late')) },
    ],
  )
  const foldCount = forests[0]?.[1].early.forests.length ?? 0
  const models = Array.from({ length: foldCount }, (_, fold): Models => {
    const trained = forests.map(([mode, { early, late }]): [Mode, Models[Mode]] => [
      mode,
      {
        features: { early: early.features, late: late.features },
        forests: { early: early.forests[fold], late: late.forests[fold] } as FallModel['forests'],
        ...(mode === 'samples' &&
          networks && {
            networks: { early: networks.early[fold], late: networks.late[fold] } as NonNullable<
              FallModel['networks']
            >,
          }),
        scale: uncalibratedScale,
      },
    ])
    return { ...defaultModels, ...Object.fromEntries(trained) }
  })
  return { ...readTrainingChoices(work), models }
}
