import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { findUser, lockActiveAdmins, type User } from './users.store.ts'

export async function getUser(ctx: Context, id: string): Promise<User> {
  const user = await findUser(ctx.db, id)
  if (!user) throw notFound('User not found')
  return user
}

/** assertNotLastAdmin refuses to leave the service without an admin; it locks, so two cannot leave at once. */
export async function assertNotLastAdmin(tx: Db, id: string): Promise<void> {
  const admins = await lockActiveAdmins(tx)
  if (admins.length === 1 && admins[0] === id) throw conflict('The last admin account cannot be removed')
}
