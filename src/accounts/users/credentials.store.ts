import type { Db } from '../../platform/db/database.ts'
import { type User, userColumns } from './user.ts'

/** Only these two functions read the hash, so that no response can contain it by accident. */
export async function findCredentials(db: Db, emailOrName: string) {
  const [row] = await db.query<User & { passwordHash: string | null }>(
    `select ${userColumns}, password_hash as "passwordHash" from users where email = $1 or sign_in_name = $1`,
    [emailOrName],
  )
  return row
}

export async function findPasswordHash(db: Db, id: string): Promise<string | null | undefined> {
  const [row] = await db.query<{ hash: string | null }>(
    'select password_hash as hash from users where id = $1',
    [id],
  )
  return row?.hash
}

/** Undefined if there is no such account. */
export async function isAbleToSignIn(db: Db, id: string): Promise<boolean | undefined> {
  const [row] = await db.query<{ isAble: boolean }>(
    `select password_hash is not null and status = 'active' as "isAble" from users where id = $1`,
    [id],
  )
  return row?.isAble
}

/** Returns false, and changes nothing, if the account has a password. */
export async function setFirstPasswordHash(db: Db, id: string, hash: string): Promise<boolean> {
  const rows = await db.query(
    'update users set password_hash = $2 where id = $1 and password_hash is null returning id',
    [id, hash],
  )
  return rows.length > 0
}

/** For an account that the transaction has locked. */
export async function setPasswordHash(tx: Db, id: string, hash: string): Promise<void> {
  await tx.query('update users set password_hash = $2 where id = $1', [id, hash])
}

/** Returns false if the password has changed since it was verified. */
export async function replacePasswordHash(db: Db, id: string, from: string, to: string): Promise<boolean> {
  const rows = await db.query(
    'update users set password_hash = $3 where id = $1 and password_hash = $2 returning id',
    [id, from, to],
  )
  return rows.length > 0
}

/**
 * Returns false if the account was deactivated, deleted or given another password since the password was
 * verified, so that a concurrent sign-in does not succeed.
 */
export async function recordLogin(db: Db, id: string, passwordHash: string, at: Date): Promise<boolean> {
  const rows = await db.query(
    `update users set last_login = $3 where id = $1 and password_hash = $2 and status = 'active' returning id`,
    [id, passwordHash, at],
  )
  return rows.length > 0
}
