import type { RateScale } from './classifier.ts'

/** Sensitivity is how eagerly alarms are raised: about ten a day, one a day or one a week on a busy wrist. */
export const sensitivities = ['high', 'normal', 'low'] as const
export type Sensitivity = (typeof sensitivities)[number]

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

/** levelScores are the least scores of SUSPICIOUS, POTENTIAL, HIGH and CONFIRMED. */
export function levelScores(scale: RateScale, sensitivity: Sensitivity): [number, number, number, number] {
  const { hundredADay, tenADay, onceADay, onceAWeek, never } = scale
  if (sensitivity === 'high') return [hundredADay, tenADay, onceADay, onceAWeek]
  if (sensitivity === 'low') return [onceADay, onceAWeek, never, never + (never - onceAWeek) / 2]
  return [tenADay, onceADay, onceAWeek, never]
}

/** confidenceOf says how rarely daily life reaches a score: within a level the confidence grows evenly with it. */
export function confidenceOf(score: number, scale: RateScale, sensitivity: Sensitivity): number {
  const levels = levelScores(scale, sensitivity)
  let level = 0
  for (const least of levels) if (score > least) level++
  const [lowest, highest] = ranges[level] as readonly [number, number]
  const from = levels[level - 1] ?? levels[0] - openSpan
  const to = levels[level] ?? levels[3] + openSpan
  const share = Math.min(1, Math.max(0, (score - from) / Math.max(1e-9, to - from)))
  return Math.round((lowest + (highest - lowest) * share) * 100) / 100
}
