import pg from 'pg'
import type { Database, Db } from '../db/database.ts'

const day = 86_400_000
const retentionDays = 90

/** Readings may be a week old when they arrive, and tomorrow must not have to wait for its partition. */
const daysBack = 8
const daysAhead = 2

/** retainedFrom is the time from which on readings are kept. */
export const retainedFrom = (now: Date) => new Date(now.getTime() - retentionDays * day)

const nameOf = (time: number) => `readings_${new Date(time).toISOString().slice(0, 10).replaceAll('-', '')}`
const startOfDay = (time: number) => Math.floor(time / day) * day

/** ensurePartitions makes the daily partitions around a time that are not there yet. */
export async function ensurePartitions(db: Db, now: Date): Promise<void> {
  const today = startOfDay(now.getTime())
  const wanted = Array.from({ length: daysBack + daysAhead + 1 }, (_, i) => today + (i - daysBack) * day)
  const there = new Set(await listPartitions(db))
  for (const start of wanted) if (!there.has(nameOf(start))) await makePartition(db, start)
}

/** ensurePartitionsOf makes the partitions that these times fall into. */
export async function ensurePartitionsOf(db: Db, times: Date[]): Promise<void> {
  for (const start of new Set(times.map((time) => startOfDay(time.getTime())))) await makePartition(db, start)
}

async function makePartition(db: Db, start: number): Promise<void> {
  const [from, to] = [start, start + day].map((time) => new Date(time).toISOString())
  try {
    await db.query(
      `create table if not exists ${nameOf(start)} partition of readings for values from ('${from}') to ('${to}')`,
    )
  } catch (error) {
    // Another process may make it at the same moment; "if not exists" looks only before it begins.
    const already = error instanceof pg.DatabaseError && ['23505', '42P07'].includes(error.code ?? '')
    if (!already) throw error
  }
}

/** dropOldPartitions removes the days that lie wholly before the time of retention; it answers with their names. */
export async function dropOldPartitions(db: Database, now: Date): Promise<string[]> {
  const old = await listOldPartitions(db, now)
  const dropped: string[] = []
  for (const name of old) if (await dropPartition(db, name)) dropped.push(name)
  return dropped
}

/** Everybody waits for who waits for this lock. So it waits but a moment, and the next time is soon enough. */
async function dropPartition(db: Database, name: string): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      await tx.query(`set local lock_timeout = '200ms'`)
      await tx.query(`drop table ${name}`)
    })
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '55P03') return false
    throw error
  }
}

export async function listOldPartitions(db: Db, now: Date): Promise<string[]> {
  const oldest = nameOf(retainedFrom(now).getTime())
  return (await listPartitions(db)).filter((name) => name < oldest)
}

async function listPartitions(db: Db): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select child.relname as name
     from pg_inherits join pg_class child on child.oid = inhrelid
     where inhparent = 'readings'::regclass
     order by name`,
  )
  return rows.map((row) => row.name)
}
