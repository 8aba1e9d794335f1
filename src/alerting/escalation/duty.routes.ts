import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import { dutyBody, dutyResponse } from './duty.schemas.ts'
import { readDuty, updateDuty } from './duty.service.ts'

const tags = ['Caregivers']

export function dutyRoutes(app: ApiInstance, ctx: Context): void {
  app.get(
    '/caregivers/me/duty',
    {
      config: { access: ['CAREGIVER'] },
      schema: {
        tags,
        operationId: 'getOwnDuty',
        summary: 'Get whether you are on duty',
        response: { 200: dutyResponse },
      },
    },
    async (request) => success(await readDuty(ctx, callerOf(request))),
  )

  app.put(
    '/caregivers/me/duty',
    {
      config: { access: ['CAREGIVER'] },
      schema: {
        tags,
        operationId: 'updateOwnDuty',
        summary: 'Go on or off duty',
        description:
          'Somebody off duty is notified only at the steps that notify every assigned caregiver. Without `hours` the hours stay as they are.',
        body: dutyBody,
        response: { 200: dutyResponse },
      },
    },
    async (request) => success(await updateDuty(ctx, callerOf(request), request.body)),
  )
}
