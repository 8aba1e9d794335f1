import type { Classifier } from './classifier.ts'
import { type ImpactFeatures, type Look, lookSeconds } from './impact-features.ts'
import { type MotionWindow, samplesIn, windowHz } from './motion-window.ts'
import { newestSlot } from './peak-history.ts'
import type { PerSecondFeatures } from './per-second-features.ts'

/** The score of an impact at a look. */
export interface ScoredImpact {
  look: Look
  score: number
  /** The time from the impact to the newest motion. */
  secondsAgo: number
  /** How many seconds before the impact are known. */
  secondsBefore: number
}

/** An impact that waits for a look: its sample in the window, and its early score if it has one. */
export interface PendingImpact {
  index: number
  score: number | undefined
}

/** Hardly any recorded fall is softer than this, and most of daily life is. */
export const minImpactG = 1.4

/** An impact is the highest sample within half a second before and after it. */
const reachSamples = Math.round(0.5 * windowHz)

/** Only impacts that the forest scores higher are examined by the networks: about eight an hour on a busy wrist. */
const screeningScore = -3.5

/**
 * Limits how many impacts of one reading are examined by the networks, which takes milliseconds each.
 * The impacts with the highest scores come first; the others wait for the next reading.
 */
export interface ExaminationBudget {
  left: number
}

/** The budget of a reading that covers several seconds. */
const maxExaminations = 3

/** Returns the budget of a reading that covers this many seconds. */
export const examinationsFor = (seconds: number) =>
  Math.min(maxExaminations, Math.max(1, Math.round(seconds)))

/**
 * Scores every impact whose look has become due with the newest motion. It returns the impacts that wait for
 * a look.
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
  const earlyEnd = count - lookSeconds.early * windowHz
  const lateEnd = count - lookSeconds.late * windowHz
  const first = Math.max(0, earlyEnd - window.fresh)
  const found = impactsBetween(window, first, earlyEnd).map((index) => ({ index, score: undefined }))
  const isDue = ({ index, score }: PendingImpact) => score === undefined || index < lateEnd
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
    const { index, score: earlyScore } = impact
    const isExamined = classifier.hasNetwork && screened > screeningScore
    if (isExamined && budget.left <= 0) {
      waiting.push(impact)
      continue
    }
    if (isExamined) budget.left--
    const lookScore = isExamined ? classifier.examine(look, screened, window, index) : screened
    if (earlyScore === undefined && lookScore <= screeningScore) continue
    if (earlyScore === undefined) waiting.push({ index, score: lookScore })
    onScore({
      look,
      score: earlyScore === undefined ? lookScore : (earlyScore + lookScore) / 2,
      secondsAgo: (count - 1 - index) / windowHz,
      secondsBefore: index / windowHz,
    })
  }
  return waiting
}

/** Returns the impacts among some samples of a window. */
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
    const own = square(at)
    if (own < minImpactG * minImpactG) continue
    let isHardest = true
    // Clipping makes many samples equally high; the first of them counts.
    for (let i = Math.max(0, at - reachSamples); isHardest && i < at; i++)
      if (square(i) >= own * 0.9999) isHardest = false
    const end = Math.min(count - 1, at + reachSamples)
    for (let i = at + 1; isHardest && i <= end; i++) if (square(i) > own * 1.0001) isHardest = false
    if (isHardest) found.push(at)
  }
  return found
}

/** Does the same for devices without samples, where an impact is a second. */
export function scanHistory(
  features: PerSecondFeatures,
  classifier: Classifier,
  onScore: (impact: ScoredImpact) => void,
): void {
  for (const look of ['early', 'late'] as const) {
    const slot = newestSlot - lookSeconds[look]
    const magnitude = features.magnitudeAt(slot)
    const isImpact =
      magnitude >= minImpactG &&
      features.magnitudeAt(slot - 1) < magnitude &&
      features.magnitudeAt(slot + 1) <= magnitude
    if (!isImpact) continue
    const earlyScore = classifier.screen('early', features.extract(slot, 'early'))
    const score =
      look === 'early'
        ? earlyScore
        : (earlyScore + classifier.screen('late', features.extract(slot, 'late'))) / 2
    const secondsBefore = knownSecondsBefore(features, slot)
    onScore({ look, score, secondsAgo: lookSeconds[look], secondsBefore })
  }
}

/**
 * Counts from the first known second, because a second that was lost since does not make the history
 * shorter.
 */
function knownSecondsBefore(features: PerSecondFeatures, slot: number): number {
  let first = 0
  while (first < slot && features.magnitudeAt(first) < 0) first++
  return slot - first
}
