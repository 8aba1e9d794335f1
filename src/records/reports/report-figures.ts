import type { Outcome } from '../../alerting/model/incident.ts'

/** FallFigures is how many alarms of a fall were falls, and what the others were. */
export interface FallFigures {
  falls: number
  nearFalls: number
  falseAlarms: number
  tests: number
  /** The patient said that they are fine before anybody was told. */
  cancelled: number
}

interface CountedFall {
  state: string | null
  outcome: Outcome | null
}

/** countFalls counts a fall until its incident is resolved as something else. */
export function countFalls(falls: readonly CountedFall[]): FallFigures {
  const figures: FallFigures = { falls: 0, nearFalls: 0, falseAlarms: 0, tests: 0, cancelled: 0 }
  for (const fall of falls) figures[figureOf(fall)]++
  return figures
}

function figureOf({ state, outcome }: CountedFall): keyof FallFigures {
  if (outcome === 'NEAR_FALL') return 'nearFalls'
  if (outcome === 'FALSE_ALARM') return 'falseAlarms'
  if (outcome === 'TEST') return 'tests'
  return outcome === null && state === 'CANCELLED' ? 'cancelled' : 'falls'
}

export interface AnswerFigures {
  answered: number
  unanswered: number
  medianSeconds: number | null
  longestSeconds: number | null
}

/** answerFigures summarises how long people waited for an answer; null is somebody who got none. */
export function answerFigures(waited: readonly (number | null)[]): AnswerFigures {
  const seconds = waited.filter((value) => value !== null).sort((a, b) => a - b)
  return {
    answered: seconds.length,
    unanswered: waited.length - seconds.length,
    medianSeconds: median(seconds),
    longestSeconds: seconds.at(-1) ?? null,
  }
}

function median(sorted: readonly number[]): number | null {
  const middle = Math.floor((sorted.length - 1) / 2)
  const [low, high] = [sorted[middle], sorted[sorted.length - 1 - middle]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** share is a part of the whole, with four decimals; null if there is nothing to have a share of. */
export const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((Math.min(part, whole) / whole) * 10_000) / 10_000
