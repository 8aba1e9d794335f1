import { isOnDuty, type Weekday, weekdays } from '../../alerting/escalation/duty.ts'
import { msPerDay, msPerMinute } from '../../platform/lib/duration.ts'
import { instantOf, localTime, wallClock } from '../../platform/lib/local-time.ts'

/** A weekly shift. It begins at `from`, and ends on the next day if `to` is not later. */
export interface Shift {
  weekday: Weekday
  /** HH:MM in the time zone of the installation. */
  from: string
  to: string
}

/** When a shift begins and ends once. */
export interface ShiftTime {
  startsAt: Date
  endsAt: Date
}

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

export const isInShift = ({ weekday, from, to }: Shift, at: Date, timeZone: string): boolean =>
  isOnDuty({ onDuty: true, hours: [{ days: [weekday], from, to }] }, at, timeZone)

/** When the current one of these shifts began and ends; of several, the one that began last. */
export function shiftTimeAt(shifts: readonly Shift[], at: Date, timeZone: string): ShiftTime | undefined {
  const times = shifts
    .filter((shift) => isInShift(shift, at, timeZone))
    .map((shift) => timeOf(shift, at, timeZone))
  return times.sort((a, b) => b.startsAt.getTime() - a.startsAt.getTime())[0]
}

/** For a moment within the shift: it began on that day or, if it is over midnight, on the day before. */
function timeOf({ weekday, from, to }: Shift, at: Date, timeZone: string): ShiftTime {
  const [start, end] = [minuteOf(from), minuteOf(to)]
  const { weekday: today, minuteOfDay } = localTime(at, timeZone)
  const beganToday = weekdays[today] === weekday && start <= minuteOfDay
  const midnight = Math.floor(wallClock(at, timeZone) / msPerDay) * msPerDay
  const firstDay = beganToday ? midnight : midnight - msPerDay
  const lastDay = start < end ? firstDay : firstDay + msPerDay
  return {
    startsAt: instantOf(firstDay + start * msPerMinute, timeZone),
    endsAt: instantOf(lastDay + end * msPerMinute, timeZone),
  }
}
