import { randomBytes, randomUUID } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { firstAdminLock } from '../../platform/db/advisory-locks.ts'
import type { Db } from '../../platform/db/database.ts'
import { findUserByEmail, insertUser, lockActiveAdmins } from '../users/users.service.ts'
import { type Passwords, randomPassword } from './passwords.ts'

/** Shown once on the terminal. */
export interface Credentials {
  email: string
  password: string
}

/**
 * Creates the admin of the settings or, if there is no admin at all, one with a random password, which
 * it returns.
 */
export async function ensureFirstAdmin(ctx: Context, passwords: Passwords): Promise<Credentials | undefined> {
  const { admin } = ctx.config
  if (admin) {
    const existing = await findUserByEmail(ctx.db, admin.email)
    if (!existing) await insertAdmin(ctx, ctx.db, admin.email, await passwords.hash(admin.password))
    else if (existing.role !== 'ADMIN')
      ctx.log.warn('ADMIN_EMAIL belongs to an account that is not an admin; it is left unchanged')
    return undefined
  }
  const password = randomPassword()
  const passwordHash = await passwords.hash(password)
  return ctx.db.transaction(async (tx) => {
    // Of processes that start together, only one creates it.
    await tx.query('select pg_advisory_xact_lock($1)', [firstAdminLock])
    if ((await lockActiveAdmins(tx)).length > 0) return undefined
    // Somebody may have signed up with the default address.
    for (const name of ['admin', `admin-${randomBytes(4).toString('hex')}`]) {
      const email = `${name}@fallwatch.local`
      if (await insertAdmin(ctx, tx, email, passwordHash)) return { email, password }
    }
    throw new Error('The first admin could not be created')
  })
}

async function insertAdmin(ctx: Context, db: Db, email: string, passwordHash: string) {
  const name = { firstName: 'First', lastName: 'Admin' }
  const account = { id: randomUUID(), email, passwordHash, ...name, role: 'ADMIN' as const }
  return insertUser(db, { ...account, createdAt: ctx.now(), lastLogin: null })
}
