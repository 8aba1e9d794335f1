import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { deleteLogsOf } from '../devices/devices.service.ts'
import { purgePackedReadings } from '../packing/packing.service.ts'
import { deleteSummariesOf } from './vital-summaries.ts'

/** Small enough to stay well below the statement timeout. */
const batchSize = 5000

/** A reading that was being processed when its device was deleted is stored by then, or never. */
const settled = `deleted_at < now() - interval '10 seconds'`

/** Counts the deleted devices that may still have readings. */
export async function countPurges(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>('select count(*)::int as count from reading_purges')
  return row?.count ?? 0
}

/** Deletes the readings of deleted devices in batches, and returns their number. */
export async function purgeReadings(ctx: Context): Promise<number> {
  const purges = await ctx.db.query<{ device: number; isSettled: boolean }>(
    `select device, ${settled} as "isSettled" from reading_purges`,
  )
  let removed = 0
  for (const { device, isSettled } of purges) {
    for (;;) {
      const [{ count = 0 } = {}] = await ctx.db.query<{ count: number }>(
        `with batch as (
           select at from readings where device = $1 order by at limit ${batchSize}
         ), deleted as (
           delete from readings using batch where device = $1 and readings.at = batch.at returning 1
         )
         select count(*)::int as count from deleted`,
        [device],
      )
      removed += count
      if (count < batchSize) break
    }
    // Afterwards, because a reading that is being packed has been moved by the time that its deletion was waited for.
    removed += await purgePackedReadings(ctx.db, device)
    await deleteSummariesOf(ctx.db, device)
    await deleteRowsOf(ctx.db, device)
    if (isSettled) await ctx.db.query('delete from reading_purges where device = $1', [device])
  }
  return removed
}

/** A foreign key has done it, unless the tables are distributed, or were when the dump was made that this database is from. */
async function deleteRowsOf(db: Db, device: number): Promise<void> {
  await deleteLogsOf(db, device)
  await db.query('delete from device_states where device = $1', [device])
}
