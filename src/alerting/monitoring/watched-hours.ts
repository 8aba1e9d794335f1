import { minutesPerDay, msPerDay, msPerMinute } from '../../platform/lib/duration.ts'
import { instantOf, localTime, wallClock } from '../../platform/lib/local-time.ts'

/** Hours of every day, such as 22:00 to 06:00; the whole day if both are equal. */
export interface WatchedHours {
  from: string
  to: string
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** How many minutes of a day the hours have. */
export function minutesWatched({ from, to }: WatchedHours): number {
  return (minutesOf(to) - minutesOf(from) + minutesPerDay) % minutesPerDay || minutesPerDay
}

/** Whether a moment lies within the hours on the clock of a time zone. */
export function isWatched(at: Date, hours: WatchedHours, timeZone: string): boolean {
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)]
  const { minuteOfDay } = localTime(at, timeZone)
  if (from === to) return true
  return from < to ? minuteOfDay >= from && minuteOfDay < to : minuteOfDay >= from || minuteOfDay < to
}

/** When the hours in which a moment lies have begun; undefined outside of them. The whole day has no beginning. */
export function watchedSince(at: Date, hours: WatchedHours, timeZone: string): Date | undefined {
  if (!isWatched(at, hours, timeZone)) return undefined
  if (hours.from === hours.to) return new Date(0)
  const clock = wallClock(at, timeZone)
  const today = Math.floor(clock / msPerDay) * msPerDay + minutesOf(hours.from) * msPerMinute
  return instantOf(today <= clock ? today : today - msPerDay, timeZone)
}
