import { countFalls, keepFallStatistics } from '../../alerting/falls/fall-statistics.service.ts'
import { anonymizeFlagsBy } from '../../alerting/falls/falls.service.ts'
import { endHandling } from '../../alerting/incidents/handlers.ts'
import type { Sensitivity } from '../../detection/confidence.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { conflict, notFound } from '../../platform/lib/errors.ts'
import { notifyDevicesOfUser } from '../../telemetry/devices/device-notifications.ts'
import type { Sessions } from '../auth/sessions.ts'
import { deleteOldRowsOfUser, deleteUser } from './account-deletion.store.ts'
import type { User } from './user.ts'
import { findUser, lockActiveAdmins, type UserChange, updateSensitivity, updateUser } from './users.store.ts'

export {
  findCredentials,
  findPasswordHash,
  recordLogin,
  replacePasswordHash,
  setFirstPasswordHash,
  setPasswordHash,
} from './credentials.store.ts'
export {
  changeImported,
  findUserByEmail,
  importUsers,
  insertUser,
  lockUser,
  setRole,
  type UserChange,
} from './users.store.ts'

export async function getUser(ctx: Context, id: string): Promise<User> {
  const user = await findUser(ctx.db, id)
  if (!user) throw notFound('User not found')
  return user
}

/** changeUser changes the given fields; throws 404 if the account does not exist. */
export async function changeUser(db: Db, id: string, change: UserChange): Promise<User> {
  const user = await updateUser(db, id, change)
  if (!user) throw notFound('User not found')
  return user
}

/** changeSensitivity returns the previous value; throws 404 if the account does not exist. */
export async function changeSensitivity(tx: Db, id: string, sensitivity: Sensitivity): Promise<Sensitivity> {
  const before = await updateSensitivity(tx, id, sensitivity)
  if (!before) throw notFound('User not found')
  return before
}

/** assertNotLastAdmin prevents removing the last admin; it locks, so that two cannot be removed at once. */
export async function assertNotLastAdmin(tx: Db, id: string): Promise<void> {
  const admins = await lockActiveAdmins(tx)
  if (admins.length === 1 && admins[0] === id) throw conflict('The last admin account cannot be removed')
}

export interface DeletionOptions {
  /** Whether the numbers of their falls are kept, without whose they were. */
  keepStatistics: boolean
}

/**
 * removeAccount deletes all data and sessions of a user permanently; an audit entry with the id remains. Of a user with
 * thousands of falls the older ones are deleted first, so that the final transaction is short.
 */
export async function removeAccount(
  ctx: Context,
  caller: Caller,
  sessions: Sessions,
  id: string,
  { keepStatistics }: DeletionOptions = { keepStatistics: false },
): Promise<void> {
  await ctx.db.transaction((tx) => assertNotLastAdmin(tx, id))
  // Before the first falls are deleted. Stored with the deletion, so that one that fails keeps nothing.
  const statistics = keepStatistics ? await countFalls(ctx, id) : []
  await deleteOldRowsOfUser(ctx.db, id)
  await sessions.alter(id, async (tx) => {
    await assertNotLastAdmin(tx, id)
    await notifyDevicesOfUser(tx, id)
    await anonymizeFlagsBy(tx, id)
    await endHandling(tx, id, ctx.now())
    if (!(await deleteUser(tx, id))) throw notFound('User not found')
    await keepFallStatistics(tx, statistics)
    await recordAuditEntry(ctx, tx, caller, {
      action: 'user.deleted',
      message: keepStatistics ? 'Account deleted; the statistics of the falls were kept' : 'Account deleted',
      subjectId: id,
    })
  })
}
