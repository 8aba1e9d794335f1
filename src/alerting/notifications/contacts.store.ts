import type { Db } from '../../platform/db/database.ts'
import type { ContactSecrets } from './channels/channel-definition.ts'
import { webhook } from './channels/webhook.ts'
import { type Contact, isKnownChannel, type ListedContact } from './contact.ts'

export const contactColumns = `contacts.id, contacts.user_id as "userId", channel, address, secrets, events,
  show_details as "showDetails",
  contacts.created_at as "createdAt", confirmed_at as "confirmedAt", ended_at as "endedAt",
  end_reason as "endReason"`

export type NewContact = Omit<Contact, 'endedAt' | 'endReason'>

/** Returns false, and changes nothing, if the address is a contact already. */
export async function insertContact(tx: Db, contact: NewContact): Promise<boolean> {
  const rows = await tx.query(
    `insert into contacts (id, user_id, channel, address, secrets, show_details, created_at, confirmed_at, events)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict do nothing
     returning 1`,
    [
      contact.id,
      contact.userId,
      contact.channel,
      contact.address,
      JSON.stringify(contact.secrets),
      contact.showDetails,
      contact.createdAt,
      contact.confirmedAt,
      contact.events,
    ],
  )
  return rows.length > 0
}

/** Returns and locks the contact of a person with this address. */
export async function findContactByAddress(
  db: Db,
  { userId, channel, address }: Pick<Contact, 'userId' | 'channel' | 'address'>,
): Promise<Contact | undefined> {
  const [contact] = await db.query<Contact>(
    `select ${contactColumns} from contacts
     where user_id = $1 and channel = $2 and address = $3
     for update`,
    [userId, channel, address],
  )
  return contact
}

/** Makes a contact as good as new: a browser that subscribes again has new keys. */
export async function renewContact(
  tx: Db,
  id: string,
  { secrets, showDetails }: Pick<Contact, 'secrets' | 'showDetails'>,
): Promise<void> {
  await tx.query(
    'update contacts set secrets = $2, show_details = $3, ended_at = null, end_reason = null where id = $1',
    [id, JSON.stringify(secrets), showDetails],
  )
}

export async function findContact(db: Db, id: string): Promise<Contact | undefined> {
  const [contact] = await db.query<Contact>(`select ${contactColumns} from contacts where id = $1`, [id])
  return contact
}

export async function listContactsOf(db: Db, userId: string): Promise<ListedContact[]> {
  return db.query(
    `select ${contactColumns},
       (select max(sent_at) from deliveries where contact_id = contacts.id) as "lastSentAt"
     from contacts where user_id = $1 and ${isKnownChannel} order by created_at, id`,
    [userId],
  )
}

export async function listWebhooks(db: Db): Promise<Contact[]> {
  return db.query(
    `select ${contactColumns} from contacts where channel = '${webhook.name}' order by created_at, id`,
  )
}

/**
 * Locks the person, so that nobody else adds a contact meanwhile; it counts the contacts and those of them that have never accepted
 * anything. It returns undefined if there is no such
 * account.
 */
export async function countContacts(
  tx: Db,
  userId: string,
): Promise<{ all: number; unproven: number } | undefined> {
  const owner = await tx.query('select 1 from users where id = $1 for no key update', [userId])
  if (owner.length === 0) return undefined
  const [counts] = await tx.query<{ all: number; unproven: number }>(
    `select count(*)::int as all, (count(*) filter (where accepted_at is null))::int as unproven
     from contacts where user_id = $1`,
    [userId],
  )
  return counts
}

/** Returns false if there was none. */
export async function deleteContact(tx: Db, id: string): Promise<boolean> {
  return (await tx.query('delete from contacts where id = $1 returning 1', [id])).length > 0
}

export async function setSecrets(tx: Db, id: string, secrets: ContactSecrets): Promise<void> {
  await tx.query('update contacts set secrets = $2 where id = $1', [id, JSON.stringify(secrets)])
}

/** Returns the contact, and keeps it from being changed until the transaction ends. */
export async function lockContact(tx: Db, id: string): Promise<Contact | undefined> {
  const [contact] = await tx.query<Contact>(
    `select ${contactColumns} from contacts where id = $1 for update`,
    [id],
  )
  return contact
}

export async function endContact(db: Db, id: string, at: Date, reason: string): Promise<void> {
  await db.query('update contacts set ended_at = $2, end_reason = $3 where id = $1 and ended_at is null', [
    id,
    at,
    reason,
  ])
}

/** Replaces the code that confirms a contact. */
export async function setCode(tx: Db, id: string, hash: Buffer, expiresAt: Date): Promise<void> {
  await tx.query(
    'update contacts set code_hash = $2, code_expires_at = $3, code_attempts = 0 where id = $1',
    [id, hash, expiresAt],
  )
}

/** Counts an attempt and returns the code, unless it has expired or there were too many attempts. */
export async function countCodeAttempt(
  tx: Db,
  id: string,
  at: Date,
  maxAttempts: number,
): Promise<Buffer | undefined> {
  const [row] = await tx.query<{ codeHash: Buffer }>(
    `update contacts set code_attempts = code_attempts + 1
     where id = $1 and code_expires_at > $2 and code_attempts < $3
     returning code_hash as "codeHash"`,
    [id, at, maxAttempts],
  )
  return row?.codeHash
}

export async function setConfirmed(tx: Db, id: string, at: Date): Promise<void> {
  await tx.query(
    `update contacts set confirmed_at = coalesce(confirmed_at, $2), code_hash = null, code_expires_at = null,
       accepted_at = coalesce(accepted_at, $2), is_prompt = true
     where id = $1`,
    [id, at],
  )
}
