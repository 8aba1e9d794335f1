import { serviceTime } from '../live/service-clock.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
  ['second', secondMs],
]

/** A formatter takes the browser milliseconds to make, and most screens need two of them. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Formats are how dates, numbers and durations are written in a language. */
export function createFormats(language: string) {
  const relative = once(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))
  const time = once(() => new Intl.DateTimeFormat(language, { timeStyle: 'short' }))
  const date = once(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }))
  const dateTime = once(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }))
  const exact = once(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }))
  const number = once(() => new Intl.NumberFormat(language))
  const percent = once(() => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }))
  const list = once(() => new Intl.ListFormat(language))
  const choice = once(() => new Intl.ListFormat(language, { type: 'disjunction' }))
  return {
    language,
    /** "3 minutes ago"; seconds only below a minute. */
    relative(at: Date, now: Date): string {
      const ms = at.getTime() - now.getTime()
      const [unit, size] = units.find(([, size]) => Math.abs(ms) >= size) ?? (['second', secondMs] as const)
      return relative().format(Math.trunc(ms / size), unit)
    },
    /** "14:02" today, with the date on other days. */
    time: (at: Date, now = serviceTime()) =>
      at.toDateString() === now.toDateString() ? time().format(at) : dateTime().format(at),
    date: (at: Date) => date().format(at),
    exact: (at: Date) => exact().format(at),
    /** "1:05" for a countdown. */
    countdown(ms: number): string {
      const seconds = Math.max(0, Math.ceil(ms / secondMs))
      return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    },
    number: (value: number) => number().format(value),
    percent: (value: number) => percent().format(value),
    list: (words: readonly string[]) => list().format(words),
    /** "e-mail or ntfy". */
    choice: (words: readonly string[]) => choice().format(words),
  }
}

export type Formats = ReturnType<typeof createFormats>
