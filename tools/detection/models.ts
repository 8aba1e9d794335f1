import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FallModel } from '../../src/detection/classifier.ts'
import type { Mode } from '../../src/detection/detector-state.ts'
import type { Models } from '../../src/detection/fall-detector.ts'
import type { EncodedForest } from '../../src/detection/forest.ts'
import type { Look } from '../../src/detection/impact-features.ts'
import type { EncodedNetwork } from '../../src/detection/network-layers.ts'
import { foldCount } from './folds.ts'

export const modes: readonly Mode[] = ['samples', 'summary', 'peak-only']
export const looks: readonly Look[] = ['early', 'late']

/** The names of the files in the work folder of training. */
export const recordingsFile = (work: string) => join(work, 'recordings.json')

export const forestsFile = (work: string, mode: Mode, look: Look) =>
  join(work, `${mode}-${look}.forests.json`)

export const networksFile = (work: string) => join(work, 'networks.json')

/** A scale that opens an event for every relevant score, because the levels are calibrated on these events. */
const uncalibratedScale = { hundredADay: -3, tenADay: 90, onceADay: 91, onceAWeek: 92, never: 93 }

/** Returns the models of each fold and, last, those of all people. They have no calibrated scale. */
export function readTrainedModels(work: string): Models[] {
  const networks = JSON.parse(readFileSync(networksFile(work), 'utf8')) as Record<Look, EncodedNetwork[][]>
  const forests = Object.fromEntries(
    modes.map((mode) => [
      mode,
      Object.fromEntries(
        looks.map((look) => [look, JSON.parse(readFileSync(forestsFile(work, mode, look), 'utf8'))]),
      ),
    ]),
  ) as Record<Mode, Record<Look, { features: string[]; forests: EncodedForest[] }>>
  return Array.from({ length: foldCount + 1 }, (_, fold) => {
    const modelOf = (mode: Mode): Models[Mode] => {
      const { early, late } = forests[mode]
      return {
        features: { early: early.features, late: late.features },
        forests: { early: early.forests[fold], late: late.forests[fold] } as FallModel['forests'],
        ...(mode === 'samples' && {
          networks: { early: networks.early[fold], late: networks.late[fold] } as Record<
            Look,
            EncodedNetwork[]
          >,
        }),
        scale: uncalibratedScale,
      }
    }
    return {
      samples: modelOf('samples'),
      summary: modelOf('summary'),
      'peak-only': modelOf('peak-only'),
    }
  })
}
