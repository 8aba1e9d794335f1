import { msPerSecond } from './duration.ts'
import { wallClock } from './local-time.ts'

/** LocalMonth is a month of a calendar on the wall: `to` is exclusive. */
export interface LocalMonth {
  month: string
  from: Date
  to: Date
}

/** localMonth is the month `YYYY-MM` in a time zone. */
export function localMonth(month: string, timeZone: string): LocalMonth {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return {
    month,
    from: startOfDay(Date.UTC(year, number - 1), timeZone),
    to: startOfDay(Date.UTC(year, number), timeZone),
  }
}

/** startOfDay is when the clock shows a time, which is written as if it were UTC. */
export function startOfDay(clock: number, timeZone: string): Date {
  let result = new Date(clock)
  // The offset may change between the two moments; the second pass uses that of the first result.
  for (let pass = 0; pass < 2; pass++) {
    const offset = wallClock(result, timeZone) - Math.floor(result.getTime() / msPerSecond) * msPerSecond
    result = new Date(clock - offset)
  }
  return result
}

/** localMinute is a moment as a spreadsheet reads it: `2026-11-03 14:05`. */
export function localMinute(at: Date, timeZone: string): string {
  return new Date(wallClock(at, timeZone)).toISOString().slice(0, 16).replace('T', ' ')
}
