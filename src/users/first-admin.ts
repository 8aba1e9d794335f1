import { randomBytes, randomUUID } from 'node:crypto'
import { type Passwords, randomPassword } from '../auth/passwords.ts'
import type { Context } from '../context.ts'
import { findUserByEmail, insertUser, lockActiveAdmins } from './users.store.ts'

/** Credentials are what the terminal shows once. */
export interface Credentials {
  email: string
  password: string
}

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
  const password = randomPassword()
  // Anybody may have signed up with the first address.
  for (const name of ['admin', `admin-${randomBytes(4).toString('hex')}`]) {
    const credentials = { email: `${name}@fallwatch.local`, password }
    if (await insertAdmin(ctx, passwords, credentials)) return credentials
  }
  throw new Error('The first admin could not be made')
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
