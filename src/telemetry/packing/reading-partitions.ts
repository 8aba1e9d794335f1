import type { Database, Db } from '../../platform/db/database.ts'
import { hasCode, isLockTimeout, isUniqueViolation } from '../../platform/db/database-errors.ts'
import { msPerDay } from '../../platform/lib/duration.ts'
import { maxReadingAgeDays } from './reading-age.ts'

/** From the day of the oldest reading that may arrive; the partition of the next day must exist in time. */
export const daysBack = maxReadingAgeDays + 1
const daysAhead = 2

/** The tables with daily partitions. Those of packed readings are created when a day is packed. */
export const partitionedTables = ['readings', 'packed_readings', 'packed_samples'] as const
export type PartitionedTable = (typeof partitionedTables)[number]

export const partitionOf = (time: number, table: PartitionedTable = 'readings') =>
  `${table}_${new Date(time).toISOString().slice(0, 10).replaceAll('-', '')}`
const startOfDay = (time: number) => Math.floor(time / msPerDay) * msPerDay

/**
 * Creates the missing daily partitions around a time. One that it cannot create now is created by the next
 * run, or by the first reading of its day.
 */
export async function ensurePartitions(db: Database, now: Date): Promise<void> {
  const today = startOfDay(now.getTime())
  const wanted = Array.from({ length: daysBack + daysAhead + 1 }, (_, i) => today + (i - daysBack) * msPerDay)
  const existing = new Set(await listPartitions(db))
  for (const start of wanted) {
    if (!existing.has(partitionOf(start))) await unlessLocked(db, (tx) => createPartition(tx, start))
  }
}

/** Creates the partitions of these times. */
export async function ensurePartitionsOf(db: Db, times: Date[]): Promise<void> {
  for (const start of new Set(times.map((time) => startOfDay(time.getTime())))) {
    await createPartition(db, start).catch((error) => {
      if (!alreadyExists(error)) throw error
    })
  }
}

/** Creates the partitions for packed readings of a time; false if it cannot now. */
export async function ensurePackedPartitions(db: Database, time: number): Promise<boolean> {
  const start = startOfDay(time)
  for (const table of partitionedTables.slice(1)) {
    if ((await listPartitions(db, table)).includes(partitionOf(start, table))) continue
    if (!(await unlessLocked(db, (tx) => createPartition(tx, start, table)))) return false
  }
  return true
}

async function createPartition(db: Db, start: number, table: PartitionedTable = 'readings'): Promise<void> {
  const [from, to] = [start, start + msPerDay].map((time) => new Date(time).toISOString())
  await db.query(
    `create table if not exists ${partitionOf(start, table)} partition of ${table}
     for values from ('${from}') to ('${to}')`,
  )
}

const lockTimeoutMs = 200
/** A partition of several servers takes longer to create, for which others wait on the coordinator, where no reading does. */
const distributedLockTimeoutMs = 1000

/** Another process may create it at the same time; "if not exists" does not prevent that race. */
const alreadyExists = (error: unknown) => isUniqueViolation(error) || hasCode(error, '42P07')

/**
 * Changes the table of readings and returns whether it could. It waits only briefly for its lock, because
 * every reading queues behind it; the next run retries.
 */
export async function unlessLocked(db: Database, change: (tx: Db) => Promise<unknown>): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      await tx.query(
        `set local lock_timeout = '${tx.isDistributed ? distributedLockTimeoutMs : lockTimeoutMs}ms'`,
      )
      await change(tx)
    })
    return true
  } catch (error) {
    if (alreadyExists(error) || isLockTimeout(error)) return false
    throw error
  }
}

export async function listPartitions(db: Db, table: PartitionedTable = 'readings'): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select child.relname as name
     from pg_inherits join pg_class child on child.oid = inhrelid
     where inhparent = $1::regclass
     order by name`,
    [table],
  )
  return rows.map((row) => row.name)
}
