import { createHash } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'

/** Only the hash of a token is stored; the token itself is in the link alone. */
const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** Replaces an earlier reset of the user. */
export async function insertPasswordReset(
  tx: Db,
  token: string,
  userId: string,
  expiresAt: Date,
): Promise<void> {
  await tx.query(
    `insert into password_resets (token_hash, user_id, expires_at) values ($1, $2, $3)
     on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    [hashToken(token), userId, expiresAt],
  )
}

/** Returns whose password a token can reset, if it has not expired. */
export async function findUserOfReset(db: Db, token: string, now: Date): Promise<string | undefined> {
  const [row] = await db.query<{ userId: string }>(
    'select user_id as "userId" from password_resets where token_hash = $1 and expires_at > $2',
    [hashToken(token), now],
  )
  return row?.userId
}

/** Deletes the reset and returns whether there was one: of concurrent calls, one gets true. */
export async function consumePasswordReset(tx: Db, token: string): Promise<boolean> {
  const rows = await tx.query('delete from password_resets where token_hash = $1 returning user_id', [
    hashToken(token),
  ])
  return rows.length > 0
}

/** Deletes the reset of a user; it returns false if there was none. */
export async function deletePasswordReset(tx: Db, userId: string): Promise<boolean> {
  const rows = await tx.query('delete from password_resets where user_id = $1 returning user_id', [userId])
  return rows.length > 0
}

export async function deleteExpiredResets(db: Db, now: Date): Promise<void> {
  await db.query('delete from password_resets where expires_at <= $1', [now])
}
