import type { Context } from '../../platform/context.ts'
import { principalOf } from '../../platform/http/access.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import type { PageResponder } from '../../platform/http/page-cursors.ts'
import { idParams as params } from '../../platform/http/schemas.ts'
import { deviceEventBody, toDeviceEvent } from './device-event.ts'
import * as schemas from './device-events.schemas.ts'
import { eventView, listReadableEvents } from './device-events.service.ts'
import type { EventIntake } from './event-intake.ts'

const tags = ['Devices']

export function deviceEventRoutes(
  app: ApiInstance,
  ctx: Context,
  intake: EventIntake,
  respondWithPage: PageResponder,
): void {
  app.post(
    '/device/events',
    {
      // Never rate limited: a call for help must not be refused.
      config: {
        access: 'signed-in',
        acceptsDeviceKey: true,
        limit: 'refusedFalls',
        quiet: true,
        errors: [403, 409, 429],
      },
      schema: {
        tags,
        operationId: 'sendDeviceEvent',
        summary: 'Say that something happened; the first event registers the device',
        description:
          'For whatever does not measure motion: buttons, bed mats, doors, radar, pendants. The response comes once the event and all that comes of it are stored. Events are never refused for their pace: of a device that says too much, what it says again is counted.',
        body: deviceEventBody,
        response: { 200: schemas.eventOutcomeResponse },
      },
    },
    async (request) => {
      const { id: userId } = principalOf(request).actor
      return success(await intake.receive(userId, { type: 'ACCOUNT', userId }, toDeviceEvent(request.body)))
    },
  )

  app.get(
    '/device/:id/events',
    {
      config: { access: 'signed-in', errors: [403, 404] },
      schema: {
        tags,
        operationId: 'listDeviceEvents',
        summary: 'List what a device said, newest first, with what came of it',
        params,
        querystring: schemas.eventsQuery,
        response: { 200: schemas.eventsResponse },
      },
    },
    async (request) => {
      const { ownerId, list } = await listReadableEvents(ctx, callerOf(request), request.params.id)
      await auditRead(ctx, request, ownerId)
      return respondWithPage(request, request.query, list, eventView)
    },
  )
}
