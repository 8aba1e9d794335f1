import { createHash, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { msPerMinute } from '../../platform/lib/duration.ts'
import { invalidFields, refusal, unavailable } from '../../platform/lib/errors.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { channels, findChannel, personalChannel } from './channels/channels.ts'
import type { Contact, ListedContact } from './contact.ts'
import type { NewContactBody } from './contacts.schemas.ts'
import * as store from './contacts.store.ts'
import { sendTest } from './deliveries.service.ts'
import { publishContactsChange } from './reachability.ts'
import type { Sender } from './sender.ts'

const maxContactsPerUser = 10
/** Contacts that nobody may be behind. */
const maxUnprovenPerUser = 5
const codeValidMs = 15 * msPerMinute
const maxCodeAttempts = 5

export type Contacts = ReturnType<typeof createContacts>

/** Manages how people are reached. Each of them sees and changes only their own. */
export function createContacts(ctx: Context, sender: Sender) {
  return { list, listChannels, add, confirm, remove, test }

  function listChannels() {
    return channels.map((channel) => {
      const personal = channel.owner === 'person'
      return {
        name: channel.name,
        personal,
        configured: channel.isConfigured(ctx.config.notifications),
        wakes: personal && channel.wakes,
        addressKind: personal ? channel.addressKind : null,
      }
    })
  }

  function list({ actor }: Caller): Promise<ListedContact[]> {
    return store.listContactsOf(ctx.db, actor.id)
  }

  /**
   * Repeatable: for an address that is a contact already, it renews the keys of a push subscription, or sends
   * another code to an e-mail address that is not confirmed yet.
   */
  async function add(caller: Caller, body: NewContactBody): Promise<{ contact: Contact; isNew: boolean }> {
    assertUsable(body)
    const { contact, isNew, code } = await ctx.db.transaction((tx) => insertOrRenew(tx, caller, body))
    if (code) await sendCode(contact, code, isNew)
    return { contact, isNew }
  }

  async function insertOrRenew(tx: Db, caller: Caller, body: NewContactBody) {
    const { actor } = caller
    const count = await store.countContacts(tx, actor.id)
    if (!count) throw refusal('INVALID_TOKEN')
    const fields = {
      userId: actor.id,
      channel: body.channel,
      showDetails: body.showDetails,
      ...personalChannel(body.channel).targetOf(body),
    }
    const known = await store.findContactByAddress(tx, fields)
    const id = known?.id ?? randomUUID()
    if (known) {
      await store.renewContact(tx, id, fields)
    } else {
      if (count.all >= maxContactsPerUser) throw refusal('TOO_MANY_CONTACTS', { limit: maxContactsPerUser })
      if (count.unproven >= maxUnprovenPerUser)
        throw refusal('TOO_MANY_UNPROVEN_CONTACTS', { limit: maxUnprovenPerUser })
      const now = ctx.now()
      const confirmedAt = personalChannel(body.channel).needsCode ? null : now
      await store.insertContact(tx, { ...fields, id, events: null, createdAt: now, confirmedAt })
      await audit(tx, caller, 'contact.added', `Contact ${id} added (${body.channel})`)
    }
    await publishContactsChange(tx, actor.id, ctx.now())
    const contact = (await store.findContact(tx, id)) as Contact
    const code = contact.confirmedAt ? undefined : newCode()
    if (code) await store.setCode(tx, id, hashCode(id, code), new Date(ctx.now().getTime() + codeValidMs))
    return { contact, isNew: !known, code }
  }

  /** Refuses a target that nothing could be sent to. */
  function assertUsable(body: NewContactBody): void {
    const channel = personalChannel(body.channel)
    const config = ctx.config.notifications
    if (!channel.isConfigured(config))
      throw refusal(
        'CHANNEL_NOT_SET_UP',
        { channel: channel.name },
        { fields: { channel: fieldMessage('CHANNEL_NOT_SET_UP', { channel: channel.name }) } },
      )
    const problems = channel.findProblem(body, config)
    if (problems) throw invalidFields(problems)
  }

  async function sendCode(contact: Contact, code: string, isNew: boolean): Promise<void> {
    const result = await sender.send(contact, {
      tag: `code-${contact.id}`,
      deliveryId: randomUUID(),
      purpose: 'note',
      severity: 'LOW',
      title: 'Your confirmation code',
      text: `The code is ${code}. It is valid for 15 minutes. If you did not ask for it, ignore this message.`,
    })
    if (result.ok) return
    if (!result.permanent) throw unavailable('CODE_NOT_SENT')
    if (isNew) await store.deleteContact(ctx.db, contact.id)
    throw refusal('MAIL_ADDRESS_REFUSED', undefined, {
      fields: { address: fieldMessage('ADDRESS_REFUSED') },
    })
  }

  /** Accepts the code that was sent to the contact. Confirming again changes nothing. */
  async function confirm(caller: Caller, id: string, code: string): Promise<Contact> {
    const contact = await getOwn(caller, id)
    if (contact.confirmedAt) return contact
    // Counted outside of the transaction, which an error would roll back.
    const expected = await store.countCodeAttempt(ctx.db, id, ctx.now(), maxCodeAttempts)
    if (!expected)
      throw refusal('CODE_EXPIRED', undefined, { fields: { code: fieldMessage('CODE_EXPIRED') } })
    if (!timingSafeEqual(expected, hashCode(id, code)))
      throw refusal('CODE_WRONG', undefined, { fields: { code: fieldMessage('CODE_WRONG') } })
    await ctx.db.transaction(async (tx) => {
      await store.setConfirmed(tx, id, ctx.now())
      await publishContactsChange(tx, caller.actor.id, ctx.now())
      await audit(tx, caller, 'contact.confirmed', `Contact ${id} confirmed`)
    })
    return getOwn(caller, id)
  }

  async function remove(caller: Caller, id: string): Promise<void> {
    await getOwn(caller, id)
    await ctx.db.transaction(async (tx) => {
      if (!(await store.deleteContact(tx, id))) throw refusal('CONTACT_NOT_FOUND')
      await publishContactsChange(tx, caller.actor.id, ctx.now())
      await audit(tx, caller, 'contact.removed', `Contact ${id} removed`)
    })
  }

  async function test(caller: Caller, id: string) {
    return sendTest(ctx, sender, await getOwn(caller, id))
  }

  async function getOwn({ actor }: Caller, id: string): Promise<Contact> {
    const contact = await store.findContact(ctx.db, id)
    if (!contact || findChannel(contact.channel)?.owner !== 'person') throw refusal('CONTACT_NOT_FOUND')
    if (contact.userId !== actor.id) throw refusal('CONTACT_OF_OTHER')
    return contact
  }

  function audit(tx: Db, caller: Caller, action: string, message: string) {
    return recordAuditEntry(ctx, tx, caller, { action, message, subjectId: caller.actor.id })
  }
}

const newCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/** The id makes equal codes of two contacts different hashes; a code lives too briefly for a slow hash to matter. */
const hashCode = (contactId: string, code: string) =>
  createHash('sha256').update(`${contactId} ${code}`).digest()
