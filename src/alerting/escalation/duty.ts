import { localTime } from '../../platform/lib/local-time.ts'

/** The days of the week, in the order of Date.getDay. */
export const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const
export type Weekday = (typeof weekdays)[number]

/** DutyHours begin at `from` on each of the days, and end on the next day if `to` is not later. */
export interface DutyHours {
  days: Weekday[]
  /** HH:MM in the time zone of the installation. */
  from: string
  to: string
}

/** Whether a caregiver is at work; with hours, only within them. */
export interface Duty {
  onDuty: boolean
  hours: DutyHours[] | null
}

/** The duty of a caregiver who has not said anything else. */
export const alwaysOnDuty: Duty = { onDuty: true, hours: null }

export function isOnDuty({ onDuty, hours }: Duty, at: Date, timeZone: string): boolean {
  if (!onDuty || !hours) return onDuty
  const { weekday, minuteOfDay } = localTime(at, timeZone)
  return hours.some(({ days, from, to }) => {
    const isDay = (day: number) => days.includes(weekdays[day] as Weekday)
    const [start, end] = [minuteOf(from), minuteOf(to)]
    if (start < end) return isDay(weekday) && start <= minuteOfDay && minuteOfDay < end
    return (isDay(weekday) && start <= minuteOfDay) || (isDay((weekday + 6) % 7) && minuteOfDay < end)
  })
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
