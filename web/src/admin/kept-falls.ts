import type { Schema } from '../api/client.ts'

type FallStatistic = Schema<'FallStatistic'>

/** A number of falls, and what turned out to be none. */
export interface KeptFalls {
  falls: number
  nearFalls: number
  falseAlarms: number
  tests: number
}

const countOf: Readonly<Record<string, keyof KeptFalls>> = {
  NEAR_FALL: 'nearFalls',
  FALSE_ALARM: 'falseAlarms',
  TEST: 'tests',
}

const kindOf = ({ outcome }: FallStatistic): keyof KeptFalls => countOf[outcome] ?? 'falls'

/** Adds up statistics for each month that has some, the newest first. */
export function keptByMonth(statistics: readonly FallStatistic[]): (KeptFalls & { month: string })[] {
  const months = new Map<string, KeptFalls>()
  for (const statistic of statistics) {
    const { month, falls } = statistic
    const counts = months.get(month) ?? { falls: 0, nearFalls: 0, falseAlarms: 0, tests: 0 }
    counts[kindOf(statistic)] += falls
    months.set(month, counts)
  }
  return [...months].sort(([a], [b]) => b.localeCompare(a)).map(([month, counts]) => ({ month, ...counts }))
}

/** Adds up the falls for each hour of the day. */
export function keptByHour(statistics: readonly FallStatistic[]): number[] {
  const hours = Array.from({ length: 24 }, () => 0)
  for (const statistic of statistics)
    if (kindOf(statistic) === 'falls') hours[statistic.hour] = (hours[statistic.hour] ?? 0) + statistic.falls
  return hours
}
