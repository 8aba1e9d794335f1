import type { ImportRow } from './import-file.ts'

export const dateOrders = ['DAY_FIRST', 'MONTH_FIRST'] as const
export type DateOrder = (typeof dateOrders)[number]

/** 24 is 1924, or the last year that ended with it. */
export const twoDigitYears = ['NINETEEN_HUNDREDS', 'LAST_HUNDRED_YEARS'] as const
export type TwoDigitYears = (typeof twoDigitYears)[number]

/** How the dates of a file are meant, where it does not say so itself. */
export interface DateAnswers {
  dateOrder?: DateOrder | undefined
  twoDigitYears?: TwoDigitYears | undefined
}

/** What a file leaves open; it is not imported before somebody has answered. */
export interface DateQuestion {
  about: keyof DateAnswers
  /** A date as the file has it. */
  example: string
  /** What each answer would make of the example. */
  options: { answer: DateOrder | TwoDigitYears; date: string }[]
  lines: number[]
}

interface WrittenDate {
  row: ImportRow
  text: string
  separator: string
  parts: [number, number, number]
  yearLength: number
}

/** Writes the birth dates of the rows as YYYY-MM-DD. What is no date stays as it is, and becomes an error. */
export function readDates(
  rows: readonly ImportRow[],
  answers: DateAnswers,
  { today, localeOrder }: { today: string; localeOrder: DateOrder | undefined },
): DateQuestion[] {
  const dates = rows.flatMap((row) => writtenDate(row) ?? [])
  const order = orderOf(dates) ?? localeOrder
  const isOrderOpen = order === undefined && answers.dateOrder === undefined && dates.some(hasTwoReadings)
  const short = dates.filter(({ yearLength }) => yearLength === 2)
  const chosen = {
    dateOrder: answers.dateOrder ?? order ?? 'DAY_FIRST',
    twoDigitYears: answers.twoDigitYears ?? 'NINETEEN_HUNDREDS',
  }
  for (const date of dates) {
    const iso = isoDate(date, chosen, today)
    if (iso) date.row.cells.dateOfBirth = iso
  }
  const question = (
    about: keyof DateAnswers,
    choices: readonly (DateOrder | TwoDigitYears)[],
    asked: WrittenDate[],
  ): DateQuestion[] => {
    const optionsOf = (date: WrittenDate) =>
      choices.map((answer) => ({
        answer,
        date: isoDate(date, { ...chosen, [about]: answer }, today) ?? date.text,
      }))
    // One that shows what the answer changes, if there is one.
    const shown = asked.find((date) => new Set(optionsOf(date).map((option) => option.date)).size > 1)
    const example = shown ?? asked[0]
    if (!example) return []
    const lines = asked.map(({ row }) => row.line)
    return [{ about, example: example.text, options: optionsOf(example), lines }]
  }
  return [
    ...question('dateOrder', dateOrders, isOrderOpen ? dates.filter(hasTwoReadings) : []),
    ...question('twoDigitYears', twoDigitYears, answers.twoDigitYears ? [] : short),
  ]
}

const pattern = /^(\d{1,2})([./-])(\d{1,2})\2(\d{2}|\d{4})$/
const yearFirst = /^(\d{4})([./-])(\d{1,2})\2(\d{1,2})$/
/** Spreadsheets write the time of a date as well. */
const midnight = /[ T]00?:00(:00)?$/

/** A date that ends with the year; one that begins with it has one meaning, and is written at once. */
function writtenDate(row: ImportRow): WrittenDate | undefined {
  const text = row.cells.dateOfBirth?.replace(midnight, '').replace(/\s*([./-])\s*/g, '$1')
  if (text === undefined) return undefined
  const [, year, , month, day] = yearFirst.exec(text) ?? []
  if (year && month && day)
    row.cells.dateOfBirth = writeDate(Number(year), Number(month), Number(day)) ?? text
  const [, first, separator, second, last] = pattern.exec(text) ?? []
  if (!first || !separator || !second || !last) return undefined
  return {
    ...{ row, text, separator },
    parts: [Number(first), Number(second), Number(last)],
    yearLength: last.length,
  }
}

/** With dots, the day is first everywhere. */
const hasOrder = ({ separator }: WrittenDate) => separator !== '.'

const hasTwoReadings = (date: WrittenDate) =>
  hasOrder(date) && date.parts[0] !== date.parts[1] && date.parts[0] <= 12 && date.parts[1] <= 12

/** The order that the file itself shows: no month is above 12. Undefined if it shows none, or both. */
function orderOf(dates: readonly WrittenDate[]): DateOrder | undefined {
  const ordered = dates.filter(hasOrder)
  const hasDayFirst = ordered.some(({ parts }) => parts[0] > 12)
  const hasMonthFirst = ordered.some(({ parts }) => parts[1] > 12)
  if (hasDayFirst === hasMonthFirst) return undefined
  return hasDayFirst ? 'DAY_FIRST' : 'MONTH_FIRST'
}

function isoDate(
  date: WrittenDate,
  { dateOrder, twoDigitYears }: Required<{ [Key in keyof DateAnswers]-?: NonNullable<DateAnswers[Key]> }>,
  today: string,
): string | undefined {
  const [first, second, year] = date.parts
  const [day, month] = hasOrder(date) && dateOrder === 'MONTH_FIRST' ? [second, first] : [first, second]
  if (date.yearLength === 4) return writeDate(year, month, day)
  const recent = writeDate(2000 + year, month, day)
  const isRecent = twoDigitYears === 'LAST_HUNDRED_YEARS' && recent !== undefined && recent < today
  return isRecent ? recent : writeDate(1900 + year, month, day)
}

/** Undefined for a date of no calendar. */
function writeDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  // Date.UTC takes the years 0 to 99 for those of the last century.
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  return date.toISOString().slice(0, 10)
}

/** How a locale such as de-DE writes dates, if day and month are numbers there. */
export function dateOrderOf(locale: string): DateOrder {
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'short' }).formatToParts(0)
  const at = (type: 'day' | 'month') => parts.findIndex((part) => part.type === type)
  return at('month') < at('day') ? 'MONTH_FIRST' : 'DAY_FIRST'
}
