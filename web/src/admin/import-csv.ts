/** CsvRow is a record of a CSV file with the line at which it begins, counted from 1. */
export interface CsvRow {
  line: number
  cells: string[]
}

export interface CsvFile {
  rows: CsvRow[]
  /** The line of a quote that is never closed; what follows it cannot be trusted. */
  unclosedQuoteLine?: number
}

const byteOrderMark = '\uFEFF'
const delimiters = [',', ';', '\t']

/** parseCsv reads CSV as RFC 4180 describes it, with the delimiter that the first record uses. Blank lines are left out. */
export function parseCsv(source: string): CsvFile {
  let text = source.startsWith(byteOrderMark) ? source.slice(1) : source
  let firstLine = 1
  // Excel writes and reads a line that names the delimiter.
  const named = /^sep=(.)\r?\n/i.exec(text)
  if (named) {
    text = text.slice(named[0].length)
    firstLine = 2
  }
  const { rows, unclosedQuoteLine } = parseRecords(text, named?.[1] ?? delimiterOf(text), firstLine)
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  return unclosedQuoteLine === undefined ? { rows: filled } : { rows: filled, unclosedQuoteLine }
}

/** delimiterOf is the one that the first record contains most often outside of quotes. */
function delimiterOf(text: string): string {
  const counts = new Map(delimiters.map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\n' || character === '\r')) break
    else if (!isQuoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a)
  return best?.[0] ?? ','
}

function parseRecords(text: string, delimiter: string, firstLine: number): CsvFile {
  const rows: CsvRow[] = []
  let line = firstLine
  let row: CsvRow = { line, cells: [] }
  let cell = ''
  let wasQuoted = false
  let quoteLine: number | undefined

  const endCell = () => {
    // Blanks inside quotes are part of the value.
    row.cells.push(wasQuoted ? cell : cell.trim())
    cell = ''
    wasQuoted = false
  }
  const endRow = () => {
    endCell()
    rows.push(row)
    row = { line, cells: [] }
  }

  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    const isLineEnd = character === '\n' || character === '\r'
    if (isLineEnd) {
      line++
      if (character === '\r' && text.charAt(index + 1) === '\n') index++
    }
    if (quoteLine !== undefined) {
      if (character !== '"') cell += isLineEnd ? '\n' : character
      else if (text.charAt(index + 1) === '"') {
        cell += '"'
        index++
      } else quoteLine = undefined
    } else if (character === '"' && cell.trim() === '' && !wasQuoted) {
      cell = ''
      wasQuoted = true
      quoteLine = line
    } else if (character === delimiter) endCell()
    else if (isLineEnd) endRow()
    // Blanks between a closing quote and the delimiter are not.
    else if (!wasQuoted || character !== ' ') cell += character
  }
  if (cell !== '' || wasQuoted || row.cells.length > 0) endRow()
  return quoteLine === undefined ? { rows } : { rows, unclosedQuoteLine: quoteLine }
}

/** decodeCsv reads the bytes of a file: UTF-8, the UTF-16 of spreadsheets, or else what Windows has written before. */
export function decodeCsv(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** A spreadsheet would run a text that begins like this as a formula. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/** toCsv writes records that a spreadsheet opens as text: what looks like a formula gets an apostrophe. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return byteOrderMark + rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('')
}

function toCell(value: string): string {
  const text = formula.test(value) ? `'${value}` : value
  return /["',;\s]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
