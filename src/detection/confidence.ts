import type { RateScale } from './classifier.ts'
import { confidenceRanges } from './levels/fall-level.ts'

/** Sensitivity is how easily motion raises an alarm: about ten times a day, once a day or once a week on a busy wrist. */
export const sensitivities = ['high', 'normal', 'low'] as const
export type Sensitivity = (typeof sensitivities)[number]

/** The range of scores over which the confidence of the lowest and of the highest level grows. */
const openLevelSpan = 3

/** Returns the scores above which SUSPICIOUS, POTENTIAL, HIGH and CONFIRMED begin. */
export function levelScores(scale: RateScale, sensitivity: Sensitivity): [number, number, number, number] {
  const { hundredADay, tenADay, onceADay, onceAWeek, never } = scale
  if (sensitivity === 'high') return [hundredADay, tenADay, onceADay, onceAWeek]
  if (sensitivity === 'low') return [onceADay, onceAWeek, never, never + (never - onceAWeek) / 2]
  return [tenADay, onceADay, onceAWeek, never]
}

/** Returns the confidence of a score: its level by the scale, and linear in the score within a level. */
export function confidenceOf(score: number, scale: RateScale, sensitivity: Sensitivity): number {
  const levels = levelScores(scale, sensitivity)
  let level = 0
  for (const levelScore of levels) if (score > levelScore) level++
  const [lowest, highest] = confidenceRanges[level] as readonly [number, number]
  const from = levels[level - 1] ?? levels[0] - openLevelSpan
  const to = levels[level] ?? levels[3] + openLevelSpan
  const share = Math.min(1, Math.max(0, (score - from) / Math.max(1e-9, to - from)))
  return Math.round((lowest + (highest - lowest) * share) * 100) / 100
}
