import type { LevelScores } from '../../src/detection/judge.ts'
import type { Trial } from './cross-validation.ts'
import { groupBy } from './groups.ts'
import type { Mode } from './replay.ts'

/** Aim is the least share of falls that must raise an alarm, and of daily life that must not. */
interface Aim {
  sensitivity: number
  specificity: number
}

/** What each site aims for: a wrist does much that a waist does not. */
const aims: Record<Mode, Record<string, Aim>> = {
  samples: {
    waist: { sensitivity: 0.99, specificity: 0.99 },
    wrist: { sensitivity: 0.97, specificity: 0.95 },
  },
  bare: {
    waist: { sensitivity: 0.985, specificity: 0.985 },
    wrist: { sensitivity: 0.92, specificity: 0.93 },
  },
}

/** The shares of events at HIGH and at CONFIRMED that must be falls: a little more than what they aim for, 0.90 and 0.97. */
const highShare = 0.92
const confirmedShare = 0.975

const roomForHigh = 0.75

/** So much score below an alarm is still worth noting. */
const suspicionSpan = 1.5

export interface Figures {
  falls: number
  dailyLife: number
  sensitivity: number
  specificity: number
}

export function figuresOf(trials: Trial[], isAlarm: (trial: Trial) => boolean): Figures {
  const falls = trials.filter(({ recording }) => recording.fall)
  const daily = trials.filter(({ recording }) => !recording.fall)
  return {
    falls: falls.length,
    dailyLife: daily.length,
    sensitivity: falls.filter(isAlarm).length / Math.max(1, falls.length),
    specificity: daily.filter((trial) => !isAlarm(trial)).length / Math.max(1, daily.length),
  }
}

/** chooseAlarm finds the score from which on to raise an alarm: the one that keeps furthest from missing any aim. */
export function chooseAlarm(trials: Trial[], mode: Mode): number {
  const sites = [...groupBy(trials, ({ recording }) => recording.site)]
  let [best, bestMargin] = [0, Number.NEGATIVE_INFINITY]
  const margins: [number, number][] = []
  for (let step = -60; step <= 80; step++) {
    const alarm = step / 20
    const margin = Math.min(...sites.map(([site, own]) => marginOf(own, alarm, aims[mode][site])))
    margins.push([alarm, margin])
    if (margin > bestMargin) [best, bestMargin] = [alarm, margin]
  }
  // The middle of where it is about as good: a score less bound to these very recordings.
  const good = margins.filter(([, margin]) => margin >= bestMargin - 1e-9).map(([alarm]) => alarm)
  return good[Math.floor(good.length / 2)] ?? best
}

function marginOf(trials: Trial[], alarm: number, aim: Aim = { sensitivity: 0.9, specificity: 0.9 }): number {
  const { sensitivity, specificity } = figuresOf(trials, ({ score }) => score > alarm)
  return Math.min(
    (sensitivity - aim.sensitivity) / (1 - aim.sensitivity),
    (specificity - aim.specificity) / (1 - aim.specificity),
  )
}

/**
 * chooseLevels finds what scores mean: HIGH begins where enough of the events up to CONFIRMED are falls, and CONFIRMED
 * where they are in every set, and so far on that there is room for HIGH.
 */
export function chooseLevels(trials: Trial[], mode: Mode): LevelScores {
  const alarm = chooseAlarm(trials, mode)
  const sets = [...groupBy(trials, ({ recording }) => recording.dataset).values()]
  let confirmed = alarm + 1
  while (!sets.every((own) => areFalls(between(own, confirmed), confirmedShare)) && confirmed < mostScore) {
    confirmed += step
  }
  confirmed += roomForHigh
  let high = beginOfHigh(trials, alarm, confirmed)
  while (high === undefined && confirmed < mostScore) {
    confirmed += step
    high = beginOfHigh(trials, alarm, confirmed)
  }
  const rounded = (score: number) => Math.round(score * 100) / 100
  return [
    rounded(alarm - suspicionSpan),
    rounded(alarm),
    rounded(high ?? confirmed - leastSpan),
    rounded(confirmed),
  ]
}

const step = 0.05
const mostScore = 12

/** HIGH spans at least so much score, and so many of the trials: fewer would tell nothing. */
const leastSpan = 0.3
const leastEvents = 20

function beginOfHigh(trials: Trial[], alarm: number, confirmed: number): number | undefined {
  for (let high = alarm + 0.2; high <= confirmed - leastSpan; high += step) {
    const events = between(trials, high, confirmed)
    if (events.length >= leastEvents && areFalls(events, highShare)) return high
  }
  return undefined
}

const between = (trials: Trial[], from: number, to = Number.POSITIVE_INFINITY) =>
  trials.filter(({ score }) => score > from && score <= to)

const areFalls = (events: Trial[], share: number) =>
  events.filter(({ recording }) => recording.fall).length >= share * events.length
