import { minutesPerDay, msPerDay, msPerSecond, secondsPerMinute } from './duration.ts'

/** A moment as a clock and a calendar on the wall show it. */
export interface LocalTime {
  /** 0 is Sunday. */
  weekday: number
  minuteOfDay: number
}

/** Creating a formatter takes longer than using it a thousand times; an installation has one time zone. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(timeZone, formatter)
  }
  return formatter
}

/** True for the IANA names that this computer knows, such as Europe/Madrid. */
export function isTimeZone(name: string): boolean {
  try {
    // Offsets such as +02:00 are accepted by newer versions of Node only, and know no daylight saving time.
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en-US', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** Writes the name of a time zone as everybody does: Europe/Madrid for europe/madrid. */
export const canonicalTimeZone = (name: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone

/** The local time, written as if it were UTC, in milliseconds. */
export function wallClock(at: Date, timeZone: string): number {
  const parts = Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year)
  const date = new Date(0)
  date.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day))
  date.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second))
  return date.getTime()
}

export function localTime(at: Date, timeZone: string): LocalTime {
  const clock = new Date(wallClock(at, timeZone))
  return { weekday: clock.getUTCDay(), minuteOfDay: clock.getUTCHours() * 60 + clock.getUTCMinutes() }
}

/** When the clock shows a local time, written as wallClock writes it; where it shows it twice, one of the two. */
export function instantOf(clock: number, timeZone: string): Date {
  let result = new Date(clock)
  // The first offset may be that of the other side of a change; the second is that of the result.
  for (let pass = 0; pass < 2; pass++)
    result = new Date(clock - (wallClock(result, timeZone) - result.getTime()))
  return result
}

/** The first moment from a given one on at which the clock shows a time of day. */
export function nextLocalTime(at: Date, minuteOfDay: number, timeZone: string): Date {
  const clock = wallClock(at, timeZone)
  const startOfDay = Math.floor(clock / msPerDay) * msPerDay
  const isToday = localTime(at, timeZone).minuteOfDay <= minuteOfDay % minutesPerDay
  const target = startOfDay + (isToday ? 0 : msPerDay) + minuteOfDay * secondsPerMinute * msPerSecond
  // The offset may change between the two moments; the second pass uses that of the target.
  let result = at
  for (let pass = 0; pass < 2; pass++) {
    const offset = wallClock(result, timeZone) - Math.floor(result.getTime() / msPerSecond) * msPerSecond
    result = new Date(target - offset)
  }
  return result
}
