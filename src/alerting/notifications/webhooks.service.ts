import { randomUUID } from 'node:crypto'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { msPerDay } from '../../platform/lib/duration.ts'
import { invalidFields, refusal } from '../../platform/lib/errors.ts'
import { findTargetProblem } from './channels/target-url.ts'
import { generateWebhookSecret, secretsOf } from './channels/webhook.ts'
import type { Contact } from './contact.ts'
import * as store from './contacts.store.ts'
import { sendTest } from './deliveries.service.ts'
import type { Sender } from './sender.ts'
import type { NewWebhook } from './webhooks.schemas.ts'

const maxWebhooks = 20

/** How long messages are signed with the old secret, too, so that a receiver can change over. */
const rotationMs = msPerDay

export type Webhooks = ReturnType<typeof createWebhookService>

/** Manages the webhooks of the installation. A secret is shown once, when it is created. */
export function createWebhookService(ctx: Context, sender: Sender) {
  return { list, create, rotate, remove, test }

  function list(): Promise<Contact[]> {
    return store.listWebhooks(ctx.db)
  }

  async function create(caller: Caller, { url: given, events = null }: NewWebhook) {
    const problem = findTargetProblem(given, ctx.config.notifications)
    if (problem) throw invalidFields({ url: problem })
    // What follows the # is not sent, so that two URLs that differ by it are the same target.
    const [url = given] = given.split('#')
    const secret = generateWebhookSecret()
    const id = randomUUID()
    const now = ctx.now()
    const secrets = { webhook: [{ secret, expiresAt: null }] }
    await ctx.db.transaction(async (tx) => {
      if ((await store.listWebhooks(tx)).length >= maxWebhooks)
        throw refusal('TOO_MANY_WEBHOOKS', { limit: maxWebhooks })
      const webhook = { id, userId: null, channel: 'webhook' as const, address: url, secrets, events }
      const isNew = await store.insertContact(tx, {
        ...webhook,
        showDetails: false,
        createdAt: now,
        confirmedAt: now,
      })
      if (!isNew) throw refusal('WEBHOOK_EXISTS')
      await audit(tx, caller, 'webhook.created', `Webhook ${id} created`)
    })
    return { id, url, events, secret }
  }

  /** Creates another secret; the previous one is used beside it for a day. */
  async function rotate(caller: Caller, id: string) {
    const secret = generateWebhookSecret()
    return ctx.db.transaction(async (tx) => {
      const webhook = await store.lockContact(tx, id)
      if (webhook?.channel !== 'webhook') throw refusal('WEBHOOK_NOT_FOUND')
      const [current] = secretsOf(webhook)
      const expiresAt = new Date(ctx.now().getTime() + rotationMs).toISOString()
      const previous = current ? [{ ...current, expiresAt }] : []
      await store.setSecrets(tx, id, { webhook: [{ secret, expiresAt: null }, ...previous] })
      await audit(tx, caller, 'webhook.rotated', `Secret of webhook ${id} replaced`)
      return { id, url: webhook.address, events: webhook.events, secret }
    })
  }

  async function remove(caller: Caller, id: string): Promise<void> {
    await getWebhook(id)
    await ctx.db.transaction(async (tx) => {
      if (!(await store.deleteContact(tx, id))) throw refusal('WEBHOOK_NOT_FOUND')
      await audit(tx, caller, 'webhook.deleted', `Webhook ${id} deleted`)
    })
  }

  async function test(id: string) {
    return sendTest(ctx, sender, await getWebhook(id))
  }

  async function getWebhook(id: string): Promise<Contact> {
    const webhook = await store.findContact(ctx.db, id)
    if (webhook?.channel !== 'webhook') throw refusal('WEBHOOK_NOT_FOUND')
    return webhook
  }

  function audit(tx: Db, caller: Caller, action: string, message: string) {
    return recordAuditEntry(ctx, tx, caller, { action, message })
  }
}
