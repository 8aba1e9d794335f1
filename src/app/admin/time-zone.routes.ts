import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { adminOnly, tags } from '../../platform/http/admin-only.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { responseSchema, success } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { isTimeZone } from '../../platform/lib/local-time.ts'
import { changeTimeZone, readTimeZone, timeZoneSources } from './time-zone.service.ts'

const timeZoneResponse = responseSchema(
  'The time zone of the installation',
  z
    .object({
      timeZone: z.string().meta({ example: 'Europe/Madrid' }),
      source: z.enum(timeZoneSources).meta({
        description:
          'Set by an admin (CONSOLE), by TIME_ZONE (ENVIRONMENT), or UTC because nobody has (DEFAULT)',
      }),
    })
    .meta({ id: 'InstallationTimeZone' }),
)

const timeZoneBody = withExample(
  z.object({
    timeZone: z
      .string()
      .max(100)
      .refine(isTimeZone, fieldMessage('NOT_TIME_ZONE'))
      .nullable()
      .meta({ description: 'The name of a time zone, such as Europe/Madrid; null leaves it to TIME_ZONE' }),
  }),
  { timeZone: 'Europe/Madrid' },
)

export function timeZoneRoutes(app: ApiInstance, ctx: Context): void {
  app.get(
    '/admin/time-zone',
    {
      config: adminOnly(),
      schema: {
        tags,
        operationId: 'getTimeZone',
        summary: 'Get the time zone of the installation',
        response: { 200: timeZoneResponse },
      },
    },
    async () => success(await readTimeZone(ctx)),
  )

  app.put(
    '/admin/time-zone',
    {
      config: adminOnly(),
      schema: {
        tags,
        operationId: 'updateTimeZone',
        summary: 'Set the time zone of the installation',
        description:
          'Rotas, duty hours, the night, months of reports and the time of backups follow it, in all processes within a second. It applies before the setting TIME_ZONE.',
        body: timeZoneBody,
        response: { 200: timeZoneResponse },
      },
    },
    async (request) => success(await changeTimeZone(ctx, callerOf(request), request.body.timeZone)),
  )
}
