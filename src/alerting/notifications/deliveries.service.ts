import { randomUUID } from 'node:crypto'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { refusal } from '../../platform/lib/errors.ts'
import type { Notification } from './channels/channel.ts'
import { type Contact, isUsable } from './contact.ts'
import * as contacts from './contacts.store.ts'
import { findDelivery, insertDelivery, recordAttempt, requeueDelivery } from './deliveries.store.ts'
import { type Delivery, slowAfterMs } from './delivery.ts'
import { noteAnswer } from './delivery-queue.store.ts'
import { publishContactsChange } from './reachability.ts'
import { noFailure, removedByReceiver, storedFailure } from './send-failures.ts'
import type { Sender } from './sender.ts'

export { type DeliveryFilter, listDeliveries, listDeliveriesOf } from './deliveries.store.ts'

/** Sends a test message to a contact, and returns what became of it. */
export async function sendTest(ctx: Context, sender: Sender, contact: Contact): Promise<Delivery> {
  if (!contact.confirmedAt) throw refusal('CONTACT_UNCONFIRMED')
  if (contact.endedAt) throw refusal('CONTACT_ENDED', { reason: contact.endReason ?? 'unknown' })
  const id = randomUUID()
  await insertDelivery(ctx.db, { id, contactId: contact.id, purpose: 'test', createdAt: ctx.now() })
  return attempt(ctx, sender, contact, id)
}

/** Sends a message again that has not been accepted; one of an incident, only while that is open. */
export async function retryDelivery(
  ctx: Context,
  caller: Caller,
  sender: Sender,
  id: string,
): Promise<Delivery> {
  const delivery = await findDelivery(ctx.db, id)
  const contact = delivery && (await contacts.findContact(ctx.db, delivery.contactId))
  if (!delivery || !contact) throw refusal('DELIVERY_NOT_FOUND')
  if (delivery.state === 'SENT') throw refusal('DELIVERY_ACCEPTED')
  if (!isUsable(contact)) throw refusal('DELIVERY_CONTACT_ENDED')
  const retried = delivery.incidentId ? await requeue(ctx, id) : await attempt(ctx, sender, contact, id)
  const message = `Delivery ${id} sent again: ${retried.state}`
  await recordAuditEntry(ctx, ctx.db, caller, {
    action: 'delivery.retried',
    message,
    subjectId: contact.userId,
  })
  return retried
}

async function requeue(ctx: Context, id: string): Promise<Delivery> {
  if (!(await requeueDelivery(ctx.db, id, ctx.now()))) throw refusal('DELIVERY_NOT_RETRIABLE')
  const delivery = await findDelivery(ctx.db, id)
  if (!delivery) throw refusal('DELIVERY_NOT_FOUND')
  return delivery
}

async function attempt(ctx: Context, sender: Sender, contact: Contact, id: string): Promise<Delivery> {
  const startedAtMs = performance.now()
  const result = await sender.send(contact, testNotification(ctx, contact, id))
  const at = ctx.now()
  const isPrompt = performance.now() - startedAtMs < slowAfterMs
  await noteAnswer(ctx.db, contact.id, { isAccepted: result.ok, isPrompt, at })
  const outcome = result.ok
    ? { state: 'SENT' as const, sentAt: at, ...noFailure }
    : { state: 'FAILED' as const, sentAt: null, ...storedFailure(result) }
  if (!result.ok && result.gone)
    await ctx.db.transaction(async (tx) => {
      await contacts.endContact(tx, contact.id, at, removedByReceiver)
      await publishContactsChange(tx, contact.userId, at)
    })
  const delivery = await recordAttempt(ctx.db, id, outcome)
  if (!delivery) throw refusal('CONTACT_DELETED')
  return delivery
}

/** Has no name in it, whatever the contact shows. */
function testNotification({ config, now }: Context, contact: Contact, deliveryId: string): Notification {
  return {
    tag: `test-${contact.id}`,
    deliveryId,
    purpose: 'test',
    severity: 'LOW',
    title: 'Test message',
    text: 'This is a test. Messages about the people you look after will arrive here.',
    url: config.notifications.publicUrl,
    event: { type: 'test', timestamp: now(), data: { message: 'This is a test.' } },
  }
}
