import {
  createArrayReader,
  readBigint,
  readBoolean,
  readBytea,
  readReal,
  readSmallint,
  readTimestamptz,
} from '../../platform/db/binary-arrays.ts'
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

/** All columns of the table of readings. */
export const allColumns = ['at', ...valueColumns, 'samples'] as const

export const plainColumns = allColumns.filter((name) => name !== 'samples')

/**
 * The columns of ordered rows as one binary array after the other, in base64; null if there are no rows. One
 * value for each column would take both sides longer.
 */
export const freshSql = (columns: readonly string[]) =>
  `encode(${columns.map((name) => `array_send(array_agg(${name}))`).join(' || ')}, 'base64')`

/** Returns the rows as a table. Samples come last, if they were selected. */
export function readFresh(fresh: string, withSamples: boolean): ReadingTable {
  const next = createArrayReader(Buffer.from(fresh, 'base64'))
  const at = next(readTimestamptz) as number[]
  const values = Object.fromEntries(valueColumns.map((name) => [name, next(readers[name] ?? readReal)]))
  return { at, values, ...(withSamples && { samples: next(readBytea) }) }
}
