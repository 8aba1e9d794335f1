import { randomUUID } from 'node:crypto'
import { assertMayMarkRead, assertMayReadMessage } from '../../accounts/access/policy.ts'
import { getUser, isAbleToSignIn } from '../../accounts/users/users.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Page, PageResult } from '../../platform/db/page.ts'
import { appendEvent } from '../../platform/events/append-event.ts'
import { invalidFields, refusal } from '../../platform/lib/errors.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { listMessages, type MessageFilter } from './message-list.store.ts'
import type { Message, NewMessage } from './messages.store.ts'
import * as store from './messages.store.ts'

export { countUnread, findReceivedMessages } from './messages.store.ts'

export type Letter = Pick<NewMessage, 'recipientId' | 'content' | 'type'>

/** Somebody to write to, and whether they can read it: residents often have no account to sign in with. */
export interface Recipient {
  id: string
  canSignIn: boolean
}

export async function readRecipient(ctx: Context, id: string): Promise<Recipient> {
  const canSignIn = await isAbleToSignIn(ctx.db, id)
  if (canSignIn === undefined) throw refusal('USER_NOT_FOUND')
  return { id, canSignIn }
}

/** Says so if nobody will read it. */
export type SentMessage = Message & { recipientCanSignIn?: false }

export async function sendMessage(ctx: Context, { actor }: Caller, letter: Letter): Promise<SentMessage> {
  if (letter.recipientId === actor.id) throw invalidFields({ recipientId: fieldMessage('SELF') })
  const createdAt = ctx.now()
  const message = await ctx.db.transaction(async (tx) => {
    const inserted = await store.insertMessage(tx, {
      ...letter,
      id: randomUUID(),
      senderId: actor.id,
      createdAt,
    })
    if (!inserted) return undefined
    const { id: subjectId, recipientId: userId } = inserted
    await appendEvent(tx, { type: 'message.received', at: createdAt, userId, subjectId })
    return (await isAbleToSignIn(tx, userId)) ? inserted : { ...inserted, recipientCanSignIn: false as const }
  })
  if (message) return message
  // The recipient does not exist, or the sender was deleted at the same time.
  await getUser(ctx, letter.recipientId)
  throw refusal('INVALID_TOKEN')
}

/** Lists the messages that the caller sent or received. */
export function listOwnMessages(
  ctx: Context,
  { actor }: Caller,
  filter: MessageFilter,
  page: Page,
): Promise<PageResult<Message>> {
  return listMessages(ctx.db, actor.id, filter, page)
}

/** Returns a message to its sender and its recipient, or throws 404 or 403. */
export async function getOwnMessage(ctx: Context, { actor }: Caller, id: string): Promise<Message> {
  const message = await getMessage(ctx, id)
  assertMayReadMessage(actor, message)
  return message
}

/** Marks a message that the caller received, and optionally what the sender wrote to them before. */
export async function readMessage(
  ctx: Context,
  { actor }: Caller,
  id: string,
  { earlier }: { earlier: boolean },
): Promise<Message> {
  const message = await getMessage(ctx, id)
  assertMayMarkRead(actor, message)
  const mark = earlier ? store.markReadUntil : store.markMessageRead
  const at = ctx.now()
  await ctx.db.transaction(async (tx) => {
    const marked = await mark(tx, id, at)
    const { id: userId } = actor
    if (marked.length > 0) await appendEvent(tx, { type: 'messages.read', at, userId, subjectId: userId })
  })
  return { ...message, read: true }
}

async function getMessage(ctx: Context, id: string): Promise<Message> {
  const message = await store.findMessage(ctx.db, id)
  if (!message) throw refusal('MESSAGE_NOT_FOUND')
  return message
}
