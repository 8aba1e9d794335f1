import type { RateScale } from '../../src/detection/classifier.ts'
import type { DetectedEvent } from './replay.ts'

/** The events in recordings of daily life, and how long the devices were worn. */
export interface LifeEvents {
  events: Pick<DetectedEvent, 'score' | 'raised'>[]
  wornDays: number
}

/** Added to the highest score of daily life. */
const neverMargin = 0.2

/** Returns the scale of daily life. Scores above once a day are those that evidence has raised. */
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

/** Returns the score that decides the level of an event: the raised one, if it is an alarm without evidence. */
export const levelScore = ({ score, raised }: LifeEvents['events'][number], onceADay: number) =>
  score > onceADay ? raised : score

const descending = (a: number, b: number) => b - a
/** Returns a number of hundredths that is not below the score, as the product of a score and 100 can be. */
function roundedUp(score: number): number {
  const hundredths = Math.ceil(score * 100)
  return (hundredths / 100 < score ? hundredths + 1 : hundredths) / 100
}

/** Returns the score that at most `count` events exceed. */
function scoreAt(scores: readonly number[], count: number): number {
  return scores[Math.min(scores.length - 1, Math.floor(count))] as number
}

/** Returns the exact 95 % confidence interval of the expected number of events, given the observed one. */
export function poissonInterval(events: number): [low: number, high: number] {
  return [
    events === 0 ? 0 : solve((mean) => 1 - poissonAtMost(events - 1, mean), 0.025),
    solve((mean) => -poissonAtMost(events, mean), -0.025),
  ]
}

/** Returns the probability of at most this many events if `mean` are expected. */
function poissonAtMost(events: number, mean: number): number {
  let logTerm = -mean
  let sum = Math.exp(logTerm)
  for (let k = 1; k <= events; k++) {
    logTerm += Math.log(mean / k)
    sum += Math.exp(logTerm)
  }
  return sum
}

/** Returns where an increasing function reaches a value, by bisection. */
function solve(increasing: (mean: number) => number, target: number): number {
  let [low, high] = [1e-9, 1e6]
  for (let i = 0; i < 200; i++) {
    const middle = (low + high) / 2
    if (increasing(middle) < target) low = middle
    else high = middle
  }
  return high
}
