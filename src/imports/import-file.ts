import { CsvError, parse } from 'csv-parse/sync'
import { type ColumnName, columnOf, type FileKind, kindOf } from './import-columns.ts'

export interface GivenFile {
  name: string
  content?: string | undefined
  contentBase64?: string | undefined
}

/** ImportRow is a line of a file: its number and its cells by column, without those that are empty. */
export interface ImportRow {
  file: string
  line: number
  cells: Partial<Record<ColumnName, string>>
}

export interface ImportFile {
  name: string
  kind: FileKind
  rows: ImportRow[]
  ignoredColumns: string[]
}

/** UnreadableFile is a file of which nothing can be imported. */
export interface UnreadableFile {
  name: string
  line: number
  problem: string
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** decodeFile returns the text of a file without a byte order mark, or the problem of its encoding. */
export function decodeFile(file: GivenFile): { text: string } | { problem: string } {
  if (file.content !== undefined) {
    // What a program could not decode is this character afterwards.
    if (file.content.includes('\ufffd')) return { problem: wrongEncoding }
    return { text: file.content.replace(/^\ufeff/, '') }
  }
  const bytes = Buffer.from(file.contentBase64 ?? '', 'base64')
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe' || mark === 'feff' || bytes.includes(0))
    return { problem: 'is encoded in UTF-16; save it as CSV in UTF-8' }
  try {
    return { text: utf8.decode(bytes) }
  } catch {
    return { problem: wrongEncoding }
  }
}

const wrongEncoding = 'is not encoded in UTF-8, perhaps in Latin-1; save it as CSV in UTF-8'

/** countLines counts the lines of a text without reading its cells. */
export function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

const separators = [',', ';', '\t'] as const

/** separatorOf takes the one that is most frequent in the first line. */
function separatorOf(text: string): string {
  const [head = ''] = text.split(/\r?\n|\r/, 1)
  const counts = separators.map((separator) => head.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

type ParsedRecord = { record: string[]; info: { lines: number } }

/** readFile reads a CSV file whose separator is a comma, a semicolon or a tab. */
export function readFile(name: string, text: string): ImportFile | UnreadableFile {
  let records: ParsedRecord[]
  try {
    records = parse(text, {
      delimiter: separatorOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as ParsedRecord[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return {
      name,
      line: Number(error.lines ?? 1),
      problem: `cannot be read as CSV: ${reasons[error.code] ?? 'check the quotes'}`,
    }
  }
  const [head, ...body] = records
  if (!head) return { name, line: 1, problem: 'is empty' }
  const titles = head.record.map(columnOf)
  const twice = titles.find((title, index) => title && titles.indexOf(title) !== index)
  if (twice) return { name, line: head.info.lines, problem: `has the column ${twice} twice` }
  const kind = kindOf(new Set(titles.filter((title) => title !== undefined)))
  if (!kind) return { name, line: head.info.lines, problem: unknownKind }
  return {
    name,
    kind,
    ignoredColumns: head.record.filter((title, index) => titles[index] === undefined && title !== ''),
    rows: body
      .map(({ record, info }) => ({ file: name, line: info.lines, cells: cellsOf(titles, record) }))
      .filter(({ cells }) => Object.keys(cells).length > 0),
  }
}

const reasons: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a text goes on after its closing quote',
  INVALID_OPENING_QUOTE: 'a quote is opened within a text',
}

const unknownKind =
  'has unknown columns: people need firstName and lastName, devices macAddress, assignments caregiverEmail'

function cellsOf(titles: (ColumnName | undefined)[], record: string[]): ImportRow['cells'] {
  const cells: ImportRow['cells'] = {}
  for (const [index, title] of titles.entries()) {
    const cell = record[index]
    // An apostrophe keeps a spreadsheet from running a cell as a formula; the files of this service have it.
    if (title && cell) cells[title] = cell.replace(/^'(?=[=+\-@])/, '')
  }
  return cells
}
