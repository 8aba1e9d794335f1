import { arrayOf, bytea } from '../../platform/db/binary-arrays.ts'
import type { Db } from '../../platform/db/database.ts'
import { chunkMs, sampleChunkMs, startOfChunk } from './chunk.ts'
import { allColumns, freshSql, plainColumns } from './fresh-readings.ts'
import { toTimestamp } from './reading-table.ts'

/** A time range of one device, in microseconds, and how many of its readings are wanted from which end. */
export interface StoredSpan {
  from: number
  /** Exclusive. */
  before: number
  order: 'asc' | 'desc'
  limit: number
  withSamples: boolean
}

/**
 * All fresh readings that were found, or those of one packed row, or samples of one. The bytes are in base64:
 * in hexadecimal, which is PostgreSQL's default, both sides spend twice as long on them.
 */
export interface StoredRow {
  vitals: string | null
  motion: string | null
  packedSamples: string | null
  fresh: string | null
}

const countedInside = `case when $5 then 0 else floor(count * 0.5 * extract(epoch from least(last_at, $3) - greatest(at, $2))
  / greatest(1, extract(epoch from last_at - at))) end`

/**
 * Fresh and packed readings are selected by one statement, because a reading that is packed between two of them would be
 * seen twice or not at all. Of the packed rows, only those are returned before which there are too few readings. A row at an
 * end of the span counts for half of what it has there at an even rate, or, if that was too much, for nothing; samples
 * always do the latter, because nobody would notice that they are missing.
 */
function listSql({ order, withSamples }: Pick<StoredSpan, 'order' | 'withSamples'>): string {
  const columns = withSamples ? allColumns : plainColumns
  const isBefore = order === 'asc' ? 'fresh.at < ranked.at' : 'fresh.at > ranked.last_at'
  const packed = (table: string, bytes: string[], start: string, partly: string) => `
    select ${bytes.map((column) => `encode(${column}, 'base64')`).join(', ')}, null from (
      select *, coalesce(sum(case when at >= $2 and last_at < $3 then count else ${partly} end) over (
        order by at ${order} rows between unbounded preceding and 1 preceding), 0) as preceding
      from ${table} where device = $1 and at >= ${start} and at < $3 and last_at >= $2
    ) as ranked where preceding + (select count(*) from fresh where ${isBefore}) < $4`
  const samples = `union all ${packed('packed_samples', ['null', 'null', 'samples'], '$7', '0')}`
  return `
    with fresh as materialized (
      select ${columns.join(', ')} from readings
      where device = $1 and at >= $2 and at < $3 order by at ${order} limit $4
    )
    select null as vitals, null as motion, null as "packedSamples", ${freshSql(columns)} as fresh
    from (select * from fresh order by at) as ordered
    union all ${packed('packed_readings', ['vitals', 'motion', 'null'], '$6', countedInside)}
    ${withSamples ? samples : ''}`
}

/** By name. They are prepared: planning one for its few days takes longer than running it. */
const statements = new Map(
  (['asc', 'desc'] as const).flatMap((order) =>
    [true, false].map(
      (withSamples) => [nameOf(order, withSamples), listSql({ order, withSamples })] as const,
    ),
  ),
)

function nameOf(order: StoredSpan['order'], withSamples: boolean): string {
  return `list-stored-${order}${withSamples ? '-samples' : ''}`
}

/** Returns the readings of a device that lie in a span, and others of the same packed rows. */
export function listStored(
  db: Db,
  device: number,
  span: StoredSpan,
  countsOnlyWhole: boolean,
): Promise<StoredRow[]> {
  const { from, before, order, limit, withSamples } = span
  const starts = [chunkMs, sampleChunkMs].map((length) => startAt(from, length))
  const name = nameOf(order, withSamples)
  const values = [device, toTimestamp(from), toTimestamp(before), limit, countsOnlyWhole]
  return db.query(
    statements.get(name) as string,
    [...values, ...(withSamples ? starts : starts.slice(0, 1))],
    name,
  )
}

const startAt = (microseconds: number, length: number) => new Date(startOfChunk(microseconds / 1000, length))

/** Returns the packed rows into whose time one of the given times falls. */
export function listPackedVitals(
  db: Db,
  device: number,
  times: readonly number[],
): Promise<{ vitals: Buffer }[]> {
  return db.query(
    `select vitals from packed_readings as packed
     where device = $1 and at >= $2 and at <= $3
       and exists (select from unnest($4::timestamptz[]) as given (at) where given.at between packed.at and last_at)`,
    [device, startAt(Math.min(...times), chunkMs), toTimestamp(Math.max(...times)), times.map(toTimestamp)],
  )
}

export interface PackedRow {
  /** In microseconds. */
  at: number
  lastAt: number
  count: number
  bytes: Buffer[]
}

/** Where packed rows are stored, and its columns of bytes. */
export interface PackedTable {
  name: 'packed_readings' | 'packed_samples'
  columns: readonly string[]
  maxCount: number
}

/**
 * Returns the packed rows of a chunk that `count` readings between two times are merged with: all rows,
 * unless they would be too many readings for one row, else those that overlap.
 */
export function listNeighbours<Row>(
  db: Db,
  { name, columns, maxCount }: PackedTable,
  device: number,
  chunk: { from: Date; to: Date },
  given: { first: number; last: number; count: number },
): Promise<(Row & { count: number })[]> {
  return db.query(
    `select count, ${columns.join(', ')} from (
       select *, sum(count) over () as total from ${name} where device = $1 and at >= $2 and at < $3
     ) as packed
     where total + $6 <= ${maxCount} or (at <= $5 and last_at >= $4)
     order by at`,
    [device, chunk.from, chunk.to, toTimestamp(given.first), toTimestamp(given.last), given.count],
  )
}

export async function insertPacked(
  tx: Db,
  { name, columns }: PackedTable,
  device: number,
  rows: readonly PackedRow[],
): Promise<void> {
  const bytes = columns.map((_, i) =>
    arrayOf(
      bytea,
      rows.map((row) => row.bytes[i] as Buffer),
    ),
  )
  await tx.query(
    `insert into ${name} (device, at, last_at, count, ${columns.join(', ')})
     select $1, * from unnest($2::timestamptz[], $3::timestamptz[], $4::int[], ${columns.map((_, i) => `$${i + 5}::bytea[]`).join(', ')})`,
    [
      device,
      rows.map(({ at }) => toTimestamp(at)),
      rows.map(({ lastAt }) => toTimestamp(lastAt)),
      rows.map(({ count }) => count),
      ...bytes,
    ],
  )
}

/** Deletes rows by the times of their first readings, and returns how many readings they had. */
export async function deletePacked(
  tx: Db,
  { name }: PackedTable,
  device: number,
  at: number[],
): Promise<number> {
  const rows = await tx.query<{ count: number }>(
    `delete from ${name} where device = $1 and at = any ($2::timestamptz[]) returning count`,
    [device, at.map(toTimestamp)],
  )
  return rows.reduce((sum, { count }) => sum + count, 0)
}

/** Deletes some packed rows of a device, and returns how many rows and readings. */
export async function purgePacked(
  db: Db,
  name: PackedTable['name'],
  device: number,
  limit: number,
): Promise<{ rows: number; readings: number }> {
  const [row] = await db.query<{ rows: number; readings: number }>(
    `with batch as (
       select at from ${name} where device = $1 order by at limit ${limit}
     ), deleted as (
       delete from ${name} as packed using batch where device = $1 and packed.at = batch.at returning count
     )
     select count(*)::int as rows, coalesce(sum(count), 0)::int as readings from deleted`,
    [device],
  )
  return row ?? { rows: 0, readings: 0 }
}
