import type { Values } from './columns.ts'

/** The columns that are read for charts of vital signs; they are packed apart from the others. */
export const vitalColumns = ['heart_rate', 'spo2', 'battery'] as const

export const motionColumns = [
  'uptime_ms',
  'accel_x',
  'accel_y',
  'accel_z',
  'gyro_x',
  'gyro_y',
  'gyro_z',
  'pressure',
  'fsr',
  'confidence',
  'health_score',
  'wifi',
  'bluetooth',
  'sensors_initialized',
] as const

export const valueColumns = [...vitalColumns, ...motionColumns]
export type ValueColumn = (typeof valueColumns)[number]

/**
 * Readings of one device in columns, ordered by time. Times are microseconds since 1970, as exact as in
 * PostgreSQL; a boolean is 0 or 1. Columns that were not read are absent.
 */
export interface ReadingTable {
  at: number[]
  values: Partial<Record<ValueColumn, Values>>
  samples?: (Buffer | null)[] | undefined
}

/** Returns the readings of all tables in order of time, those of the same time once, from the first table. */
export function mergeTables(tables: readonly ReadingTable[]): ReadingTable {
  const [only] = tables
  if (only && tables.length === 1) return only
  const rows = tables.flatMap((table, t) => table.at.map((at, i) => ({ at, t, i })))
  rows.sort((a, b) => a.at - b.at || a.t - b.t)
  const distinct = rows.filter(({ at }, n) => n === 0 || at !== rows[n - 1]?.at)
  const pick = <V>(columnOf: (table: ReadingTable) => V[] | undefined, missing: V): V[] =>
    distinct.map(({ t, i }) => columnOf(tables[t] as ReadingTable)?.[i] ?? missing)
  const names = valueColumns.filter((name) => tables.some(({ values }) => values[name]))
  return {
    at: distinct.map(({ at }) => at),
    values: Object.fromEntries(names.map((name) => [name, pick(({ values }) => values[name], null)])),
    ...(tables.some(({ samples }) => samples) && { samples: pick(({ samples }) => samples, null) }),
  }
}

/** Returns the rows at these positions. */
export function selectRows(
  { at, values, samples }: ReadingTable,
  positions: readonly number[],
): ReadingTable {
  const pick = <V>(column: V[]) => positions.map((i) => column[i] as V)
  const columns = Object.entries(values).map(([name, column]) => [name, pick(column)])
  return { at: pick(at), values: Object.fromEntries(columns), ...(samples && { samples: pick(samples) }) }
}

/** Returns the rows from one position up to another. */
export function sliceTable({ at, values, samples }: ReadingTable, start: number, end?: number): ReadingTable {
  const columns = Object.entries(values).map(([name, column]) => [name, column.slice(start, end)])
  return {
    at: at.slice(start, end),
    values: Object.fromEntries(columns),
    ...(samples && { samples: samples.slice(start, end) }),
  }
}

/** The readings from one position up to another. */
export type Range = [start: number, end: number]

/** Which of the times, which are sorted, lie between two. */
export const insideOf = (
  at: readonly number[],
  { from, before }: { from: number; before: number },
): Range => {
  const start = firstFrom(at, from)
  return [start, Math.max(start, firstFrom(at, before))]
}

/** The position of the first time that is not before the given one. */
function firstFrom(at: readonly number[], time: number): number {
  let [low, high] = [0, at.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((at[middle] as number) < time) low = middle + 1
    else high = middle
  }
  return low
}

/** A time as in a ReadingTable. */
export const toMicroseconds = (time: Date) => time.getTime() * 1000

/** The time in milliseconds, rounded down. */
export const toDate = (microseconds: number) => new Date(Math.floor(microseconds / 1000))

/** Writes a time for PostgreSQL, with its microseconds, which a Date would round. */
export function toTimestamp(microseconds: number): string {
  const fraction = String(((microseconds % 1000) + 1000) % 1000).padStart(3, '0')
  return toDate(microseconds).toISOString().replace('Z', `${fraction}Z`)
}
