import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { acquireJobLock, withJobLock } from '../jobs/job-lock.ts'
import { type TaskName, type TaskOptions, tasks } from '../jobs/tasks.ts'

/** Runs a maintenance task now: one at a time, and not while the job of the same name runs. */
export async function runTask(ctx: Context, caller: Caller, task: TaskName, options: TaskOptions) {
  const background = { ...ctx, db: ctx.db.background }
  const startedAt = ctx.now()
  const result = await withJobLock(background.db, 'maintenance', async (session) =>
    (await acquireJobLock(session, task)) ? tasks[task](background, options) : undefined,
  )
  if (!result) throw refusal('MAINTENANCE_RUNNING')
  const message = `${task}${options.dryRun ? ' (dry run)' : ''}: ${JSON.stringify(result)}`
  await recordAuditEntry(ctx, ctx.db, caller, { action: 'maintenance.done', message })
  return { task, status: 'COMPLETED' as const, startedAt, finishedAt: ctx.now(), result }
}
