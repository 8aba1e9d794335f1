import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database, Db } from '../../platform/db/database.ts'
import {
  chunkMs,
  maxFreshReadings,
  maxRowReadings,
  maxRowSamples,
  sampleChunkMs,
  startOfChunk,
} from './chunk.ts'
import { packColumns, unpackColumns } from './packed-columns.ts'
import {
  deletePacked,
  insertPacked,
  listNeighbours,
  type PackedRow,
  type PackedTable,
} from './packed-readings.store.ts'
import { packSamplesOf, type TimedSamples, unpackSamplesOf } from './packed-samples.ts'
import { deleteFresh, listFresh, lockPacking } from './packing.store.ts'
import { mergeTables, type ReadingTable, sliceTable } from './reading-table.ts'

export const readingsTable: PackedTable = {
  name: 'packed_readings',
  columns: ['summaries', 'vitals', 'motion'],
  maxCount: maxRowReadings,
}
const samplesTable: PackedTable = { name: 'packed_samples', columns: ['samples'], maxCount: maxRowSamples }

/** Packed rows, and the rows of the same table that they stand for from then on. */
interface Replacement {
  table: PackedTable
  /** The times of the first readings of the old rows, and how many readings these have. */
  oldAt: number[]
  oldCount: number
  rows: PackedRow[]
}

/**
 * Packs the oldest fresh readings of a device in the chunk that begins at a time, and returns their number;
 * 0 if something else changed them meanwhile, which the next run sees.
 *
 * All is read and packed before the transaction, which only exchanges rows: it holds its locks for milliseconds. Fresh
 * readings never change, so it is enough to compare how many were deleted with how many were read.
 */
export async function packChunk(db: Database, device: number, startMs: number): Promise<number> {
  const chunk = { from: new Date(startMs), to: new Date(startMs + chunkMs) }
  const fresh = await listFresh(db, device, chunk, maxFreshReadings)
  const count = fresh?.at.length ?? 0
  if (!fresh || count === 0) return 0
  const { replacement, isKnown } = await packReadings(db, device, chunk, fresh)
  const samples = await packSamples(db, device, fresh, isKnown)
  const isDone = await exchange(db, device, fresh, [replacement, ...samples])
  return isDone ? count : 0
}

async function packReadings(
  db: Db,
  device: number,
  chunk: { from: Date; to: Date },
  fresh: ReadingTable,
): Promise<{ replacement: Replacement; isKnown: (at: number) => boolean }> {
  const rows = await listNeighbours<{ vitals: Buffer; motion: Buffer }>(
    db,
    readingsTable,
    device,
    chunk,
    boundsOf(fresh.at),
  )
  const old = rows.map((row) => unpackColumns(row))
  const known = new Set(old.flatMap(({ at }) => at))
  const { samples: _, ...plain } = fresh
  const merged = mergeTables([...old, plain])
  return {
    replacement: replacementOf(readingsTable, old, rows, await packRows(merged)),
    isKnown: (at) => known.has(at),
  }
}

/** Packs readings of a chunk. */
export async function packRows(table: ReadingTable): Promise<PackedRow[]> {
  const rows: PackedRow[] = []
  for (const part of parts(table.at.length, maxRowReadings)) {
    const readings = sliceTable(table, ...part)
    const { summaries, vitals, motion } = await packColumns(readings)
    rows.push(rowOf(readings.at, [summaries, vitals, motion]))
  }
  return rows
}

/** Packs the samples of the readings that were not packed before. */
async function packSamples(
  db: Db,
  device: number,
  fresh: ReadingTable,
  isKnown: (at: number) => boolean,
): Promise<Replacement[]> {
  const groups = new Map<number, TimedSamples[]>()
  for (const [i, samples] of (fresh.samples ?? []).entries()) {
    const at = fresh.at[i] as number
    if (!samples || isKnown(at)) continue
    const start = startOfChunk(at / 1000, sampleChunkMs)
    const group = groups.get(start) ?? []
    groups.set(start, group)
    group.push({ at, samples })
  }
  const replacements: Replacement[] = []
  for (const [start, group] of groups) {
    const chunk = { from: new Date(start), to: new Date(start + sampleChunkMs) }
    const times = group.map(({ at }) => at)
    const rows = await listNeighbours<{ samples: Buffer }>(db, samplesTable, device, chunk, boundsOf(times))
    const old = rows.map(({ samples }) => unpackSamplesOf(samples))
    const merged = [...old.flat(), ...group].sort((a, b) => a.at - b.at)
    const packed: PackedRow[] = []
    for (const part of parts(merged.length, maxRowSamples)) {
      // Packing five minutes of samples takes milliseconds, during which nothing else happens.
      await yieldToEventLoop()
      const readings = merged.slice(...part)
      packed.push(
        rowOf(
          readings.map(({ at }) => at),
          [await packSamplesOf(readings)],
        ),
      )
    }
    const oldTables = old.map((readings) => ({ at: readings.map(({ at }) => at) }))
    replacements.push(replacementOf(samplesTable, oldTables, rows, packed))
  }
  return replacements
}

/** Moves the fresh readings into their packed rows; false, and nothing changed, if there are others by now. */
async function exchange(
  db: Database,
  device: number,
  { at }: ReadingTable,
  replacements: Replacement[],
): Promise<boolean> {
  try {
    return await db.transaction(async (tx) => {
      if (!(await lockPacking(tx, device))) throw new Changed()
      const { first, last, count } = boundsOf(at)
      if ((await deleteFresh(tx, device, first, last)) !== count) throw new Changed()
      for (const { table, oldAt, oldCount, rows } of replacements) {
        if (oldAt.length > 0 && (await deletePacked(tx, table, device, oldAt)) !== oldCount)
          throw new Changed()
        await insertPacked(tx, table, device, rows)
      }
      return true
    })
  } catch (error) {
    if (error instanceof Changed) return false
    throw error
  }
}

/** Rolls the transaction back. */
class Changed extends Error {}

function replacementOf(
  table: PackedTable,
  old: readonly { at: number[] }[],
  oldRows: readonly { count: number }[],
  rows: PackedRow[],
): Replacement {
  return {
    table,
    oldAt: old.map(({ at }) => at[0] as number),
    oldCount: oldRows.reduce((sum, { count }) => sum + count, 0),
    rows,
  }
}

const rowOf = (at: number[], bytes: Buffer[]): PackedRow => ({
  at: at[0] as number,
  lastAt: at.at(-1) as number,
  count: at.length,
  bytes,
})

const boundsOf = (at: number[]) => ({
  first: at[0] as number,
  last: at.at(-1) as number,
  count: at.length,
})

/** Divides a length into ranges of about the same size, none longer than a maximum. */
function parts(length: number, maximum: number): [start: number, end: number][] {
  const count = Math.ceil(length / maximum)
  return Array.from({ length: count }, (_, i) => [
    Math.floor((i * length) / count),
    Math.floor(((i + 1) * length) / count),
  ])
}
