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

/** The shares of events at HIGH and at CONFIRMED that must be falls. */
const highShare = 0.9
const confirmedShare = 0.97

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

/** chooseLevels finds what scores mean: HIGH begins where enough of the events are falls, CONFIRMED where they are in every set. */
export function chooseLevels(trials: Trial[], mode: Mode): LevelScores {
  const alarm = chooseAlarm(trials, mode)
  const sets = [...groupBy(trials, ({ recording }) => recording.dataset).values()]
  const holds = (from: number, to: number, share: number) =>
    sets.every((own) => {
      const events = own.filter(({ score }) => score > from && score <= to)
      return events.filter(({ recording }) => recording.fall).length >= share * events.length
    })
  let confirmed = alarm + 1
  while (!holds(confirmed, Number.POSITIVE_INFINITY, confirmedShare + 0.005) && confirmed < 12)
    confirmed += 0.05
  // Further on, so that there is room for HIGH where the falls are many already.
  confirmed += roomForHigh
  const isHigh = (from: number) => {
    const events = trials.filter(({ score }) => score > from && score <= confirmed)
    return events.filter(({ recording }) => recording.fall).length >= highShare * events.length
  }
  let high = alarm + 0.2
  while (!isHigh(high) && high < confirmed - 0.1) high += 0.05
  const rounded = (score: number) => Math.round(score * 100) / 100
  return [rounded(alarm - suspicionSpan), rounded(alarm), rounded(high), rounded(confirmed)]
}
