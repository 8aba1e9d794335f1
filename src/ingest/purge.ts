import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'

/** Small enough for a statement to stay well within its time, and for others to come in between. */
const step = 5000

/** A reading that was on its way when its device was deleted is stored by then, or never. */
const settled = `deleted_at < now() - interval '10 seconds'`

/** countPurges tells how many deleted devices may still have readings. */
export async function countPurges(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>('select count(*)::int as count from reading_purges')
  return row?.count ?? 0
}

/** purgeReadings removes the readings of deleted devices, a step at a time; it answers how many those were. */
export async function purgeReadings(ctx: Context): Promise<number> {
  const purges = await ctx.db.query<{ device: number; isSettled: boolean }>(
    `select device, ${settled} as "isSettled" from reading_purges`,
  )
  let removed = 0
  for (const { device, isSettled } of purges) {
    for (;;) {
      const [{ count = 0 } = {}] = await ctx.db.query<{ count: number }>(
        `with doomed as (
           select at from readings where device = $1 order by at limit ${step}
         ), gone as (
           delete from readings using doomed where device = $1 and readings.at = doomed.at returning 1
         )
         select count(*)::int as count from gone`,
        [device],
      )
      removed += count
      if (count < step) break
    }
    if (isSettled) await ctx.db.query('delete from reading_purges where device = $1', [device])
  }
  return removed
}
