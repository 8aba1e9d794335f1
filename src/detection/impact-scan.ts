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

/** PendingImpact waits for a look: where it was before the window moved on, and its early score, unless that is due. */
export interface PendingImpact {
  index: number
  score: number | undefined
}

/** In g. Softer than this hardly anybody was recorded to fall; most of daily life is softer. */
export const leastImpactG = 1.4

/** An impact is the hardest moment within half a second before and after it. */
const reach = Math.round(0.5 * windowHz)

/** Features alone must find an impact this likely before the networks are asked: about seven an hour on a busy wrist. */
const screeningScore = -3.5

/**
 * ExaminationBudget is how many impacts of one reading may still be given to the networks, which takes milliseconds. The
 * likeliest come first, and those beyond it wait for the next reading.
 */
export interface ExaminationBudget {
  left: number
}

/** Of a reading that covers many seconds. */
const maxExaminations = 3

export const examinationsIn = (seconds: number) => Math.min(maxExaminations, Math.max(1, Math.round(seconds)))

/**
 * scanWindow scores every impact for which the seconds of a look have come in with the newest motion. It gives the
 * impacts that wait for a look.
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
  const found = impactsBetween(window, first, endOfEarly).map((index) => ({ index, score: undefined }))
  const isDue = ({ index, score }: PendingImpact) => score === undefined || index < endOfLate
  const due = [...pending.filter(isDue), ...found]
  if (due.length === 0) return pending
  features.load(window)
  const waiting = pending.filter((impact) => !isDue(impact))
  const screenedImpacts = due.map((impact) => {
    const look: Look = impact.score === undefined ? 'early' : 'late'
    return { impact, look, screened: classifier.screen(look, features.extract(impact.index, look)) }
  })
  screenedImpacts.sort((a, b) => b.screened - a.screened)
  for (const { impact, look, screened } of screenedImpacts) {
    const { index, score: early } = impact
    const isExamined = classifier.hasNetwork && screened > screeningScore
    if (isExamined && budget.left <= 0) {
      waiting.push(impact)
      continue
    }
    if (isExamined) budget.left--
    const seen = isExamined ? classifier.examine(look, screened, window, index) : screened
    if (early === undefined && seen <= screeningScore) continue
    if (early === undefined) waiting.push({ index, score: seen })
    onScore({
      look,
      score: early === undefined ? seen : (early + seen) / 2,
      secondsAgo: (count - 1 - index) / windowHz,
      secondsBefore: index / windowHz,
    })
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

/**
 * knownSecondsBefore counts from the first second that is known: one that was lost since does not make the device new.
 */
function knownSecondsBefore(features: SecondFeatures, slot: number): number {
  let first = 0
  while (first < slot && features.magnitudeAt(first) < 0) first++
  return slot - first
}
