import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, type Options, parse } from 'csv-parse'
import { fieldMessages } from '../../platform/lib/field-messages.ts'
import {
  type ColumnName,
  columnOf,
  columnsOfResidents,
  type FileKind,
  guessRole,
  type ImportedRole,
  isRead,
  kindOf,
} from './import-columns.ts'
import { type LineMessage, say } from './import-messages.ts'
import { splitFullName } from './import-names.ts'

/** A line of a file: its number and its cells by column, without those that are empty. */
export interface ImportRow {
  file: string
  line: number
  cells: Partial<Record<ColumnName, string>>
  /** What the person of the line is if it has no role. */
  defaultRole?: ImportedRole
  /** Somebody has said what the people of the file are: then other words, such as those of a job, are no error. */
  isRoleChosen?: boolean
  /** Why the line cannot be read. */
  problem?: LineMessage | undefined
}

/** A column of a file, and the field that it was taken for; null if it is not imported. */
export interface FileColumn {
  title: string
  field: ColumnName | null
  /** Some of its cells. */
  examples: string[]
}

export interface ImportFile {
  name: string
  kind: FileKind
  rows: ImportRow[]
  columns: FileColumn[]
  ignoredColumns: string[]
  /** What its people are if a line does not say so; null if each line has a role, or the file is about something else. */
  role: ImportedRole | null
}

/** What somebody has said about a file. */
export interface ReadingChoices {
  /** The field of a column by its title; null leaves the column out. */
  columns?: Readonly<Record<string, ColumnName | null>> | undefined
  role?: ImportedRole | undefined
}

/** A file of which nothing can be imported. */
export interface UnreadableFile {
  name: string
  line: number
  problem: LineMessage
  /** Of a file whose first line can be read. */
  columns?: FileColumn[]
}

/** All files of an import together have at most this many lines, without headers and empty lines. */
export const maxImportLines = 5000

/** A file is read if it has no more lines, with those that are empty or within quotes. */
const maxReadLines = 4 * maxImportLines

/** Many times the columns that are known; more only cost time. */
const maxImportColumns = 200

/** A file that nobody can have meant; nothing of it is read further. */
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

/** Counts the lines of a text without reading its cells. */
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

/** Takes the one that is most frequent in the first line, of which no more is looked at than a line may have. */
function separatorOf(text: string): string {
  const start = Math.max(0, text.search(/[^\r\n]/))
  const [head = ''] = text.slice(start, start + maxRecordLength).split(/\r?\n|\r/, 1)
  const counts = separators.map((separator) => head.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

type ParsedRecord = { record: string[]; info: { lines: number } }

/** Reads a CSV file whose separator is a comma, a semicolon or a tab, of which `linesLeft` lines can be imported, or throws TooManyColumns. */
export async function readFile(
  name: string,
  text: string,
  linesLeft: number,
  choices: ReadingChoices = {},
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
  const start = headerAmong(name, records, choices)
  const head = records[start]
  if (!head) return { name, line: 1, problem: say('EMPTY') }
  const body = records.slice(start + 1)
  const { titles, role } = fieldsOf(name, head.record, choices)
  const columns = describeColumns(uniqueTitles(head.record), titles, body)
  const unreadable = (problem: LineMessage) => ({ name, line: head.info.lines, problem, columns })
  const twice = titles.find((title, index) => title && titles.indexOf(title) !== index)
  if (twice) return unreadable(say('COLUMN_TWICE', { column: twice }))
  const kind = kindOfFile(titles, head.record, role)
  if (!kind) return unreadable(say('UNKNOWN_COLUMNS'))
  // The parser counts an end of two characters within a cell as two lines.
  let countedTwice = records.slice(0, start + 1).reduce((sum, one) => sum + longLineEndsIn(one.record), 0)
  const rows: ImportRow[] = []
  for (const [index, { record, info }] of body.entries()) {
    if (index % rowsAtOnce === 0) await setImmediate()
    countedTwice += longLineEndsIn(record)
    const line = info.lines - countedTwice - lineEndsIn(record)
    const cells = cellsOf(titles, record)
    const problem = record.slice(titles.length).some(Boolean) ? tooManyCells : undefined
    if (Object.keys(cells).length > 0 || problem)
      rows.push({
        ...{ file: name, line, cells, problem },
        ...{ defaultRole: role, isRoleChosen: choices.role !== undefined },
      })
  }
  if (rows.length === 0) return unreadable(say('NO_LINES'))
  const tooMuch = rows[linesLeft]
  if (tooMuch) return { name, line: tooMuch.line, problem: tooLong }
  const shown = columns.map((column) => ({
    ...column,
    field: column.field && isRead(column.field, kind) ? column.field : null,
  }))
  return {
    ...{ name, kind, rows },
    columns: shown,
    ignoredColumns: shown.filter(({ field }) => field === null).map(({ title }) => title),
    role: kind === 'people' && !titles.includes('role') ? role : null,
  }
}

/** The length of a line with the longest cells is a fraction of it; the parser is slow with one that does not end. */
const maxRecordLength = 100_000

/** The parser takes a millisecond for a thousand cells. */
const pieceLength = 4 * 1024

/** How many rows are handled before other requests, such as falls, are: they may be as long as a line can be. */
const rowsAtOnce = 20

/**
 * Lets other requests, such as falls, be handled after every piece of a large file. It throws at the
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

/** Counts the ends of lines within the cells of a record: it is known by its first line. */
const lineEndsIn = (record: readonly string[]) => record.join().match(/\r\n?|\n/g)?.length ?? 0

const longLineEndsIn = (record: readonly string[]) => record.join().match(/\r\n/g)?.length ?? 0

type Titles = (ColumnName | undefined)[]

/** People write a title above their lists, and leave lines empty. */
const maxLinesAboveHeader = 10

/** The index of the header: the first line that is understood as one, or else the first that is not empty. */
function headerAmong(name: string, records: readonly ParsedRecord[], choices: ReadingChoices): number {
  const first = records.findIndex(({ record }) => record.some(Boolean))
  const understood = records.slice(0, maxLinesAboveHeader).findIndex(({ record }, index) => {
    const { titles, role } = fieldsOf(name, record, choices)
    // One word that is known is a title, or a cell of the list.
    const isHeader = index === first || titles.filter(Boolean).length > 1
    return isHeader && kindOfFile(titles, record, role) !== undefined
  })
  return understood < 0 ? first : understood
}

/** Numbers titles that a header has twice, so that one of their columns can be left out. */
const uniqueTitles = (header: readonly string[]) =>
  header.map((title, index) => {
    const earlier = header.slice(0, index).filter((other) => other === title).length
    return earlier === 0 ? title : `${title} (${earlier + 1})`.trim()
  })

/** The field of each column of a header, and what the people of the file are without a role of their own. */
function fieldsOf(
  name: string,
  header: readonly string[],
  { columns: chosen = {}, role: chosenRole }: ReadingChoices,
): { titles: Titles; role: ImportedRole } {
  const titlesOf = uniqueTitles(header)
  const chosenOf = (index: number) => {
    const title = titlesOf[index] ?? ''
    return Object.hasOwn(chosen, title) ? { field: chosen[title] ?? undefined } : undefined
  }
  const known = header.map((title, index) => {
    const choice = chosenOf(index)
    return choice ? choice.field : columnOf(title)
  })
  const role = chosenRole ?? (known.includes('role') ? 'PATIENT' : guessRole(name))
  const ofStaff = known.map((column, index) => {
    const isOfResidents = column !== undefined && columnsOfResidents.includes(column)
    return role !== 'PATIENT' && isOfResidents && !chosenOf(index) ? undefined : column
  })
  const meanings = { name: meaningOfName(ofStaff), relativeOf: meaningOfResident(ofStaff) }
  const titles = ofStaff.map((column) =>
    column === 'name' || column === 'relativeOf' ? meanings[column] : column,
  )
  return { titles, role }
}

/**
 * Beside a first name, "Name" is the last name, as German lists have it; beside the address of a device, its name. Alone, it
 * is the whole name of a person.
 */
function meaningOfName(columns: Titles): ColumnName | undefined {
  const has = (...names: ColumnName[]) => names.some((name) => columns.includes(name))
  if (has('firstName') && !has('lastName')) return 'lastName'
  if (has('macAddress')) return 'deviceName'
  return has('firstName', 'lastName', 'fullName', 'deviceName', 'team') ? undefined : 'fullName'
}

/** Beside no other name, "Resident" is the name of the resident. */
function meaningOfResident(columns: Titles): ColumnName {
  const names: ColumnName[] = ['firstName', 'lastName', 'fullName', 'name']
  return names.some((name) => columns.includes(name)) ? 'relativeOf' : 'fullName'
}

function kindOfFile(titles: Titles, header: readonly string[], role: ImportedRole): FileKind | undefined {
  const columns = new Set(titles.filter((title) => title !== undefined))
  if (columns.has('fullName')) columns.add('firstName').add('lastName')
  // In a list of staff, the team and the ward are those of each of them.
  if (role !== 'PATIENT' && columns.has('firstName') && columns.has('lastName')) return 'people'
  return kindOf(columns, header)
}

const [maxExamples, maxExampleLength] = [3, 60]

function describeColumns(
  header: readonly string[],
  titles: Titles,
  body: readonly ParsedRecord[],
): FileColumn[] {
  const examplesOf = (index: number) => {
    const cells = body.slice(0, 20).map(({ record }) => record[index] ?? '')
    const different = [...new Set(cells.filter(Boolean))]
    return different.slice(0, maxExamples).map((cell) => cell.slice(0, maxExampleLength))
  }
  return header
    .map((title, index) => ({ title, field: titles[index] ?? null, examples: examplesOf(index) }))
    .filter(({ title, examples }) => title !== '' || examples.length > 0)
}

const reasons: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a text goes on after its closing quote',
  INVALID_OPENING_QUOTE: 'a quote is opened within a text',
  CSV_MAX_RECORD_SIZE: `a line has more than ${maxRecordLength} characters`,
}

function cellsOf(titles: Titles, record: string[]): ImportRow['cells'] {
  const cells: ImportRow['cells'] = {}
  for (const [index, title] of titles.entries()) {
    const cell = record[index]
    // An apostrophe keeps a spreadsheet from running a cell as a formula; the files of this service have it.
    if (title && cell) cells[title] = cell.replace(/^'(?=[=+\-@])/, '')
  }
  const { fullName, ...others } = cells
  return fullName === undefined ? cells : { ...splitFullName(fullName), ...others }
}
