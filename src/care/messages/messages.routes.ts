import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import type { PageResponder } from '../../platform/http/page-cursors.ts'
import { idParams } from '../../platform/http/schemas.ts'
import * as schemas from './messages.schemas.ts'
import * as messages from './messages.service.ts'

const tags = ['Messages']
const params = idParams
const onMessage = { access: 'signed-in' as const, errors: [403, 404] }

/** Messages are private to sender and recipient: admins cannot read them. */
export function messageRoutes(app: ApiInstance, ctx: Context, respondWithPage: PageResponder): void {
  app.get(
    '/messages',
    {
      config: { access: 'signed-in' },
      schema: {
        tags,
        operationId: 'listMessages',
        summary: 'List the messages that you sent or received, newest first',
        querystring: schemas.messagesQuery,
        response: { 200: schemas.messagesResponse },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      return respondWithPage(request, request.query, (query) =>
        messages.listOwnMessages(ctx, caller, query, query),
      )
    },
  )

  app.post(
    '/messages',
    {
      config: { access: 'signed-in', errors: [404] },
      schema: {
        tags,
        operationId: 'sendMessage',
        summary: 'Send a message',
        body: schemas.messageBody,
        response: { 201: schemas.sentMessageResponse },
      },
    },
    async (request, reply) => {
      const message = await messages.sendMessage(ctx, callerOf(request), request.body)
      return reply.code(201).send(success(message))
    },
  )

  app.get(
    '/messages/recipients/:id',
    {
      config: { access: 'signed-in', errors: [404] },
      schema: {
        tags,
        operationId: 'getMessageRecipient',
        summary: 'Get whether a user can read messages, before you write one',
        params,
        response: { 200: schemas.recipientResponse },
      },
    },
    async (request) => success(await messages.readRecipient(ctx, request.params.id)),
  )

  app.get(
    '/messages/:id',
    {
      config: onMessage,
      schema: {
        tags,
        operationId: 'getMessage',
        summary: 'Get a message',
        params,
        response: { 200: schemas.oneMessageResponse },
      },
    },
    async (request) => success(await messages.getOwnMessage(ctx, callerOf(request), request.params.id)),
  )

  app.post(
    '/messages/:id/read',
    {
      config: onMessage,
      schema: {
        tags,
        operationId: 'markMessageRead',
        summary: 'Mark a received message as read',
        params,
        querystring: schemas.readQuery,
        response: { 200: schemas.oneMessageResponse },
      },
    },
    async (request) =>
      success(await messages.readMessage(ctx, callerOf(request), request.params.id, request.query)),
  )
}
