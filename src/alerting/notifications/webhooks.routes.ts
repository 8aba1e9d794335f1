import { adminOnly, tags } from '../../platform/http/admin-only.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { deletedResponse, success } from '../../platform/http/envelope.ts'
import { idParams as params } from '../../platform/http/schemas.ts'
import { testView } from './contacts.routes.ts'
import { testResponse } from './contacts.schemas.ts'
import * as schemas from './webhooks.schemas.ts'
import type { Webhooks } from './webhooks.service.ts'

export function webhookRoutes(app: ApiInstance, webhooks: Webhooks): void {
  app.get(
    '/admin/webhooks',
    {
      config: adminOnly(),
      schema: {
        tags,
        operationId: 'listWebhooks',
        summary: 'List the webhooks of the installation',
        response: { 200: schemas.webhooksResponse },
      },
    },
    async () => {
      const list = await webhooks.list()
      return success(list.map(({ address, ...webhook }) => ({ ...webhook, url: address })))
    },
  )

  app.post(
    '/admin/webhooks',
    {
      config: adminOnly(409),
      schema: {
        tags,
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        description:
          'Messages are signed as the Standard Webhooks specification says. The secret is part of this answer only.',
        body: schemas.newWebhookBody,
        response: { 201: schemas.newWebhookResponse },
      },
    },
    async (request, reply) =>
      reply.code(201).send(success(await webhooks.create(callerOf(request), request.body))),
  )

  app.post(
    '/admin/webhooks/:id/rotate',
    {
      config: adminOnly(404),
      schema: {
        tags,
        operationId: 'rotateWebhookSecret',
        summary: 'Replace the secret of a webhook',
        description: 'For a day, messages are signed with the previous secret, too.',
        params,
        response: { 200: schemas.newWebhookResponse },
      },
    },
    async (request) => success(await webhooks.rotate(callerOf(request), request.params.id)),
  )

  app.post(
    '/admin/webhooks/:id/test',
    {
      config: { ...adminOnly(404, 409), isLongTask: true },
      schema: {
        tags,
        operationId: 'testWebhook',
        summary: 'Send a test message to a webhook',
        description: 'Answers when the receiver has accepted or refused the message, within five seconds.',
        params,
        response: { 200: testResponse },
      },
    },
    async (request) => success(testView(await webhooks.test(request.params.id))),
  )

  app.delete(
    '/admin/webhooks/:id',
    {
      config: adminOnly(404),
      schema: {
        tags,
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        params,
        response: { 200: deletedResponse },
      },
    },
    async (request) => {
      await webhooks.remove(callerOf(request), request.params.id)
      return success({ id: request.params.id, deleted: true as const })
    },
  )
}
