import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { responseSchema, success } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { timestamp } from '../../platform/http/schemas.ts'
import { taskNames } from '../jobs/tasks.ts'
import { runTask } from './maintenance.service.ts'

const task = z.enum(taskNames)

const maintenanceBody = withExample(
  z.object({
    task,
    options: z
      .object({ dryRun: z.boolean().default(false).meta({ description: 'Only return what would be done' }) })
      .default({ dryRun: false }),
  }),
  { task: 'cleanup_sessions', options: { dryRun: true } },
)

const maintenanceResponse = responseSchema(
  'The task that was run, and its result',
  z
    .object({
      task,
      status: z.literal('COMPLETED'),
      startedAt: timestamp,
      finishedAt: timestamp,
      result: z.record(z.string(), z.int()),
    })
    .meta({ id: 'Maintenance' }),
)

export function maintenanceRoutes(app: ApiInstance, ctx: Context): void {
  app.post(
    '/admin/maintenance',
    {
      config: { access: ['ADMIN'], errors: [409], isLongTask: true },
      schema: {
        tags: ['Administration'],
        operationId: 'runMaintenance',
        summary: 'Run a maintenance task',
        description: 'Only one task runs at a time; while it does, another one is refused with 409.',
        body: maintenanceBody,
        response: { 200: maintenanceResponse },
      },
    },
    async (request) => {
      const { task, options } = request.body
      return success(await runTask(ctx, callerOf(request), task, options))
    },
  )
}
