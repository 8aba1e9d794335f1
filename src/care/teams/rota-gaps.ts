import { minutesPerDay } from '../../platform/lib/duration.ts'

/** The days of a rota, which begins with Monday. */
const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const
type Day = (typeof days)[number]

interface WeeklyShift {
  weekday: Day
  from: string
  to: string
}

/** A time of day on a weekday. */
export interface WeekTime {
  weekday: Day
  time: string
}

/** A time of the week for which a rota has no shift. */
export interface RotaGap {
  from: WeekTime
  to: WeekTime
}

const minutesPerWeek = 7 * minutesPerDay

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

function weekTimeOf(minute: number): WeekTime {
  const inWeek = minute % minutesPerWeek
  const ofDay = inWeek % minutesPerDay
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    weekday: days[Math.floor(inWeek / minutesPerDay)] as Day,
    time: `${two(Math.floor(ofDay / 60))}:${two(ofDay % 60)}`,
  }
}

/** The minutes of the week in which a shift begins and ends, which may be in the next week. */
function spanOf({ weekday, from, to }: WeeklyShift): [start: number, end: number] {
  const start = days.indexOf(weekday) * minutesPerDay + minuteOf(from)
  const length = minuteOf(to) - minuteOf(from)
  return [start, start + (length > 0 ? length : length + minutesPerDay)]
}

/**
 * When a rota has no shift, whether or not somebody is in those that it has. A rota without shifts has no gaps:
 * the members' own hours count. The week has no end: a shift of Sunday night goes on until Monday.
 */
export function gapsOf(shifts: readonly WeeklyShift[]): RotaGap[] {
  const spans = shifts.map(spanOf).sort(([a], [b]) => a - b)
  const [first] = spans
  if (!first) return []
  const gaps: RotaGap[] = []
  let coveredUntil = Math.max(first[0], ...spans.map(([, end]) => end - minutesPerWeek))
  for (const [start, end] of [...spans, [first[0] + minutesPerWeek, 0] as const]) {
    if (start > coveredUntil) gaps.push({ from: weekTimeOf(coveredUntil), to: weekTimeOf(start) })
    coveredUntil = Math.max(coveredUntil, end)
  }
  return gaps
}
