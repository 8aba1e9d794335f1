import pg from 'pg'
import { type Origin, recordDeed } from '../audit/audit.service.ts'
import type { Sessions } from '../auth/sessions.ts'
import { dropAssignmentsOf } from '../caregivers/caregivers.service.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { Role } from '../http/schemas.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { assertNotLastAdmin, changeUser, getUser, removeAccount, type User } from '../users/users.service.ts'
import { lockUser, setRole } from '../users/users.store.ts'

export { listUsers } from './admin-users.store.ts'

const editable = ['email', 'firstName', 'lastName', 'phone', 'dateOfBirth'] as const

export type UserEdit = {
  [Field in (typeof editable)[number] | 'status']?: (User[Field] & string) | undefined
}

/** editUser changes the fields that are given. Whoever becomes inactive is signed out everywhere at once. */
export async function editUser(
  ctx: Context,
  sessions: Sessions,
  origin: Origin,
  id: string,
  edit: UserEdit,
): Promise<User> {
  return sessions.alter(id, async (tx) => {
    // The admins first and then the person, here and below: who locks in another order waits for others in a circle.
    if (edit.status === 'inactive') await assertNotLastAdmin(tx, id)
    const before = await getLocked(tx, id)
    const after = await changeUser(tx, id, edit).catch(explainTakenEmail)
    if (after.status === 'inactive') await sessions.endAll(tx, id)
    await recordEdit(ctx, tx, origin, before, after)
    return after
  })
}

async function recordEdit(ctx: Context, tx: Db, origin: Origin, before: User, after: User): Promise<void> {
  const subjectId = after.id
  const changed = editable.filter((field) => before[field] !== after[field])
  if (changed.length > 0) {
    const message = `Changed ${changed.join(', ')}`
    await recordDeed(ctx, tx, origin, { action: 'user.updated', message, subjectId })
  }
  if (before.status === after.status) return
  const [action, message] =
    after.status === 'active'
      ? ['user.activated', 'Account activated']
      : ['user.deactivated', 'Account deactivated']
  await recordDeed(ctx, tx, origin, { action, message, subjectId })
}

/** giveRole counts from the next request of every live session. Who looked after whom under the old role is over. */
export async function giveRole(
  ctx: Context,
  sessions: Sessions,
  origin: Origin,
  id: string,
  role: Role,
): Promise<User> {
  return sessions.alter(id, async (tx) => {
    if (role !== 'ADMIN') await assertNotLastAdmin(tx, id)
    const user = await getLocked(tx, id)
    if (user.role === role) return user
    await setRole(tx, id, role)
    await dropAssignmentsOf(tx, id)
    const message = `Role changed to ${role}`
    await recordDeed(ctx, tx, origin, { action: 'user.role_changed', message, subjectId: id })
    return { ...user, role }
  })
}

export async function deleteUser(
  ctx: Context,
  sessions: Sessions,
  origin: Origin,
  id: string,
): Promise<void> {
  await getUser(ctx, id)
  await removeAccount(ctx, sessions, id, origin)
}

async function getLocked(tx: Db, id: string): Promise<User> {
  const user = await lockUser(tx, id)
  if (!user) throw notFound('User not found')
  return user
}

/** The e-mail address is the only thing of an account that must be its own. */
function explainTakenEmail(error: unknown): never {
  if (error instanceof pg.DatabaseError && error.code === '23505') throw conflict('Email already registered')
  throw error
}
