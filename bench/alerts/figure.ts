import { ascending, percentile, printTable, rounded } from '../figures.ts'

/** A measurement beside its goal. */
export interface Figure {
  name: string
  measured: string
  goal: string
  isMet: boolean
  /** What is written to the results. */
  values: Record<string, number>
}

/** Met if the 99th percentile is below the goal, and there are as many values as expected. */
export function latencyFigure(name: string, valuesMs: number[], goalMs: number, expected = 1): Figure {
  const sorted = ascending([...valuesMs])
  const at = (share: number) => rounded(percentile(sorted, share))
  const values = { count: sorted.length, expected, p50Ms: at(0.5), p99Ms: at(0.99), longestMs: at(1) }
  const missing = expected > sorted.length ? `, ${expected - sorted.length} missing` : ''
  return {
    name,
    measured: `p99 ${values.p99Ms} ms (p50 ${values.p50Ms}, longest ${values.longestMs}, ${sorted.length} values${missing})`,
    goal: `p99 < ${goalMs} ms`,
    isMet: sorted.length >= Math.max(1, expected) && values.p99Ms < goalMs,
    values,
  }
}

/** Met if the count is not above the goal. */
export function countFigure(name: string, count: number, goal: number, of: string): Figure {
  return {
    name,
    measured: `${count} (${of})`,
    goal: goal === 0 ? '0' : `≤ ${goal}`,
    isMet: count <= goal,
    values: { count },
  }
}

export function printFigures(figures: Figure[]): void {
  printTable(
    ['', 'measured', 'goal', ''],
    figures.map(({ name, measured, goal, isMet }) => [name, measured, goal, isMet ? 'met' : 'MISSED']),
  )
}
