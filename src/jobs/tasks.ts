import { countExpired, deleteExpired } from '../auth/sessions.store.ts'
import { deleteOldSignIns } from '../auth/sign-in-throttle.ts'
import type { Context } from '../context.ts'
import { countSurplusLogs, deleteSurplusLogs } from '../devices/device-logs.store.ts'
import { recalculateHealth } from '../devices/health-recalculation.ts'
import { countFallRequests, deleteFallRequests } from '../falls/fall-requests.store.ts'
import { idempotencyWindowMs } from '../falls/falls.service.ts'
import { dropOldPartitions, ensurePartitions, listOldPartitions } from '../ingest/partitions.ts'
import { countPurges, purgeReadings } from '../ingest/purge.ts'

export interface TaskOptions {
  /** Returns what would be done, and changes nothing. */
  dryRun: boolean
}

type Task = (ctx: Context, options: TaskOptions) => Promise<Record<string, number>>

export const taskNames = [
  'cleanup_readings',
  'cleanup_logs',
  'cleanup_sessions',
  'recalculate_health',
  'analyze_database',
] as const
export type TaskName = (typeof taskNames)[number]

/** tasks are the maintenance tasks, which the schedule runs, and admins on request. */
export const tasks: Record<TaskName, Task> = {
  cleanup_readings: async (ctx, { dryRun }) => {
    if (dryRun) {
      const partitions = (await listOldPartitions(ctx.db, ctx.now())).length
      return { partitions, deletedDevices: await countPurges(ctx.db) }
    }
    await ensurePartitions(ctx.db, ctx.now())
    const partitions = (await dropOldPartitions(ctx.db, ctx.now())).length
    return { partitions, readings: await purgeReadings(ctx) }
  },
  cleanup_logs: async ({ db }, { dryRun }) => ({
    logs: await (dryRun ? countSurplusLogs(db) : deleteSurplusLogs(db)),
  }),
  cleanup_sessions: async (ctx, { dryRun }) => {
    const now = ctx.now()
    // Not counted in the result: these records come and go with every wrong password.
    if (!dryRun) await deleteOldSignIns(ctx)
    const expiredBefore = new Date(now.getTime() - idempotencyWindowMs)
    return {
      ...(await (dryRun ? countExpired : deleteExpired)(ctx.db, now)),
      fallRequests: await (dryRun ? countFallRequests : deleteFallRequests)(ctx.db, expiredBefore),
    }
  },
  recalculate_health: async (ctx, { dryRun }) => ({ devices: await recalculateHealth(ctx, dryRun) }),
  analyze_database: async ({ db }, { dryRun }) => {
    if (!dryRun) await db.query('analyze')
    const [row] = await db.query<{ tables: number }>(
      `select count(*)::int as tables from pg_stat_user_tables where schemaname = 'public'`,
    )
    return { tables: row?.tables ?? 0 }
  },
}
