import type { Db } from '../../platform/db/database.ts'
import { readFresh } from './fresh-readings.ts'
import { unpackColumns } from './packed-columns.ts'
import { listStored, type StoredRow, type StoredSpan } from './packed-readings.store.ts'
import { unpackSamplesOf } from './packed-samples.ts'
import { insideOf, mergeTables, type Range, type ReadingTable, sliceTable } from './reading-table.ts'

export type { StoredSpan } from './packed-readings.store.ts'

/**
 * Returns the readings of a device in a span, fresh and packed alike: the first `limit` of them in the
 * given order, always sorted by time.
 */
export async function readStoredReadings(db: Db, device: number, span: StoredSpan): Promise<ReadingTable> {
  const rows = await listStored(db, device, span, false)
  const { packed, isEven } = unpackRows(rows, span)
  // Where a device has not sent evenly, rows may have been left out that are needed.
  if (isEven) return tableOf(rows, packed, span)
  const allRows = await listStored(db, device, span, true)
  return tableOf(allRows, unpackRows(allRows, span).packed, span)
}

/** Reads what a span asks for of packed rows, and whether each has as much of it as listStored has counted. */
function unpackRows(rows: readonly StoredRow[], span: StoredSpan) {
  let isEven = true
  const rangeOf = (at: readonly number[]): Range => {
    const inside = insideOf(at, span)
    isEven &&= hasAtLeastHalf(at, inside, span)
    return limitedOf(inside, span)
  }
  const packed = rows.flatMap(({ vitals, motion }) =>
    vitals && motion
      ? [
          unpackColumns(
            { vitals: Buffer.from(vitals, 'base64'), motion: Buffer.from(motion, 'base64') },
            rangeOf,
          ),
        ]
      : [],
  )
  return { packed, isEven }
}

/** Whether a packed row has as many readings within a span as listStored has counted it for. */
function hasAtLeastHalf(at: readonly number[], [start, end]: Range, { from, before }: StoredSpan): boolean {
  const [first, last] = [at[0] as number, at.at(-1) as number]
  const share = (Math.min(last, before) - Math.max(first, from)) / Math.max(1e6, last - first)
  return end - start >= Math.floor(at.length * 0.5 * share)
}

function tableOf(
  rows: readonly StoredRow[],
  packed: readonly ReadingTable[],
  span: StoredSpan,
): ReadingTable {
  const samples = span.withSamples ? samplesIn(rows) : undefined
  const fresh = rows.flatMap((row) => (row.fresh ? [readFresh(row.fresh, span.withSamples)] : []))
  const tables = [...packed.map((table) => withSamples(table, samples)), ...fresh]
  return limited(mergeTables(tables.map((table) => limited(table, span))), span)
}

function samplesIn(rows: readonly StoredRow[]): Map<number, Buffer> {
  const readings = rows.flatMap(({ packedSamples }) =>
    packedSamples ? unpackSamplesOf(Buffer.from(packedSamples, 'base64')) : [],
  )
  return new Map(readings.map(({ at, samples }) => [at, samples]))
}

const withSamples = (table: ReadingTable, samples: Map<number, Buffer> | undefined): ReadingTable =>
  samples ? { ...table, samples: table.at.map((at) => samples.get(at) ?? null) } : table

/** Returns the rows of a table that a span asks for. */
function limited(table: ReadingTable, span: StoredSpan): ReadingTable {
  const [start, end] = limitedOf(insideOf(table.at, span), span)
  return start === 0 && end === table.at.length ? table : sliceTable(table, start, end)
}

/** As many of a range as a span asks for. */
const limitedOf = ([start, end]: Range, { order, limit }: StoredSpan): Range =>
  order === 'asc' ? [start, Math.min(end, start + limit)] : [Math.max(start, end - limit), end]
