import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, type Options, parse } from 'csv-parse'
import { fieldMessages } from '../../platform/lib/field-messages.ts'
import { type ColumnName, columnOf, type FileKind, isRead, kindOf } from './import-columns.ts'
import { type LineMessage, say } from './import-messages.ts'

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
  /** Why the line cannot be read. */
  problem?: LineMessage | undefined
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
  problem: LineMessage
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** decodeFile returns the text of a file without a byte order mark, or the problem of its encoding. */
export function decodeFile(file: GivenFile): { text: string } | { problem: LineMessage } {
  if (file.content !== undefined) {
    // What a program could not decode is this character afterwards.
    if (file.content.includes('\ufffd')) return { problem: wrongEncoding }
    return { text: file.content.replace(/^\ufeff/, '') }
  }
  const bytes = Buffer.from(file.contentBase64 ?? '', 'base64')
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04') return { problem: say('SPREADSHEET') }
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe' || mark === 'feff' || bytes.includes(0)) return { problem: say('UTF16') }
  try {
    return { text: utf8.decode(bytes) }
  } catch {
    return { problem: wrongEncoding }
  }
}

const wrongEncoding = say('NOT_UTF8')

/** All files of an import together have at most this many lines, without headers and empty lines. */
export const maxImportLines = 5000

/** A file is read if it has no more lines, with those that are empty or within quotes. */
const maxReadLines = 4 * maxImportLines

/** Many times the columns that are known; more only cost time. */
const maxImportColumns = 200

/** TooManyColumns is a file that nobody can have meant; nothing of it is read further. */
export class TooManyColumns extends Error {
  readonly problem

  constructor(line: number) {
    const details = { maximum: maxImportColumns, line }
    super(fieldMessages.TOO_MANY_COLUMNS(details))
    this.problem = { code: 'TOO_MANY_COLUMNS', details } as const
  }
}

const [lineFeed, carriageReturn] = [10, 13]

/** How many characters are looked through before other requests are handled. */
const countedAtOnce = 256 * 1024

/** countLines counts the lines of a text without reading its cells. */
async function countLines(text: string): Promise<number> {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    if (i % countedAtOnce === 0) await setImmediate()
    const code = text.charCodeAt(i)
    if (code === lineFeed || (code === carriageReturn && text.charCodeAt(i + 1) !== lineFeed)) count++
  }
  return /[\r\n]$/.test(text.slice(-1)) ? count : count + 1
}

const separators = [',', ';', '\t'] as const

/** separatorOf takes the one that is most frequent in the first line, of which no more is looked at than a line may have. */
function separatorOf(text: string): string {
  const start = Math.max(0, text.search(/[^\r\n]/))
  const [head = ''] = text.slice(start, start + maxRecordLength).split(/\r?\n|\r/, 1)
  const counts = separators.map((separator) => head.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

type ParsedRecord = { record: string[]; info: { lines: number } }

/** readFile reads a CSV file whose separator is a comma, a semicolon or a tab, of which `linesLeft` lines can be imported, or throws TooManyColumns. */
export async function readFile(
  name: string,
  text: string,
  linesLeft: number,
): Promise<ImportFile | UnreadableFile> {
  const lineCount = await countLines(text)
  const tooLong = say('TOO_MANY_LINES', { count: lineCount, maximum: maxImportLines })
  // The first line is the header.
  if (lineCount > maxReadLines) return { name, line: linesLeft + 2, problem: tooLong }
  // Excel names the separator in a line before the header.
  const named = /^sep=(.)(?=[\r\n])/i.exec(text)
  const content = named ? text.slice(named[0].length) : text
  let records: ParsedRecord[]
  try {
    records = await parseRecords(content, {
      delimiter: named?.[1] ?? separatorOf(content),
      info: true,
      max_record_size: maxRecordLength,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return {
      name,
      line: Number(error.lines ?? 1),
      problem: say('NOT_CSV', { reason: reasons[error.code] ?? 'check the quotes' }),
    }
  }
  const [head, ...body] = records
  if (!head) return { name, line: 1, problem: say('EMPTY') }
  const titles = columnsIn(head.record)
  const twice = titles.find((title, index) => title && titles.indexOf(title) !== index)
  if (twice) return { name, line: head.info.lines, problem: say('COLUMN_TWICE', { column: twice }) }
  const columns = new Set(titles.filter((title) => title !== undefined))
  const kind = kindOf(columns, head.record)
  if (!kind) return { name, line: head.info.lines, problem: say('UNKNOWN_COLUMNS') }
  // The parser counts an end of two characters within a cell as two lines.
  let countedTwice = longLineEndsIn(head.record)
  const rows: ImportRow[] = []
  for (const [index, { record, info }] of body.entries()) {
    if (index % rowsAtOnce === 0) await setImmediate()
    countedTwice += longLineEndsIn(record)
    const line = info.lines - countedTwice - lineEndsIn(record)
    const cells = cellsOf(titles, record)
    const problem = record.slice(titles.length).some(Boolean) ? tooManyCells : undefined
    if (Object.keys(cells).length > 0 || problem) rows.push({ file: name, line, cells, problem })
  }
  if (rows.length === 0) return { name, line: head.info.lines, problem: say('NO_LINES') }
  const tooMuch = rows[linesLeft]
  if (tooMuch) return { name, line: tooMuch.line, problem: tooLong }
  return {
    name,
    kind,
    ignoredColumns: head.record.filter((title, index) => {
      const column = titles[index]
      return title !== '' && !(column && isRead(column, kind))
    }),
    rows,
  }
}

/** The length of a line with the longest cells is a fraction of it; the parser is slow with one that does not end. */
const maxRecordLength = 100_000

/** The parser takes a millisecond for a thousand cells. */
const pieceLength = 4 * 1024

/** How many rows are handled before other requests, such as falls, are: they may be as long as a line can be. */
const rowsAtOnce = 20

/**
 * parseRecords lets other requests, such as falls, be handled after every piece of a large file. It throws at the
 * first record with more cells than a file may have columns.
 */
async function parseRecords(content: string, options: Options): Promise<ParsedRecord[]> {
  async function* pieces() {
    for (let start = 0; start < content.length; start += pieceLength) {
      await setImmediate()
      yield content.slice(start, start + pieceLength)
    }
  }
  const records: ParsedRecord[] = []
  for await (const parsed of Readable.from(pieces()).pipe(parse(options))) {
    const { record, info }: ParsedRecord = parsed
    if (record.length > maxImportColumns) throw new TooManyColumns(info.lines)
    records.push(parsed)
  }
  return records
}

const tooManyCells = say('TOO_MANY_CELLS')

/** lineEndsIn counts the ends of lines within the cells of a record: it is known by its first line. */
const lineEndsIn = (record: readonly string[]) => record.join().match(/\r\n?|\n/g)?.length ?? 0

const longLineEndsIn = (record: readonly string[]) => record.join().match(/\r\n/g)?.length ?? 0

/** columnsIn is the columns of a header, with what "Name" means beside the others. */
function columnsIn(header: readonly string[]): (ColumnName | undefined)[] {
  const columns = header.map(columnOf)
  const meaning = meaningOfName(columns)
  return columns.map((column) => (column === 'name' ? meaning : column))
}

/** Beside a first name, "Name" is the last name, as German lists have it; beside the address of a device, its name. */
function meaningOfName(columns: readonly (ColumnName | undefined)[]): ColumnName | undefined {
  if (columns.includes('firstName') && !columns.includes('lastName')) return 'lastName'
  return columns.includes('macAddress') ? 'deviceName' : undefined
}

const reasons: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a text goes on after its closing quote',
  INVALID_OPENING_QUOTE: 'a quote is opened within a text',
  CSV_MAX_RECORD_SIZE: `a line has more than ${maxRecordLength} characters`,
}

function cellsOf(titles: (ColumnName | undefined)[], record: string[]): ImportRow['cells'] {
  const cells: ImportRow['cells'] = {}
  for (const [index, title] of titles.entries()) {
    const cell = record[index]
    // An apostrophe keeps a spreadsheet from running a cell as a formula; the files of this service have it.
    if (title && cell) cells[title] = cell.replace(/^'(?=[=+\-@])/, '')
  }
  return cells
}
