import { randomUUID } from 'node:crypto'
import { type Passwords, randomPassword } from '../auth/passwords.ts'
import type { Context } from '../context.ts'
import { findUserByEmail, insertUser, lockActiveAdmins } from './users.store.ts'

/** Credentials are what the terminal shows once. */
export interface Credentials {
  email: string
  password: string
}

const defaultEmail = 'admin@fallwatch.local'

/**
 * ensureFirstAdmin makes the admin that the settings name or, when there is no admin at all, one with a random
 * password, which it gives back: nobody can learn it later.
 */
export async function ensureFirstAdmin(ctx: Context, passwords: Passwords): Promise<Credentials | undefined> {
  const { admin } = ctx.config
  if (admin) {
    const existing = await findUserByEmail(ctx.db, admin.email)
    if (!existing) await insertAdmin(ctx, passwords, admin)
    else if (existing.role !== 'ADMIN')
      ctx.log.warn('ADMIN_EMAIL belongs to an account that is no admin; left as it is')
    return undefined
  }
  if ((await lockActiveAdmins(ctx.db)).length > 0) return undefined
  const credentials = { email: defaultEmail, password: randomPassword() }
  const inserted = await insertAdmin(ctx, passwords, credentials)
  return inserted ? credentials : undefined
}

async function insertAdmin(ctx: Context, passwords: Passwords, { email, password }: Credentials) {
  return insertUser(ctx.db, {
    id: randomUUID(),
    email,
    passwordHash: await passwords.hash(password),
    firstName: 'First',
    lastName: 'Admin',
    role: 'ADMIN',
    createdAt: ctx.now(),
    lastLogin: null,
  })
}
