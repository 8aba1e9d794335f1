import { createHash } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'

/** Tokens and claims have 256 random bits, so a fast hash is safe. */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

export interface PhoneLink {
  userId: string
  name: string | null
  /** Who has made it; null of a link from before this was kept. */
  createdBy: string | null
  /** Of a link that was used. */
  deviceId: string | null
}

export async function insertPhoneLink(
  tx: Db,
  token: string,
  link: Omit<PhoneLink, 'deviceId'> & { createdAt: Date; expiresAt: Date },
): Promise<void> {
  const { userId, name, createdBy, createdAt, expiresAt } = link
  await tx.query(
    `insert into phone_links (token_hash, user_id, name, created_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [hashOf(token), userId, name, createdBy, createdAt, expiresAt],
  )
}

/** Deletes the links of everybody that have expired, and all but the newest of a user. */
export async function deleteOldPhoneLinks(tx: Db, userId: string, now: Date, kept: number): Promise<void> {
  await tx.query(
    `delete from phone_links where expires_at <= $2 or token_hash in (
       select token_hash from phone_links where user_id = $1 order by created_at desc, token_hash offset $3)`,
    [userId, now, kept],
  )
}

/** Returns whose phone a link makes: one that was not used, or by the browser that asks again. */
export async function findPhoneLink(
  db: Db,
  { token, claim }: { token: string; claim: string },
  now: Date,
): Promise<PhoneLink | undefined> {
  const [link] = await db.query<PhoneLink>(
    `select user_id as "userId", name, created_by as "createdBy", device_id as "deviceId" from phone_links
     where token_hash = $1 and expires_at > $3 and (claim_hash is null or claim_hash = $2)`,
    [hashOf(token), hashOf(claim), now],
  )
  return link
}

export async function markPhoneLinkUsed(
  tx: Db,
  { token, claim }: { token: string; claim: string },
  deviceId: string,
): Promise<void> {
  await tx.query('update phone_links set claim_hash = $2, device_id = $3 where token_hash = $1', [
    ...[hashOf(token), hashOf(claim), deviceId],
  ])
}
