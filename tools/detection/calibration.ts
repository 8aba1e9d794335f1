import type { RateScale } from '../../src/detection/classifier.ts'

/** LifeScores are the scores of the events that daily life raised, highest first, and how long it was worn. */
export interface LifeScores {
  scores: number[]
  wornDays: number
}

/** Beyond the highest score of daily life, so that it would not have been reached in any of those hours. */
const neverMargin = 0.2

/** calibrate finds the scores that daily life reaches so many times a day. */
export function calibrate({ scores, wornDays }: LifeScores): RateScale {
  const scale = {
    hundredADay: scoreAt(scores, 100 * wornDays),
    tenADay: scoreAt(scores, 10 * wornDays),
    onceADay: scoreAt(scores, wornDays),
    onceAWeek: scoreAt(scores, wornDays / 7),
    never: (scores[0] ?? 0) + neverMargin,
  }
  return Object.fromEntries(
    Object.entries(scale).map(([rate, score]) => [rate, Math.ceil(score * 100) / 100]),
  ) as unknown as RateScale
}

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
