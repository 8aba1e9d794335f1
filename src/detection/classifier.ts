import { createNetwork, type Network } from './convolutional-network.ts'
import { decodeForest, type EncodedForest, type Forest, scoreOf } from './forest.ts'
import type { Look } from './impact-features.ts'
import type { MotionWindow } from './motion-window.ts'
import type { EncodedNetwork } from './network-layers.ts'

/** The result of training: the forests and networks that score an impact at each look, and the scale. */
export interface FallModel {
  provenance: Provenance
  /** The names of the features that the forests were trained on, in order. */
  features: Record<Look, readonly string[]>
  forests: Record<Look, EncodedForest>
  /** An ensemble for each look; its score is the mean. */
  networks?: Record<Look, readonly EncodedNetwork[]>
  scale: RateScale
}

export interface Provenance {
  trainedOn: string
  recordings: { falls: number; trials: number; lifeHours: number; people: number }
  seed: number
  date: string
}

/**
 * The scores that daily life on a wrist exceeds a hundred times, ten times and once a day, once a week, and
 * never in the recorded hours.
 */
export interface RateScale {
  hundredADay: number
  tenADay: number
  onceADay: number
  onceAWeek: number
  never: number
}

/** Returns the log-odds of a fall for an impact at a look. */
export interface Classifier {
  /** The score of the forest, from the features. */
  screen(look: Look, features: Float64Array): number
  /** The score of forest and network together, from the motion; the given one if there is no network. */
  examine(look: Look, screened: number, window: MotionWindow, impact: number): number
  hasNetwork: boolean
}

/** An impact below this score is so far from an alarm that evaluation ends. */
const earlyExitScore = -6

/** The weight of the forest relative to the network, which on its own finds more falls at the same rate of false alarms. */
const forestWeight = 0.4

/** Throws if the model was trained on other features than are extracted. */
export function createClassifier(
  model: Pick<FallModel, 'features' | 'forests' | 'networks'>,
  features: Record<Look, readonly string[]>,
): Classifier {
  for (const look of ['early', 'late'] as const)
    assertSameFeatures(look, model.features[look], features[look])
  const forests: Record<Look, Forest> = {
    early: decodeForest(model.forests.early),
    late: decodeForest(model.forests.late),
  }
  const { networks } = model
  const ensembles: Record<Look, Network> | undefined = networks && {
    early: createNetwork(networks.early),
    late: createNetwork(networks.late),
  }
  return {
    screen: (look, values) => scoreOf(forests[look], values, earlyExitScore),
    examine: (look, screened, window, impact) =>
      ensembles
        ? (ensembles[look].score(window, impact) + forestWeight * screened) / (1 + forestWeight)
        : screened,
    hasNetwork: ensembles !== undefined,
  }
}

function assertSameFeatures(look: Look, trained: readonly string[], extracted: readonly string[]): void {
  const differing = extracted.findIndex((name, i) => trained[i] !== name)
  if (differing < 0 && trained.length === extracted.length) return
  const index = differing < 0 ? extracted.length : differing
  throw new Error(
    `The model was trained on other features (${look}, index ${index}: ${trained[index]} instead of ${extracted[index]}): train it again`,
  )
}
