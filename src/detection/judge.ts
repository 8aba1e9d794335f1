import { type Forest, readForest, scoreOf, type WrittenForest } from './forest.ts'

/**
 * Judge gives the log-odds of a fall for an impact so many seconds ago: from what is known early, and from that and
 * what the second after that adds.
 */
export interface Judge {
  early(features: Float64Array, ago: number, isLate: boolean): number
  late(features: Float64Array, ago: number): number
}

/** The least scores of SUSPICIOUS, POTENTIAL, HIGH and CONFIRMED. */
export type LevelScores = readonly [number, number, number, number]

/** FallModel is what training leaves behind: two forests, and what their scores mean. */
export interface FallModel {
  provenance: Provenance
  levels: LevelScores
  early: WrittenForest
  late: WrittenForest
}

export interface Provenance {
  trainedOn: string
  recordings: { falls: number; dailyLife: number; people: number }
  seed: number
  date: string
  /** Found by cross-validation: what share of falls raised an alarm and of daily life did not, per set of recordings. */
  figures: Record<string, { sensitivity: number; specificity: number }>
}

/** Early, less is known: an impact must be this much likelier to count. */
const earlyDoubt = 1

/** Below this score an impact is so far from an alarm that nothing more is asked about it. */
const hopeless = -4

/**
 * scoreImpact asks what is known early alone at first, and takes the mean of both opinions once there is more to
 * tell. The features of later are worked out only when they are asked for.
 */
export function scoreImpact(
  judge: Judge,
  early: Float64Array,
  later: (() => Float64Array) | undefined,
  ago: number,
): number {
  const first = judge.early(early, ago, later !== undefined)
  if (!later) return first - earlyDoubt
  return first < hopeless ? first : (first + judge.late(later(), ago)) / 2
}

/** isDismissed is true when a score given early alone leaves nothing to ask about the impact later. */
export const isDismissed = (score: number) => score < hopeless - earlyDoubt

export function createJudge(early: Forest, late: Forest): Judge {
  return {
    early: (features) => scoreOf(early, features, hopeless),
    late: (features) => scoreOf(late, features, hopeless),
  }
}

export const judgeOf = ({ early, late }: FallModel) => createJudge(readForest(early), readForest(late))

/** The confidence with which each level begins and ends; the service knows the levels by these. */
const ranges = [
  [0, 0.3],
  [0.31, 0.5],
  [0.51, 0.7],
  [0.71, 0.89],
  [0.9, 0.99],
] as const

/** How much score spans the two levels that are open at one end. */
const openSpan = 3

/** confidenceOf says what a score means: within a level the confidence grows evenly with it. */
export function confidenceOf(score: number, levels: LevelScores): number {
  let level = 0
  for (const least of levels) if (score > least) level++
  const [lowest, highest] = ranges[level] as readonly [number, number]
  const from = levels[level - 1] ?? levels[0] - openSpan
  const to = levels[level] ?? levels[3] + openSpan
  const share = Math.min(1, Math.max(0, (score - from) / Math.max(1e-9, to - from)))
  return Math.round((lowest + (highest - lowest) * share) * 100) / 100
}
