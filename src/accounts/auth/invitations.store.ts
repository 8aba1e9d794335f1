import { createHash } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'

/** Only the hash of a token is stored; the token itself is known to the invited person alone. */
const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** Replaces an earlier invitation of the user. */
export async function insertInvitation(
  db: Db,
  token: string,
  userId: string,
  expiresAt: Date,
): Promise<void> {
  await db.query(
    `insert into invitations (token_hash, user_id, expires_at) values ($1, $2, $3)
     on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    [hashToken(token), userId, expiresAt],
  )
}

/** Does the same for many users by one statement. */
export async function insertInvitations(
  db: Db,
  invitations: readonly { token: string; userId: string }[],
  expiresAt: Date,
): Promise<void> {
  await db.query(
    `insert into invitations (token_hash, user_id, expires_at)
     select token_hash, user_id, $3 from unnest($1::bytea[], $2::uuid[]) as given (token_hash, user_id)
     on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    [invitations.map(({ token }) => hashToken(token)), invitations.map(({ userId }) => userId), expiresAt],
  )
}

export async function findInvitedUser(db: Db, token: string, now: Date): Promise<string | undefined> {
  const [row] = await db.query<{ userId: string }>(
    'select user_id as "userId" from invitations where token_hash = $1 and expires_at > $2',
    [hashToken(token), now],
  )
  return row?.userId
}

/** Deletes the invitation and returns whether there was one: of concurrent calls, one gets true. */
export async function consumeInvitation(db: Db, token: string): Promise<boolean> {
  const rows = await db.query('delete from invitations where token_hash = $1 returning user_id', [
    hashToken(token),
  ])
  return rows.length > 0
}

/** Deletes the invitation of a user; it returns false if there was none. */
export async function deleteInvitation(db: Db, userId: string): Promise<boolean> {
  return (await db.query('delete from invitations where user_id = $1 returning user_id', [userId])).length > 0
}
