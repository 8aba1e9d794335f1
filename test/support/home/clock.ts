// The hours of a home, worked out without the code of the service, with which they are compared.

export const timeZone = 'Europe/Madrid'
export const minute = 60_000
export const hour = 60 * minute

const format = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  hourCycle: 'h23',
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
})

/** What the clock on the wall shows, in minutes since 1970 as if it were UTC. */
function wallMinutes(at: number): number {
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 0, day = 0, hour: hours = 0, minute: minutes = 0 } = part
  return Date.UTC(year, month - 1, day, hours, minutes) / minute
}

/** The minute of the day on the clock on the wall. */
export const minuteOfDay = (at: number): number => wallMinutes(at) % 1440

/** The moment at which the clock on the wall shows a minute of a day; days count from the first one, in 2027. */
export function momentOf(day: number, minutes: number): number {
  const wall = Date.UTC(2027, 2, 24 + day) / minute + minutes
  // What the clock shows at that minute of UTC is ahead of it by an hour or two; near a change of the clocks, look again.
  let at = wall * minute
  for (let i = 0; i < 2; i++) at -= (wallMinutes(at) - wall) * minute
  return at
}

export const noon = 12 * 60

/** Minutes that pass from noon of a day on: in the night in which the clocks change, no minute is left out and none comes twice. */
export const afterNoon = (day: number, minutes: number) => momentOf(day, noon) + (minutes - noon) * minute

/** The home begins to live at noon of the first day. */
export const beginOfHome = momentOf(0, noon)

/** Something from one moment to another. */
export interface Span {
  from: number
  to: number
}

export interface Hours {
  from: string
  to: string
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Whether a moment is in the hours; both the same is the whole day. */
export function isWithin(at: number, hours: Hours): boolean {
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)]
  const now = minuteOfDay(at)
  if (from === to) return true
  return from < to ? from <= now && now < to : now >= from || now < to
}

/** When the hours of a day in which a moment lies have begun; of hours that do not cross midnight. */
export const beginOf = (at: number, { from }: Hours): number =>
  at - (at % minute) - (minuteOfDay(at) - minutesOf(from)) * minute
