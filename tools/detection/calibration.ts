import type { RateScale } from '../../src/detection/classifier.ts'
import type { DetectedEvent } from './replay.ts'

/** LifeEvents are the events that daily life raised, and how long it was worn. */
export interface LifeEvents {
  events: Pick<DetectedEvent, 'score' | 'raised'>[]
  wornDays: number
}

/** Beyond the highest score of daily life, so that it would not have been reached in any of those hours. */
const neverMargin = 0.2

/** calibrate finds the scores that daily life reaches so many times a day, those above once a day with what comes after. */
export function calibrate({ events, wornDays }: LifeEvents): RateScale {
  if (events.length === 0) throw new Error('There is no daily life among the recordings')
  const scores = events.map(({ score }) => score).sort(descending)
  const onceADay = roundedUp(scoreAt(scores, wornDays))
  const raised = events.map((event) => levelScore(event, onceADay)).sort(descending)
  return {
    hundredADay: roundedUp(scoreAt(scores, 100 * wornDays)),
    tenADay: roundedUp(scoreAt(scores, 10 * wornDays)),
    onceADay,
    onceAWeek: roundedUp(scoreAt(raised, wornDays / 7)),
    never: roundedUp((raised[0] as number) + neverMargin),
  }
}

/** levelScore is what an event's level goes by: the seconds after an impact count for what is an alarm without them. */
export const levelScore = ({ score, raised }: LifeEvents['events'][number], onceADay: number) =>
  score > onceADay ? raised : score

const descending = (a: number, b: number) => b - a
const roundedUp = (score: number) => Math.ceil(score * 100) / 100

/** scoreAt is the score above which no more than `count` events are. */
function scoreAt(scores: readonly number[], count: number): number {
  return scores[Math.min(scores.length - 1, Math.floor(count))] as number
}

/** poissonInterval is the 95 % interval of a rate of which so many events were seen (chi-squared, by bisection). */
export function poissonInterval(events: number): [low: number, high: number] {
  return [
    events === 0 ? 0 : solve((mean) => 1 - poissonAtMost(events - 1, mean), 0.025),
    solve((mean) => -poissonAtMost(events, mean), -0.025),
  ]
}

/** poissonAtMost is the probability of no more than so many events where so many are expected. */
function poissonAtMost(events: number, mean: number): number {
  let logTerm = -mean
  let sum = Math.exp(logTerm)
  for (let k = 1; k <= events; k++) {
    logTerm += Math.log(mean / k)
    sum += Math.exp(logTerm)
  }
  return sum
}

function solve(rising: (mean: number) => number, target: number): number {
  let [low, high] = [1e-9, 1e6]
  for (let i = 0; i < 200; i++) {
    const middle = (low + high) / 2
    if (rising(middle) < target) low = middle
    else high = middle
  }
  return high
}
