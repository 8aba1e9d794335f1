/** The days of a week as the service names them, beginning with Monday. */
export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const
export type Weekday = (typeof weekdays)[number]

/** The same hours on several days. */
export interface DutyHours {
  days: Weekday[]
  /** HH:MM */
  from: string
  to: string
}

/** One line of the editor. */
export interface HoursRow {
  /** Only for React, which has to know a line again. */
  key: number
  day: Weekday
  from: string
  to: string
}

let lastKey = 0
export const newRow = (day: Weekday, from = '08:00', to = '16:00'): HoursRow => ({
  key: ++lastKey,
  day,
  from,
  to,
})

/** Has a line for each day, in the order of the day. */
export function rowsOf(hours: readonly DutyHours[]): HoursRow[] {
  return weekdays.flatMap((day) =>
    hours
      .filter(({ days }) => days.includes(day))
      .sort((a, b) => a.from.localeCompare(b.from))
      .map(({ from, to }) => newRow(day, from, to)),
  )
}

/** Puts days with the same hours together, as the service stores them. */
export function hoursOf(rows: readonly HoursRow[]): DutyHours[] {
  const hours = new Map<string, DutyHours>()
  for (const day of weekdays)
    for (const { from, to } of rows.filter((row) => row.day === day)) {
      const same = hours.get(`${from}-${to}`) ?? { days: [], from, to }
      if (!same.days.includes(day)) same.days.push(day)
      hours.set(`${from}-${to}`, same)
    }
  return [...hours.values()]
}

/** Gives every day the hours of one. */
export const copyToAllDays = (rows: readonly HoursRow[], day: Weekday): HoursRow[] =>
  weekdays.flatMap((each) =>
    rows.filter((row) => row.day === day).map(({ from, to }) => newRow(each, from, to)),
  )

/** True for hours over midnight, and of a whole day. */
export const endsNextDay = ({ from, to }: HoursRow) => from !== '' && to !== '' && to <= from

const maxHours = 50

/** Why the service would refuse the hours. */
export function problemOf(rows: readonly HoursRow[]): 'empty' | 'incomplete' | 'tooMany' | undefined {
  if (rows.length === 0) return 'empty'
  if (rows.some(({ from, to }) => !from || !to)) return 'incomplete'
  return hoursOf(rows).length > maxHours ? 'tooMany' : undefined
}
