import { createNetwork, type Network, type WrittenNetwork } from './convolutional-network.ts'
import { type Forest, readForest, scoreOf, type WrittenForest } from './forest.ts'
import type { Look } from './impact-features.ts'
import type { MotionWindow } from './motion-window.ts'

/** FallModel is what training leaves behind: how to score an impact at each look, and what the scores mean. */
export interface FallModel {
  provenance: Provenance
  /** The features that the forests were grown on, in their order. */
  features: Record<Look, readonly string[]>
  forests: Record<Look, WrittenForest>
  /** Several for each look, whose mean counts. */
  networks?: Record<Look, readonly WrittenNetwork[]>
  scale: RateScale
}

export interface Provenance {
  trainedOn: string
  recordings: { falls: number; trials: number; lifeHours: number; people: number }
  seed: number
  date: string
}

/**
 * RateScale is the scores that daily life on a wrist reaches a hundred times, ten times and once a day, once a week, and
 * not once in all the hours that were recorded.
 */
export interface RateScale {
  hundredADay: number
  tenADay: number
  onceADay: number
  onceAWeek: number
  never: number
}

/** Classifier gives the log-odds of a fall for an impact at a look. */
export interface Classifier {
  /** What the features alone tell. */
  screen(look: Look, features: Float64Array): number
  /** What the motion itself tells in addition, where there is a network. */
  examine(look: Look, screened: number, window: MotionWindow, impact: number): number
  hasNetwork: boolean
}

/** Below this score an impact is so far from an alarm that nothing more is asked about it. */
const earlyExit = -6

/** What the forest says beside the network: alone, the network finds more falls at the same rate of false alarms. */
const forestWeight = 0.4

/** createClassifier fails for a model that was trained on other features than are extracted. */
export function createClassifier(
  model: Pick<FallModel, 'features' | 'forests' | 'networks'>,
  features: Record<Look, readonly string[]>,
): Classifier {
  for (const look of ['early', 'late'] as const)
    assertSameFeatures(look, model.features[look], features[look])
  const forests: Record<Look, Forest> = {
    early: readForest(model.forests.early),
    late: readForest(model.forests.late),
  }
  const { networks } = model
  const network: Record<Look, Network> | undefined = networks && {
    early: createNetwork(networks.early),
    late: createNetwork(networks.late),
  }
  return {
    screen: (look, values) => scoreOf(forests[look], values, earlyExit),
    examine: (look, screened, window, impact) =>
      network
        ? (network[look].score(window, impact) + forestWeight * screened) / (1 + forestWeight)
        : screened,
    hasNetwork: network !== undefined,
  }
}

function assertSameFeatures(look: Look, trained: readonly string[], extracted: readonly string[]): void {
  const at = extracted.findIndex((name, i) => trained[i] !== name)
  if (at < 0 && trained.length === extracted.length) return
  const place = at < 0 ? extracted.length : at
  throw new Error(
    `The model was trained on other features (${look}, place ${place}: ${trained[place]} instead of ${extracted[place]}): train it again`,
  )
}
