import {
  readArray,
  readBigint,
  readBoolean,
  readBytea,
  readReal,
  readSmallint,
  readTimestamptz,
} from '../db/binary-arrays.ts'
import { type ReadingTable, type ValueColumn, valueColumns } from './reading-table.ts'

/** Types other than real, by column. */
const readers: Partial<Record<ValueColumn, (bytes: Buffer, offset: number) => number>> = {
  heart_rate: readSmallint,
  spo2: readSmallint,
  health_score: readSmallint,
  uptime_ms: readBigint,
  wifi: readBoolean,
  bluetooth: readBoolean,
  sensors_initialized: readBoolean,
}

/** FreshArrays is rows of the table of readings as one binary array per column; null if there are none. */
export type FreshArrays = Record<'at' | 'samples' | ValueColumn, Buffer | null>

/** freshColumns is the SQL of the columns of FreshArrays, from ordered rows. */
export const freshColumns = (columns: readonly string[]) =>
  columns.map((name) => `array_send(array_agg(${name})) as ${name}`).join(', ')

export const allColumns = ['at', ...valueColumns, 'samples'] as const

/** readFresh returns the rows as a table; those columns that were selected. */
export function readFresh(arrays: Partial<FreshArrays>): ReadingTable | undefined {
  if (!arrays.at) return undefined
  const at = readArray(arrays.at, readTimestamptz) as number[]
  const values: ReadingTable['values'] = {}
  for (const name of valueColumns) {
    const bytes = arrays[name]
    if (bytes) values[name] = readArray(bytes, readers[name] ?? readReal)
  }
  return { at, values, ...(arrays.samples && { samples: readArray(arrays.samples, readBytea) }) }
}
