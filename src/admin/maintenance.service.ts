import { type Origin, recordDeed } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import { alone, claim } from '../jobs/alone.ts'
import { type TaskName, type TaskOptions, tasks } from '../jobs/tasks.ts'
import { conflict } from '../lib/errors.ts'

/** runTask does what the clock would do some day, now. One at a time, and never beside the same job. */
export async function runTask(ctx: Context, origin: Origin, task: TaskName, options: TaskOptions) {
  const unhurried = { ...ctx, db: ctx.db.unhurried }
  const startedAt = ctx.now()
  const result = await alone(unhurried.db, 'maintenance', async (session) =>
    (await claim(session, task)) ? tasks[task](unhurried, options) : undefined,
  )
  if (!result) throw conflict('Another maintenance task is running')
  const message = `${task}${options.dryRun ? ' (dry run)' : ''}: ${JSON.stringify(result)}`
  await recordDeed(ctx, ctx.db, origin, { action: 'maintenance.done', message })
  return { task, status: 'COMPLETED' as const, startedAt, finishedAt: ctx.now(), result }
}
