import type { RateScale } from '../../src/detection/classifier.ts'
import { levelScores } from '../../src/detection/confidence.ts'
import { recordedLevels } from '../../src/detection/levels/fall-level.ts'
import { levelScore, poissonInterval } from './calibration.ts'
import { type EvaluatedRecording, lifeEventsOf } from './evaluation.ts'
import { groupBy } from './groups.ts'
import { noScore } from './replay.ts'

/** Returns falls found and false alarms at each level (at normal sensitivity), by data set and site. */
export function reportFigures(recordings: EvaluatedRecording[], scale: RateScale): string[] {
  const thresholds = levelScores(scale, 'normal')
  const title = ['', ...recordedLevels]
    .map((text, i) => (i === 0 ? text.padEnd(36) : text.padStart(18)))
    .join('')
  const lines = [title]
  const add = (name: string, cells: string[]) =>
    lines.push(name.padEnd(36) + cells.map((cell) => cell.padStart(18)).join(''))
  for (const [name, group] of groupBy(
    recordings,
    ({ dataset, site, kind }) => `${dataset} ${site} ${kind}`,
  )) {
    if (group[0]?.kind === 'life')
      add(
        `${name}, a day worn`,
        thresholds.map((threshold) => lifeCell(group, threshold, scale)),
      )
    else {
      const cells = thresholds.map((threshold) => {
        const count = group.filter(({ events }) =>
          events.some((event) => levelScore(event, scale.onceADay) > threshold),
        ).length
        return `${((100 * count) / group.length).toFixed(1)} %`
      })
      add(`${name}, of ${group.filter(({ detector }) => detector === 0).length}`, cells)
    }
  }
  return lines
}

/** Returns the number of events above a score for each day worn, with its 95 % confidence interval. */
function lifeCell(recordings: EvaluatedRecording[], threshold: number, { onceADay }: RateScale): string {
  const { events: all, wornDays } = lifeEventsOf(recordings)
  const events = all.filter((event) => levelScore(event, onceADay) > threshold).length
  const [low, high] = poissonInterval(events)
  const perDay = (count: number) => (count / wornDays).toFixed(2)
  return `${perDay(events)} (${perDay(low)}–${perDay(high)})`
}

/** Returns the share of falls found at each rate of false alarms, from about thirty a day to one a month. */
export function tradeOff(
  recordings: EvaluatedRecording[],
): { name: string; points: { perDay: number; found: number }[] }[] {
  const { events, wornDays } = lifeEventsOf(recordings)
  const scores = events.map(({ score }) => score).sort((a, b) => b - a)
  const falls = recordings.filter(({ kind }) => kind === 'fall')
  return [...groupBy(falls, ({ dataset, site }) => `${dataset} ${site}`)].map(([name, group]) => {
    const highest = group.map(({ events }) => Math.max(noScore, ...events.map(({ score }) => score)))
    const points = Array.from({ length: 31 }, (_, step) => 10 ** (1.5 - step / 10)).map((perDay) => {
      const threshold = scores[Math.floor(perDay * wornDays)] ?? Number.NEGATIVE_INFINITY
      return { perDay, found: highest.filter((score) => score > threshold).length / group.length }
    })
    return { name, points }
  })
}
