import type { Db } from '../../platform/db/database.ts'

export interface HelpCredential {
  id: string
  userId: string
  lastUsedAt: Date
  expiresAt: Date
  /** Of the page of a phone, which is a device: it ends with its key. */
  deviceKeyId: string | null
}

export interface NewHelpCredential extends HelpCredential {
  hash: Buffer
  userAgent: string | null
  createdAt: Date
}

export async function insertHelpCredential(tx: Db, credential: NewHelpCredential): Promise<void> {
  const { id, userId, hash, userAgent, createdAt, lastUsedAt, expiresAt, deviceKeyId } = credential
  await tx.query(
    `insert into help_credentials
       (id, user_id, token_hash, user_agent, created_at, last_used_at, expires_at, device_key_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, userId, hash, userAgent, createdAt, lastUsedAt, expiresAt, deviceKeyId],
  )
}

/** Returns the valid credential with this hash, of a patient whose account is active. */
export async function findHelpCredential(
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<HelpCredential | undefined> {
  const [row] = await db.query<HelpCredential>(
    `select help_credentials.id, user_id as "userId", last_used_at as "lastUsedAt", expires_at as "expiresAt",
            device_key_id as "deviceKeyId"
     from help_credentials join users on users.id = user_id
     where token_hash = $1 and expires_at > $2 and users.status = 'active' and users.role = 'PATIENT'`,
    [hash, now],
    'find-help-credential',
  )
  return row
}

export async function extendHelpCredential(db: Db, id: string, usedAt: Date, expiresAt: Date): Promise<void> {
  await db.query('update help_credentials set last_used_at = $2, expires_at = $3 where id = $1', [
    id,
    usedAt,
    expiresAt,
  ])
}

/** Lets a phone use a credential of the patient's own page. */
export async function shareHelpCredential(tx: Db, id: string, deviceKeyId: string): Promise<void> {
  await tx.query('update help_credentials set shared_key_id = $2 where id = $1', [id, deviceKeyId])
}

/** Lets the patient's own page use a credential of a phone: it no longer ends with the key. */
export async function keepForPage(tx: Db, id: string): Promise<void> {
  await tx.query(
    `update help_credentials set shared_key_id = device_key_id, device_key_id = null
     where id = $1 and device_key_id is not null`,
    [id],
  )
}

/** Ends what a page may do when its patient signs out; a phone in the same browser keeps the credential. Returns what is left. */
export async function endHelpCredential(tx: Db, id: string): Promise<'ended' | 'kept'> {
  const kept = await tx.query(
    `update help_credentials
     set device_key_id = coalesce(device_key_id, shared_key_id), shared_key_id = null
     where id = $1 and coalesce(device_key_id, shared_key_id) is not null
     returning id`,
    [id],
  )
  if (kept.length > 0) return 'kept'
  await tx.query('delete from help_credentials where id = $1', [id])
  return 'ended'
}

/** Returns whose it was, or undefined. */
export async function deleteHelpCredentialByHash(tx: Db, hash: Buffer): Promise<string | undefined> {
  const [row] = await tx.query<{ userId: string }>(
    'delete from help_credentials where token_hash = $1 returning user_id as "userId"',
    [hash],
  )
  return row?.userId
}

/** Keeps the credentials of a user that were used last. */
export async function deleteSurplus(tx: Db, userId: string, kept: number): Promise<void> {
  await tx.query(
    `delete from help_credentials where id in (
       select id from help_credentials where user_id = $1 order by last_used_at desc, id offset $2)`,
    [userId, kept],
  )
}

export async function deleteHelpCredentialsOfUser(tx: Db, userId: string): Promise<void> {
  await tx.query('delete from help_credentials where user_id = $1', [userId])
}

export async function deleteExpiredHelpCredentials(db: Db, now: Date): Promise<void> {
  await db.query('delete from help_credentials where expires_at <= $1', [now])
}
