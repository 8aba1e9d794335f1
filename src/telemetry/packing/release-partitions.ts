import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { msPerDay } from '../../platform/lib/duration.ts'
import { daysBack, listPartitions, partitionOf, unlessLocked } from './reading-partitions.ts'

/** An empty partition, and its index, have no more. */
const emptyBytes = 64 * 1024

/**
 * Returns the disk space of past days whose readings are all packed: vacuum does not shrink an
 * index. Days to which no reading can be added any more are dropped, which makes statements on the others faster to plan.
 */
export async function releaseEmptyPartitions({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const today = partitionOf(now().getTime())
  const closed = partitionOf(now().getTime() - daysBack * msPerDay)
  for (const name of (await listPartitions(db)).filter((partition) => partition < today)) {
    if (name >= closed && !(await isLarge(db, name))) continue
    if (!(await isEmpty(db, name))) continue
    await unlessLocked(db, async (tx) => {
      await tx.query(`set local statement_timeout = '2s'`)
      await tx.query(`lock table ${name} in access exclusive mode`)
      // A batch may have come meanwhile.
      if (await isEmpty(tx, name)) await tx.query(`${name < closed ? 'drop table' : 'truncate'} ${name}`)
    })
  }
}

async function isLarge(db: Db, name: string): Promise<boolean> {
  // A distributed partition has as many tables as there are shards.
  const isLarger = db.isDistributed
    ? `citus_total_relation_size($1::regclass)
         > ${emptyBytes} * (select count(*) from pg_dist_shard where logicalrelid = $1::regclass)`
    : `pg_total_relation_size($1::regclass) > ${emptyBytes}`
  const [row] = await db.query<{ isLarge: boolean }>(`select ${isLarger} as "isLarge"`, [name])
  return row?.isLarge ?? false
}

async function isEmpty(db: Db, name: string): Promise<boolean> {
  const rows = await db.query(`select from ${name} limit 1`)
  return rows.length === 0
}
