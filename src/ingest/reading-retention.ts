import type { Database, Db } from '../db/database.ts'
import { msPerDay } from '../lib/duration.ts'
import { listPartitions, partitionedTables, partitionOf, unlessLocked } from './reading-partitions.ts'

const retentionDays = 90

/** retainedFrom is the time from which readings are retained. */
export const retainedFrom = (now: Date) => new Date(now.getTime() - retentionDays * msPerDay)

/** dropOldPartitions drops the days that lie completely before the retention period, and returns their names. */
export async function dropOldPartitions(db: Database, now: Date): Promise<string[]> {
  const old = await listOldPartitions(db, now)
  const dropped: string[] = []
  for (const name of old) {
    if (await unlessLocked(db, (tx) => tx.query(`drop table ${name}`))) dropped.push(name)
  }
  return dropped
}

export async function listOldPartitions(db: Db, now: Date): Promise<string[]> {
  const retained = retainedFrom(now).getTime()
  const old: string[] = []
  for (const table of partitionedTables) {
    const oldest = partitionOf(retained, table)
    old.push(...(await listPartitions(db, table)).filter((name) => name < oldest))
  }
  return old
}
