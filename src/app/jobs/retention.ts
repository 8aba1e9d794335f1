import { deleteIncidentsBefore } from '../../alerting/incidents/incident-retention.ts'
import { deleteAuditEntriesBefore } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import { msPerSecond } from '../../platform/lib/duration.ts'
import { deleteTracesBefore } from '../../telemetry/fall-traces/fall-traces.service.ts'

/** Each statement is short, and so is a run: what is left is deleted by the next one. */
const rowsAtOnce = 500
const maxSteps = 40

/** Deletes traces, incidents and audit entries that are older than the settings say, and counts them. */
export async function applyRetention(ctx: Context) {
  const { traces, incidents, audit } = ctx.config.retention
  return {
    traces: await deleteInSteps(ctx, traces, deleteTracesBefore),
    incidents: await deleteInSteps(ctx, incidents, deleteIncidentsBefore),
    auditEntries: await deleteInSteps(ctx, audit, deleteAuditEntriesBefore),
  }
}

async function deleteInSteps(
  { db, now }: Context,
  seconds: number | undefined,
  deleteBefore: (db: Context['db'], time: Date, most: number) => Promise<number>,
): Promise<number> {
  if (seconds === undefined) return 0
  const time = new Date(now().getTime() - seconds * msPerSecond)
  let total = 0
  for (let step = 0; step < maxSteps; step++) {
    const deleted = await deleteBefore(db, time, rowsAtOnce)
    total += deleted
    if (deleted < rowsAtOnce) break
  }
  return total
}
