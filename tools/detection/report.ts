import type { RateScale } from '../../src/detection/classifier.ts'
import { levelScores } from '../../src/detection/confidence.ts'
import { levelScore, poissonInterval } from './calibration.ts'
import { type EvaluatedRecording, lifeEventsOf } from './evaluation.ts'
import { groupBy } from './groups.ts'
import { noScore } from './replay.ts'

const levels = ['SUSPICIOUS', 'POTENTIAL', 'HIGH', 'CONFIRMED'] as const

/** reportFigures gives falls found and false alarms at each level (at normal sensitivity), per set and site. */
export function reportFigures(recordings: EvaluatedRecording[], scale: RateScale): string[] {
  const limits = levelScores(scale, 'normal')
  const title = ['', ...levels].map((text, i) => (i === 0 ? text.padEnd(36) : text.padStart(18))).join('')
  const lines = [title]
  const add = (name: string, cells: string[]) =>
    lines.push(name.padEnd(36) + cells.map((cell) => cell.padStart(18)).join(''))
  for (const [name, own] of groupBy(recordings, ({ dataset, site, kind }) => `${dataset} ${site} ${kind}`)) {
    if (own[0]?.kind === 'life')
      add(
        `${name}, a day worn`,
        limits.map((limit) => lifeCell(own, limit, scale)),
      )
    else {
      const cells = limits.map((limit) => {
        const count = own.filter(({ events }) =>
          events.some((event) => levelScore(event, scale.onceADay) > limit),
        ).length
        return `${((100 * count) / own.length).toFixed(1)} %`
      })
      add(`${name}, of ${own.length}`, cells)
    }
  }
  return lines
}

/** lifeCell is how many events a day worn were above a score, with its 95 % interval. */
function lifeCell(recordings: EvaluatedRecording[], limit: number, { onceADay }: RateScale): string {
  const { events: all, wornDays } = lifeEventsOf(recordings)
  const events = all.filter((event) => levelScore(event, onceADay) > limit).length
  const [low, high] = poissonInterval(events)
  const aDay = (count: number) => (count / wornDays).toFixed(2)
  return `${aDay(events)} (${aDay(low)}–${aDay(high)})`
}

/** tradeOff is the share of falls found at each rate of false alarms a day, from a hundred down to one a month. */
export function tradeOff(
  recordings: EvaluatedRecording[],
): { name: string; points: { perDay: number; found: number }[] }[] {
  const { events, wornDays } = lifeEventsOf(recordings)
  const scores = events.map(({ score }) => score).sort((a, b) => b - a)
  const falls = recordings.filter(({ kind }) => kind === 'fall')
  return [...groupBy(falls, ({ dataset, site }) => `${dataset} ${site}`)].map(([name, own]) => {
    const highest = own.map(({ events }) => Math.max(noScore, ...events.map(({ score }) => score)))
    const points = Array.from({ length: 31 }, (_, step) => 10 ** (1.5 - step / 10)).map((perDay) => {
      const limit = scores[Math.floor(perDay * wornDays)] ?? Number.NEGATIVE_INFINITY
      return { perDay, found: highest.filter((score) => score > limit).length / own.length }
    })
    return { name, points }
  })
}
