import type { Classifier } from './classifier.ts'
import { type ImpactFeatures, type Look, lookSeconds } from './impact-features.ts'
import { type MotionWindow, samplesIn, windowHz } from './motion-window.ts'
import { newestSlot } from './peak-history.ts'
import type { SecondFeatures } from './second-features.ts'

/** Impact is a hard moment that was scored: so many seconds before the newest motion. */
export interface ScoredImpact {
  look: Look
  score: number
  secondsAgo: number
  /** How many seconds are known before it. */
  secondsBefore: number
}

/** PendingImpact waits for its late look: where it was before the window moved on, and its early score. */
export interface PendingImpact {
  index: number
  score: number
}

/** In g. Softer than this hardly anybody was recorded to fall; most of daily life is softer. */
export const leastImpactG = 1.4

/** An impact is the hardest moment within half a second before and after it. */
const reach = Math.round(0.5 * windowHz)

/** Features alone must find an impact this likely before more is asked about it: about ten an hour on a busy wrist. */
const screeningScore = -3.5

/** ExaminationBudget is how many impacts of one reading may still be given to a network, which takes milliseconds. */
export interface ExaminationBudget {
  left: number
}

export const maxExaminations = 2

/**
 * scanWindow scores every impact for which the seconds of a look have come in with the newest motion. It gives the
 * impacts that wait for their late look.
 */
export function scanWindow(
  window: MotionWindow,
  pending: readonly PendingImpact[],
  features: ImpactFeatures,
  classifier: Classifier,
  budget: ExaminationBudget,
  onScore: (impact: ScoredImpact) => void,
): readonly PendingImpact[] {
  const count = samplesIn(window)
  const endOfEarly = count - lookSeconds.early * windowHz
  const endOfLate = count - lookSeconds.late * windowHz
  const first = Math.max(0, endOfEarly - window.fresh)
  const found = impactsBetween(window, first, endOfEarly)
  if (found.length === 0 && !pending.some(({ index }) => index < endOfLate)) return pending
  features.load(window)
  const scoreAt = (index: number, look: Look): number => {
    const screened = classifier.screen(look, features.extract(index, look))
    if (!classifier.hasNetwork || screened <= screeningScore || budget.left <= 0) return screened
    budget.left--
    return classifier.examine(look, screened, window, index)
  }
  const tell = (look: Look, score: number, index: number) =>
    onScore({
      look,
      score,
      secondsAgo: (count - 1 - index) / windowHz,
      secondsBefore: index / windowHz,
    })
  const waiting: PendingImpact[] = []
  for (const impact of pending) {
    if (impact.index >= endOfLate) waiting.push(impact)
    else {
      tell('late', (impact.score + scoreAt(impact.index, 'late')) / 2, impact.index)
    }
  }
  for (const index of found) {
    const score = scoreAt(index, 'early')
    if (score <= screeningScore) continue
    waiting.push({ index, score })
    tell('early', score, index)
  }
  return waiting
}

/** impactsBetween finds the impacts among some samples of a window. */
export function impactsBetween({ values }: MotionWindow, from: number, until: number): number[] {
  const found: number[] = []
  const count = values.length / 3
  const square = (i: number) => {
    const x = values[i * 3] as number
    const y = values[i * 3 + 1] as number
    const z = values[i * 3 + 2] as number
    return x * x + y * y + z * z
  }
  for (let at = from; at < until; at++) {
    const here = square(at)
    if (here < leastImpactG * leastImpactG) continue
    let isHardest = true
    // Of moments that are as hard as each other, which clipping makes of many, the first counts.
    for (let i = Math.max(0, at - reach); isHardest && i < at; i++)
      if (square(i) >= here * 0.9999) isHardest = false
    const end = Math.min(count - 1, at + reach)
    for (let i = at + 1; isHardest && i <= end; i++) if (square(i) > here * 1.0001) isHardest = false
    if (isHardest) found.push(at)
  }
  return found
}

/** scanHistory does the same for devices without samples: one second stands for each moment. */
export function scanHistory(
  features: SecondFeatures,
  classifier: Classifier,
  onScore: (impact: ScoredImpact) => void,
): void {
  for (const look of ['early', 'late'] as const) {
    const slot = newestSlot - lookSeconds[look]
    const here = features.magnitudeAt(slot)
    if (
      here < leastImpactG ||
      features.magnitudeAt(slot - 1) >= here ||
      features.magnitudeAt(slot + 1) > here
    )
      continue
    const early = classifier.screen('early', features.extract(slot, 'early'))
    const score =
      look === 'early' ? early : (early + classifier.screen('late', features.extract(slot, 'late'))) / 2
    const secondsBefore = knownSecondsBefore(features, slot)
    onScore({ look, score, secondsAgo: lookSeconds[look], secondsBefore })
  }
}

/** knownSecondsBefore counts from the first second that is known: one that was lost since does not make the device new. */
function knownSecondsBefore(features: SecondFeatures, slot: number): number {
  let first = 0
  while (first < slot && features.magnitudeAt(first) < 0) first++
  return slot - first
}
