import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import type { EventStreams } from './event-streams.ts'
import * as schemas from './events.schemas.ts'
import { openEventStream } from './open-event-stream.ts'

/** Takes whether the service holds all messages, which a stream says when it is opened. */
export function eventRoutes(
  app: ApiInstance,
  ctx: Context,
  streams: EventStreams,
  isHeld: () => boolean,
): void {
  app.get(
    '/events',
    {
      config: { access: 'signed-in', limit: 'alerts', isLongTask: true, isStream: true },
      // A response without a body would stay open as well.
      exposeHeadRoute: false,
      schema: {
        tags: ['Live events'],
        operationId: 'streamEvents',
        summary: 'Receive changes as they happen, as server-sent events',
        description:
          'The types are `incident.opened`, `incident.changed`, `device.changed` and `message.received`; the data are what the ' +
          'endpoint of the incident, device or message shows. `messages.read` says how many messages you have not read ' +
          '(`unread`, at most 100; also with a message), `contacts.changed` says whether a message can reach you ' +
          '(`reachable`), and `notes.changed` that notes about the patient with this id were added or deleted; `patient.changed` ' +
          'says that the patient with this id has moved, or has paused or resumed sharing of vital signs, and `shares.changed` ' +
          'that your links for people outside have changed; ' +
          '`handover.added` brings a handover note of your team. Once a minute, ' +
          'caregivers and admins get `patients.seen`, without an id: how their patients are doing, as `GET /patients/overview` ' +
          'shows it. A stream begins with `ready`, `reachable` and `unread`, or continues after `Last-Event-ID`; if that is too old, it ' +
          'begins with `reset`, and lists must be read again. A comment has the time of the service, at the beginning and every ' +
          '15 seconds. While the service holds all messages, the response has the header `Fallwatch-Held: true`.',
        headers: schemas.eventsHeaders,
        querystring: schemas.eventsQuery,
        response: { 200: schemas.eventsResponse },
      },
    },
    async (request, reply) => {
      const lastEventId = request.headers['last-event-id'] || request.query.lastEventId
      if (isHeld()) reply.header('fallwatch-held', 'true')
      await openEventStream(ctx, streams, request, reply, lastEventId)
    },
  )

  app.get(
    '/station/events',
    {
      config: { access: ['STATION'], limit: 'alerts', isLongTask: true, isStream: true },
      exposeHeadRoute: false,
      schema: {
        tags: ['Stations'],
        operationId: 'streamStationEvents',
        summary: 'Receive the incidents of the ward as they change, as server-sent events',
        headers: schemas.eventsHeaders,
        querystring: schemas.eventsQuery,
        response: { 200: schemas.eventsResponse },
      },
    },
    async (request, reply) => {
      const lastEventId = request.headers['last-event-id'] || request.query.lastEventId
      await openEventStream(ctx, streams, request, reply, lastEventId)
    },
  )
}
