export type CsvValue = string | number | boolean | Date | null

/** A spreadsheet would run a text that begins like this as a formula, with or without blanks before it; in full width, too. */
const formula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/

const needsQuotes = /[",;\r\n]/

/**
 * A line of a CSV file (RFC 4180). A text that looks like a formula gets an apostrophe, which spreadsheets take
 * as the sign of a text; numbers stay as they are.
 */
export const csvLine = (values: readonly CsvValue[]) => `${values.map(cell).join(',')}\r\n`

function cell(value: CsvValue): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'string') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
