import type { Db } from '../db/database.ts'
import { readFresh } from './fresh-readings.ts'
import { unpackColumns } from './packed-columns.ts'
import { listStored, type StoredRow, type StoredSpan } from './packed-readings.store.ts'
import { unpackSamplesOf } from './packed-samples.ts'
import { mergeTables, type ReadingTable, sliceTable } from './reading-table.ts'

export type { StoredSpan } from './packed-readings.store.ts'

/**
 * readStoredReadings returns the readings of a device in a span, fresh and packed alike: the first `limit` of them in the
 * given order, always sorted by time.
 */
export async function readStoredReadings(db: Db, device: number, span: StoredSpan): Promise<ReadingTable> {
  const rows = await listStored(db, device, span, false)
  const table = tableOf(rows, span)
  // A device that does not send evenly may have more in rows that were left out.
  const mayHaveMore = table.at.length < span.limit && rows.some(({ vitals }) => vitals)
  return mayHaveMore ? tableOf(await listStored(db, device, span, true), span) : table
}

function tableOf(rows: readonly StoredRow[], span: StoredSpan): ReadingTable {
  const samples = span.withSamples ? samplesIn(rows) : undefined
  const packed = rows.flatMap(({ vitals, motion }) => (vitals ? [unpackColumns({ vitals, motion })] : []))
  const fresh = rows.map(readFresh).filter((table) => table !== undefined)
  const tables = [...packed.map((table) => withSamples(table, samples)), ...fresh]
  return limited(mergeTables(tables.map((table) => limited(table, span))), span)
}

function samplesIn(rows: readonly StoredRow[]): Map<number, Buffer> {
  const readings = rows.flatMap(({ packedSamples }) => (packedSamples ? unpackSamplesOf(packedSamples) : []))
  return new Map(readings.map(({ at, samples }) => [at, samples]))
}

const withSamples = (table: ReadingTable, samples: Map<number, Buffer> | undefined): ReadingTable =>
  samples ? { ...table, samples: table.at.map((at) => samples.get(at) ?? null) } : table

/** limited returns the rows of a table that a span asks for. */
function limited(table: ReadingTable, { from, before, order, limit }: StoredSpan): ReadingTable {
  let start = 0
  let end = table.at.length
  while (start < end && (table.at[start] as number) < from) start++
  while (end > start && (table.at[end - 1] as number) >= before) end--
  if (order === 'asc') end = Math.min(end, start + limit)
  else start = Math.max(start, end - limit)
  return start === 0 && end === table.at.length ? table : sliceTable(table, start, end)
}
