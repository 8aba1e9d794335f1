import { msPerDay, msPerHour } from '../../platform/lib/duration.ts'
import { wallClock } from '../../platform/lib/local-time.ts'
import type { Outcome } from '../model/incident.ts'

/** How many falls there were in a quarter of an hour, the finest difference between time zones. */
export interface FallCount {
  at: Date
  count: number
  /** Of their incident; null while it has none. */
  outcome: Outcome | null
  /** By a person, instead of detected by a device. */
  isReported?: boolean
}

export interface FallStatistics {
  /** By the hour of the day, from 0 to 23. */
  byHour: number[]
  /** By week, beginning on Mondays: all weeks of the time, also those without a fall. */
  byWeek: { weekStart: string; count: number }[]
  /** How many of them people reported. */
  reported: number
  /** What turned out to be no fall, and is counted nowhere else. */
  nearFalls: number
  falseAlarms: number
  tests: number
}

/** The outcomes after which something was no fall. */
const noFall: readonly (Outcome | null)[] = ['NEAR_FALL', 'FALSE_ALARM', 'TEST']

const dayOf = (clock: number) => Math.floor(clock / msPerDay)

/** The day of the Monday before; the first of all days was a Thursday. */
const mondayOf = (clock: number) => {
  const day = dayOf(clock)
  return day - ((((day + 3) % 7) + 7) % 7)
}

/** Counts falls between two times, by the hours and weeks of a time zone. */
export function fallStatistics(counts: FallCount[], from: Date, to: Date, timeZone: string): FallStatistics {
  const byHour = Array.from({ length: 24 }, () => 0)
  const byMonday = new Map<number, number>()
  const lastMonday = mondayOf(wallClock(to, timeZone))
  for (let monday = mondayOf(wallClock(from, timeZone)); monday <= lastMonday; monday += 7)
    byMonday.set(monday, 0)
  let reported = 0
  for (const { at, count, outcome, isReported } of counts) {
    if (noFall.includes(outcome)) continue
    if (isReported) reported += count
    const clock = wallClock(at, timeZone)
    const hour = Math.floor((clock % msPerDay) / msPerHour)
    byHour[hour] = (byHour[hour] ?? 0) + count
    const monday = mondayOf(clock)
    byMonday.set(monday, (byMonday.get(monday) ?? 0) + count)
  }
  const byWeek = [...byMonday]
    .sort(([a], [b]) => a - b)
    .map(([monday, count]) => ({ weekStart: new Date(monday * msPerDay).toISOString().slice(0, 10), count }))
  const countOf = (wanted: Outcome) =>
    counts.reduce((sum, { outcome, count }) => sum + (outcome === wanted ? count : 0), 0)
  return {
    byHour,
    byWeek,
    reported,
    nearFalls: countOf('NEAR_FALL'),
    falseAlarms: countOf('FALSE_ALARM'),
    tests: countOf('TEST'),
  }
}
