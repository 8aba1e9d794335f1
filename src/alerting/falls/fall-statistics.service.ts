import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { localMonthBefore } from '../../platform/lib/local-month.ts'
import * as store from './fall-statistics.store.ts'

export type { FallStatistic } from './fall-statistics.store.ts'

/** Counts the falls of somebody who is about to be deleted; `keepFallStatistics` stores the result. */
export function countFalls(ctx: Context, userId: string): Promise<store.FallStatistic[]> {
  return store.countFallsOfUser(ctx.db, userId, ctx.timeZone.current())
}

/** Adds the falls of a deleted person to those of others. */
export async function keepFallStatistics(tx: Db, statistics: store.FallStatistic[]): Promise<void> {
  if (statistics.length > 0) await store.addFallStatistics(tx, statistics)
}

/** Returns the falls of deleted people in the last months, by the calendar they were counted in. */
export async function readFallStatistics(ctx: Context, months: number) {
  const first = localMonthBefore(ctx.now(), months - 1, ctx.timeZone.current())
  const statistics = await store.listFallStatistics(ctx.db, `${first}-01`)
  return statistics.map(({ month, ...rest }) => ({ month: month.slice(0, 7), ...rest }))
}
