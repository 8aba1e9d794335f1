import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { deletedResponse, success } from '../../platform/http/envelope.ts'
import type { RouteLimits } from '../../platform/http/route-limits.ts'
import { idParams as params } from '../../platform/http/schemas.ts'
import { type PersonalChannel, personalChannel } from './channels/channels.ts'
import { type Contact, type ListedContact, labelOf } from './contact.ts'
import * as schemas from './contacts.schemas.ts'
import type { Contacts } from './contacts.service.ts'
import type { Delivery } from './delivery.ts'
import { withFailure } from './send-failures.ts'
import type { Sender } from './sender.ts'

const tags = ['Notifications']

export interface ContactRouteParts {
  contacts: Contacts
  sender: Sender
  routeLimits: RouteLimits
}

export function contactRoutes(app: ApiInstance, { contacts, sender, routeLimits }: ContactRouteParts): void {
  app.get(
    '/notifications/contacts',
    {
      config: { access: 'signed-in' },
      schema: {
        tags,
        operationId: 'listContacts',
        summary: 'List the ways to reach you',
        response: { 200: schemas.contactsResponse },
      },
    },
    async (request) => success((await contacts.list(callerOf(request))).map(contactView)),
  )

  app.get(
    '/notifications/channels',
    {
      config: { access: 'signed-in' },
      schema: {
        tags,
        operationId: 'listChannels',
        summary: 'List the channels by which messages are sent, and which of them are set up here',
        response: { 200: schemas.channelsResponse },
      },
    },
    async () => success(contacts.listChannels()),
  )

  app.post(
    '/notifications/contacts',
    {
      config: { access: 'signed-in', errors: [409, 429] },
      // A message is sent when a contact is added that has to be confirmed by a code.
      async preHandler(request, reply) {
        if (personalChannel(request.body.channel).needsCode) await routeLimits.notifications(request, reply)
      },
      schema: {
        tags,
        operationId: 'addContact',
        summary: 'Add a way to reach you',
        description: [
          'A browser or phone that takes web push, an e-mail address, or an ntfy topic. An e-mail address is confirmed by',
          'a code that is sent to it. For an address that you have added before, the answer is 200: the keys of a push',
          'subscription are renewed, and an address that is not confirmed yet gets another code.',
        ].join(' '),
        body: schemas.newContactBody,
        response: { 200: schemas.contactResponse, 201: schemas.contactResponse },
      },
    },
    async (request, reply) => {
      const { contact, isNew } = await contacts.add(callerOf(request), request.body)
      return reply.code(isNew ? 201 : 200).send(success(contactView(contact)))
    },
  )

  app.post(
    '/notifications/contacts/:id/confirm',
    {
      config: { access: 'signed-in', errors: [403, 404] },
      schema: {
        tags,
        operationId: 'confirmContact',
        summary: 'Confirm an e-mail address by the code that was sent to it',
        description: 'A code is valid for 15 minutes and five attempts.',
        params,
        body: schemas.confirmBody,
        response: { 200: schemas.contactResponse },
      },
    },
    async (request) => {
      const contact = await contacts.confirm(callerOf(request), request.params.id, request.body.code)
      return success(contactView(contact))
    },
  )

  app.delete(
    '/notifications/contacts/:id',
    {
      config: { access: 'signed-in', errors: [403, 404] },
      schema: {
        tags,
        operationId: 'removeContact',
        summary: 'Remove a way to reach you',
        params,
        response: { 200: deletedResponse },
      },
    },
    async (request) => {
      await contacts.remove(callerOf(request), request.params.id)
      return success({ id: request.params.id, deleted: true as const })
    },
  )

  app.post(
    '/notifications/contacts/:id/test',
    {
      config: { access: 'signed-in', errors: [403, 404, 409, 429], isLongTask: true },
      onRequest: routeLimits.notifications,
      schema: {
        tags,
        operationId: 'testContact',
        summary: 'Send a test message to a contact',
        description: 'Answers when the receiver has accepted or refused the message, within five seconds.',
        params,
        response: { 200: schemas.testResponse },
      },
    },
    async (request) => success(testView(await contacts.test(callerOf(request), request.params.id))),
  )

  app.get(
    '/notifications/push-key',
    {
      config: { access: 'signed-in' },
      schema: {
        tags,
        operationId: 'getPushKey',
        summary: 'Get the public key with which a browser subscribes to web push',
        response: { 200: schemas.pushKeyResponse },
      },
    },
    async () => success({ publicKey: await sender.vapidPublicKey() }),
  )
}

export const testView = ({ id, state, error, failure }: Delivery) =>
  withFailure({ deliveryId: id, state, error, failure })

function contactView(contact: Contact & Partial<ListedContact>) {
  const { id, channel, showDetails, confirmedAt, createdAt, endedAt, endReason } = contact
  return {
    id,
    channel: channel as PersonalChannel,
    label: labelOf(contact),
    showDetails,
    confirmed: confirmedAt !== null,
    createdAt,
    lastSentAt: contact.lastSentAt ?? null,
    endedAt,
    endReason,
  }
}
