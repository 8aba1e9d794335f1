import { instantOf } from '../../platform/lib/local-time.ts'

const datePattern = /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?$/

/** The year, month or day that a FHIR date names: `to` is exclusive. */
export interface DateSpan {
  from: Date
  to: Date
}

/** Reads `2026`, `2026-11` or `2026-11-03` in a time zone; undefined if it is none of them. */
export function dateSpan(text: string, timeZone: string): DateSpan | undefined {
  const [, year = '', month, day] = datePattern.exec(text) ?? []
  if (!year || Number(year) < 1900) return undefined
  const [y, m, d] = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)]
  const first = new Date(Date.UTC(y, m, d))
  if (first.getUTCDate() !== d) return undefined
  const end = day ? Date.UTC(y, m, d + 1) : month ? Date.UTC(y, m + 1) : Date.UTC(y + 1, 0)
  return { from: instantOf(first.getTime(), timeZone), to: instantOf(end, timeZone) }
}
