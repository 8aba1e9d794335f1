import type { Context } from '../context.ts'

/** Small enough for a statement to stay well within its time, and for others to come in between. */
const step = 5000

/** purgeReadings removes the readings of deleted devices, a step at a time; it answers how many those were. */
export async function purgeReadings(ctx: Context): Promise<number> {
  const purges = await ctx.db.query<{ device: number }>('select device from reading_purges')
  let removed = 0
  for (const { device } of purges) {
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
    await ctx.db.query('delete from reading_purges where device = $1', [device])
  }
  return removed
}
