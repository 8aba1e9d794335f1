import type { Context } from '../../platform/context.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { msPerSecond, secondsPerDay } from '../../platform/lib/duration.ts'
import {
  listPartitions,
  partitionedTables,
  partitionOf,
  unlessLocked,
} from '../packing/reading-partitions.ts'

const defaultSeconds = 90 * secondsPerDay

/** The time from which readings are retained. */
export const retainedFrom = ({ config, now }: Pick<Context, 'config' | 'now'>) =>
  before(now(), config.retention.readings)

const before = (now: Date, seconds: number) => new Date(now.getTime() - seconds * msPerSecond)

/** Drops the days that lie completely before the retention period, and returns their names. */
export async function dropOldPartitions(
  db: Database,
  now: Date,
  retentionSeconds = defaultSeconds,
): Promise<string[]> {
  const old = await listOldPartitions(db, now, retentionSeconds)
  const dropped: string[] = []
  for (const name of old) {
    if (await unlessLocked(db, (tx) => tx.query(`drop table ${name}`))) dropped.push(name)
  }
  return dropped
}

export async function listOldPartitions(
  db: Db,
  now: Date,
  retentionSeconds = defaultSeconds,
): Promise<string[]> {
  const retained = before(now, retentionSeconds).getTime()
  const old: string[] = []
  for (const table of partitionedTables) {
    const oldest = partitionOf(retained, table)
    old.push(...(await listPartitions(db, table)).filter((name) => name < oldest))
  }
  return old
}
