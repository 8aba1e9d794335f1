import { cleanUpSessions } from '../../accounts/auth/session-cleanup.ts'
import { cleanUpFallRequests } from '../../alerting/falls/idempotency.ts'
import type { Context } from '../../platform/context.ts'
import { cleanUpLogs } from '../../telemetry/devices/device-logs.service.ts'
import { recalculateHealth } from '../../telemetry/devices/health-recalculation.ts'
import { countPurges, purgeReadings } from '../../telemetry/ingest/deleted-device-readings.ts'
import {
  dropOldPartitions,
  listOldPartitions,
  retainedFrom,
} from '../../telemetry/ingest/reading-retention.ts'
import { deleteSummariesBefore } from '../../telemetry/ingest/vital-summaries.ts'
import { ensurePartitions } from '../../telemetry/packing/reading-partitions.ts'

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

/** The maintenance tasks, which the schedule runs, and admins on request. */
export const tasks: Record<TaskName, Task> = {
  cleanup_readings: async (ctx, { dryRun }) => {
    if (dryRun) {
      const partitions = (await listOldPartitions(ctx.db, ctx.now(), ctx.config.retention.readings)).length
      return { partitions, deletedDevices: await countPurges(ctx.db) }
    }
    await ensurePartitions(ctx.db, ctx.now())
    const partitions = (await dropOldPartitions(ctx.db, ctx.now(), ctx.config.retention.readings)).length
    if (partitions > 0) await deleteSummariesBefore(ctx.db, retainedFrom(ctx))
    return { partitions, readings: await purgeReadings(ctx) }
  },
  cleanup_logs: async (ctx, { dryRun }) => ({ logs: await cleanUpLogs(ctx, dryRun) }),
  cleanup_sessions: async (ctx, { dryRun }) => ({
    ...(await cleanUpSessions(ctx, dryRun)),
    fallRequests: await cleanUpFallRequests(ctx, dryRun),
  }),
  recalculate_health: async (ctx, { dryRun }) => ({ devices: await recalculateHealth(ctx, dryRun) }),
  analyze_database: async ({ db }, { dryRun }) => {
    if (!dryRun) await db.query('analyze')
    const [row] = await db.query<{ tables: number }>(
      `select count(*)::int as tables from pg_stat_user_tables where schemaname = 'public'`,
    )
    return { tables: row?.tables ?? 0 }
  },
}
