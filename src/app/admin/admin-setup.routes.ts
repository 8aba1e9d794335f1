import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { adminOnly, tags } from '../../platform/http/admin-only.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { responseSchema, success } from '../../platform/http/envelope.ts'
import { uuidSchema } from '../../platform/http/schemas.ts'
import { readSetup } from './admin-setup.service.ts'

const setupResponse = responseSchema(
  'How far the installation is set up',
  z
    .object({
      passwordChanged: z.boolean().meta({ description: 'Whether you have changed your password' }),
      timeZoneChosen: z
        .boolean()
        .meta({ description: 'Whether an admin or TIME_ZONE says in which time zone the home is' }),
      caregiverId: uuidSchema.nullable().meta({ description: 'The newest caregiver' }),
      patientId: uuidSchema.nullable().meta({ description: 'The newest patient' }),
      macAddress: z
        .string()
        .nullable()
        .meta({ description: 'Of the newest device, also if it has not sent yet' }),
      alertTested: z
        .boolean()
        .meta({ description: 'Whether a message has been accepted, or an incident acknowledged' }),
    })
    .meta({ id: 'Setup' }),
)

export function adminSetupRoutes(app: ApiInstance, ctx: Context): void {
  app.get(
    '/admin/setup',
    {
      config: adminOnly(),
      schema: {
        tags,
        operationId: 'getSetup',
        summary: 'Get what has been set up since the first start',
        response: { 200: setupResponse },
      },
    },
    async (request) => success(await readSetup(ctx, callerOf(request))),
  )
}
