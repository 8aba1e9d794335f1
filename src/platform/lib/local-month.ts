import { instantOf, wallClock } from './local-time.ts'

/** A month of a calendar on the wall: `to` is exclusive. */
export interface LocalMonth {
  month: string
  from: Date
  to: Date
}

/** The month `YYYY-MM` in a time zone. */
export function localMonth(month: string, timeZone: string): LocalMonth {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return {
    month,
    from: instantOf(Date.UTC(year, number - 1), timeZone),
    to: instantOf(Date.UTC(year, number), timeZone),
  }
}

/** The month, `YYYY-MM`, that lies so many months before the one of a moment in a time zone. */
export function localMonthBefore(at: Date, months: number, timeZone: string): string {
  const clock = new Date(wallClock(at, timeZone))
  const first = new Date(Date.UTC(clock.getUTCFullYear(), clock.getUTCMonth() - months))
  return first.toISOString().slice(0, 7)
}

/** A moment as a spreadsheet reads it: `2026-11-03 14:05`. */
export function localMinute(at: Date, timeZone: string): string {
  return new Date(wallClock(at, timeZone)).toISOString().slice(0, 16).replace('T', ' ')
}
