import { type Origin, recordDeed } from '../audit/audit.service.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { Sensitivity } from '../detection/confidence.ts'
import { announceDevicesOf } from '../devices/announcements.ts'
import { forgetFlagsBy } from '../falls/falls.service.ts'
import { conflict, notFound } from '../lib/errors.ts'
import {
  deleteUser,
  findUser,
  lockActiveAdmins,
  type User,
  type UserChange,
  updateSensitivity,
  updateUser,
} from './users.store.ts'

export type { User, UserChange } from './users.store.ts'

export async function getUser(ctx: Context, id: string): Promise<User> {
  const user = await findUser(ctx.db, id)
  if (!user) throw notFound('User not found')
  return user
}

/** changeUser changes the fields that are given; throws 404 for an account that is gone. */
export async function changeUser(db: Db, id: string, change: UserChange): Promise<User> {
  const user = await updateUser(db, id, change)
  if (!user) throw notFound('User not found')
  return user
}

/** changeSensitivity answers the value before; throws 404 for an account that is gone. */
export async function changeSensitivity(tx: Db, id: string, sensitivity: Sensitivity): Promise<Sensitivity> {
  const before = await updateSensitivity(tx, id, sensitivity)
  if (!before) throw notFound('User not found')
  return before
}

/** assertNotLastAdmin refuses to leave the service without an admin; it locks, so two cannot leave at once. */
export async function assertNotLastAdmin(tx: Db, id: string): Promise<void> {
  const admins = await lockActiveAdmins(tx)
  if (admins.length === 1 && admins[0] === id) throw conflict('The last admin account cannot be removed')
}

/** removeAccount is for good: everything of the person goes, and all sessions; a line with the bare id stays. */
export async function removeAccount(
  ctx: Context,
  sessions: Sessions,
  id: string,
  origin: Origin,
): Promise<void> {
  await sessions.alter(id, async (tx) => {
    await assertNotLastAdmin(tx, id)
    await announceDevicesOf(tx, id)
    await forgetFlagsBy(tx, id)
    if (!(await deleteUser(tx, id))) throw notFound('User not found')
    await recordDeed(ctx, tx, origin, { action: 'user.deleted', message: 'Account deleted', subjectId: id })
  })
}
