import { adminOnly, tags } from '../../platform/http/admin-only.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { deletedResponse, success } from '../../platform/http/envelope.ts'
import { idParams as params } from '../../platform/http/schemas.ts'
import { unavailable } from '../../platform/lib/errors.ts'
import { findAdapter } from '../adapters/adapters.ts'
import * as schemas from './intake.schemas.ts'
import type { Intake } from './intake.ts'
import { setIntakeSource } from './intake-devices.service.ts'
import { createIntakeSource, deleteIntakeSource, listIntakeSources } from './intake-sources.service.ts'
import { listIntakeTopics, replaceIntakeTopics } from './intake-topics.service.ts'
import { listNearbyDevices } from './nearby.service.ts'

/** A LoRaWAN server or a phone sends for many seconds or devices at once; the largest message is a few seconds of motion. */
const maxMessageBytes = 256 * 1024

export function intakeRoutes(app: ApiInstance, { intake }: { intake: Intake }): void {
  const { ctx } = intake
  topicRoutes(app, intake)
  sourceRoutes(app, intake)

  app.get(
    '/admin/nearby',
    {
      config: adminOnly(),
      schema: {
        tags,
        operationId: 'listNearbyDevices',
        summary: 'List what was seen at topics and webhooks and belongs to nobody',
        description:
          'Of the last day, the newest first; `nearby.changed` says on the live stream that something was seen. To assign one, register it with its `externalId` (`POST /admin/devices`): the source where it was seen then speaks for it.',
        response: { 200: schemas.nearbyResponse },
      },
    },
    async (request) => {
      await auditRead(ctx, request)
      return success(await listNearbyDevices(ctx))
    },
  )

  app.put(
    '/admin/intake/devices/:id',
    {
      config: adminOnly(404),
      schema: {
        tags,
        operationId: 'updateDeviceSource',
        summary: 'Say which source speaks for a device',
        description:
          'Only needed where several sources have seen it, or none had when it was registered. A device key of the device works in any case.',
        params,
        body: schemas.deviceSourceBody,
        response: { 200: schemas.deviceSourceResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      const { source } = request.body
      await setIntakeSource(ctx, callerOf(request), id, source)
      return success({ id, source })
    },
  )

  app.post(
    '/intake/:secret',
    {
      config: {
        access: 'public',
        // Limits of its own: by address, and by source.
        limit: 'none',
        hasSecretInPath: true,
        errors: [404, 429],
      },
      bodyLimit: maxMessageBytes,
      onRequest: intake.admit,
      schema: {
        tags: ['Devices'],
        operationId: 'receiveIntakeMessage',
        summary: 'Take a message of a webhook in',
        description:
          'The format is that of the adapter. It answers after the commit; what the adapter does not understand, and devices that nobody has assigned to the webhook, change nothing.',
        params: schemas.secretParams,
        body: schemas.messageBody,
        response: { 200: schemas.receiptResponse },
      },
    },
    async (request) => {
      const { id, adapter: name, rule } = intake.sourceOf(request)
      const adapter = findAdapter(name)
      // An older process may meet the adapter of a newer one.
      if (!adapter) throw unavailable()
      const message = { topic: null, filter: null, body: request.body, receivedAt: ctx.now() }
      return success(await intake.receive(id, adapter, { ...message, rule: rule ?? undefined }))
    },
  )
}

function topicRoutes(app: ApiInstance, { ctx, isBrokerUp }: Intake): void {
  const view = (topics: Awaited<ReturnType<typeof listIntakeTopics>>) =>
    success({ topics, brokerConnected: isBrokerUp() })

  app.get(
    '/admin/intake/topics',
    {
      config: adminOnly(),
      schema: {
        tags,
        operationId: 'listIntakeTopics',
        summary: 'List the topics of the broker that are read',
        response: { 200: schemas.topicsResponse },
      },
    },
    async () => view(await listIntakeTopics(ctx)),
  )

  app.put(
    '/admin/intake/topics',
    {
      config: adminOnly(),
      schema: {
        tags,
        operationId: 'updateIntakeTopics',
        summary: 'Name the topics of the broker that are read',
        description:
          'Of the broker of MQTT_URL, each with the adapter that understands what is published there. Where several match, the first one counts.',
        body: schemas.topicsBody,
        response: { 200: schemas.topicsResponse },
      },
    },
    async (request) => {
      const topics = request.body.topics.map((topic) => ({ ...topic, rule: topic.rule ?? null }))
      return view(await replaceIntakeTopics(ctx, callerOf(request), topics))
    },
  )
}

function sourceRoutes(app: ApiInstance, { ctx }: Intake): void {
  app.get(
    '/admin/intake/sources',
    {
      config: adminOnly(),
      schema: {
        tags,
        operationId: 'listIntakeSources',
        summary: 'List the webhooks in, to which others send',
        response: { 200: schemas.sourcesResponse },
      },
    },
    async () => success(await listIntakeSources(ctx)),
  )

  app.post(
    '/admin/intake/sources',
    {
      config: adminOnly(409),
      schema: {
        tags,
        operationId: 'createIntakeSource',
        summary: 'Make a webhook in',
        description: 'Its URL contains the secret, and is part of this answer only.',
        body: schemas.newSourceBody,
        response: { 201: schemas.newSourceResponse },
      },
    },
    async (request, reply) => {
      const { source, secret } = await createIntakeSource(ctx, callerOf(request), request.body)
      const { publicUrl = `${request.protocol}://${request.host}` } = ctx.config.notifications
      return reply.code(201).send(success({ ...source, url: `${publicUrl}/api/intake/${secret}` }))
    },
  )

  app.delete(
    '/admin/intake/sources/:id',
    {
      config: adminOnly(404),
      schema: {
        tags,
        operationId: 'deleteIntakeSource',
        summary: 'Delete a webhook in',
        description: 'Its URL is refused at once, and its devices have no source any more.',
        params,
        response: { 200: deletedResponse },
      },
    },
    async (request) => {
      await deleteIntakeSource(ctx, callerOf(request), request.params.id)
      return success({ id: request.params.id, deleted: true as const })
    },
  )
}
