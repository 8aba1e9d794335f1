import { type Outcome, reportedKinds } from '../../alerting/model/incident.ts'

/** How many alarms of a fall were falls, and what the others were. */
export interface FallFigures {
  falls: number
  /** How many of these falls people reported, instead of a device. */
  reported: number
  nearFalls: number
  falseAlarms: number
  tests: number
  /** The patient said that they are fine before anybody was told. */
  cancelled: number
}

/** The kinds of incidents that a report counts beside falls. */
export const countedKinds = reportedKinds.filter((kind) => kind !== 'FALL')
export type CountedKind = (typeof countedKinds)[number]

/** Adds up incidents by their kind. */
export function countByKind(
  incidents: readonly { kind: CountedKind; count: number }[],
): Record<CountedKind, number> {
  const counts = Object.fromEntries(countedKinds.map((kind) => [kind, 0])) as Record<CountedKind, number>
  for (const { kind, count } of incidents) counts[kind] += count
  return counts
}

interface JudgedFall {
  state: string | null
  outcome: Outcome | null
}

interface CountedFall extends JudgedFall {
  isDetected: boolean
}

/** Counts a fall until its incident is resolved as something else. */
export function countFalls(falls: readonly CountedFall[]): FallFigures {
  const figures: FallFigures = { falls: 0, reported: 0, nearFalls: 0, falseAlarms: 0, tests: 0, cancelled: 0 }
  for (const fall of falls) {
    const figure = figureOf(fall)
    figures[figure]++
    if (figure === 'falls' && !fall.isDetected) figures.reported++
  }
  return figures
}

/** True until an alarm of a fall turns out to be something else. */
export const isCountedAsFall = (fall: JudgedFall): boolean => figureOf(fall) === 'falls'

function figureOf({ state, outcome }: JudgedFall): Exclude<keyof FallFigures, 'reported'> {
  if (outcome === 'NEAR_FALL') return 'nearFalls'
  if (outcome === 'FALSE_ALARM') return 'falseAlarms'
  if (outcome === 'TEST') return 'tests'
  return outcome === null && state === 'CANCELLED' ? 'cancelled' : 'falls'
}

export interface AnswerFigures {
  answered: number
  unanswered: number
  medianSeconds: number | null
  /** Nine of ten were answered within this time. */
  p90Seconds: number | null
  longestSeconds: number | null
  /** The shares that were answered in time. Somebody who still waits counts once the time has passed. */
  within60s: number | null
  within180s: number | null
}

/** How long somebody has waited, and whether for an answer. */
export interface Answer {
  waitedSeconds: number
  isAnswered: boolean
}

/** Summarises how long people waited for an answer. */
export function answerFigures(answers: readonly Answer[]): AnswerFigures {
  const seconds = answers
    .flatMap(({ isAnswered, waitedSeconds }) => (isAnswered ? waitedSeconds : []))
    .sort((a, b) => a - b)
  return {
    answered: seconds.length,
    unanswered: answers.length - seconds.length,
    medianSeconds: median(seconds),
    p90Seconds: seconds[Math.ceil(seconds.length * 0.9) - 1] ?? null,
    longestSeconds: seconds.at(-1) ?? null,
    within60s: shareWithin(answers, 60),
    within180s: shareWithin(answers, 180),
  }
}

function shareWithin(answers: readonly Answer[], limit: number): number | null {
  const decided = answers.filter(({ isAnswered, waitedSeconds }) => isAnswered || waitedSeconds > limit)
  const inTime = decided.filter(({ waitedSeconds }) => waitedSeconds <= limit)
  return share(inTime.length, decided.length)
}

/** A number of falls for each 1,000 days that somebody lived there, with two decimals; null without a day. */
export const ratePer1000 = (falls: number, days: number): number | null =>
  days > 0 ? Math.round((falls / days) * 100_000) / 100 : null

function median(sorted: readonly number[]): number | null {
  const middle = Math.floor((sorted.length - 1) / 2)
  const [low, high] = [sorted[middle], sorted[sorted.length - 1 - middle]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** A part of the whole, with four decimals; null if there is nothing to have a share of. */
export const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((Math.min(part, whole) / whole) * 10_000) / 10_000
