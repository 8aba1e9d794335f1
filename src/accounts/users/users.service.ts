import type { Sensitivity } from '../../detection/confidence.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/database-errors.ts'
import { refusal } from '../../platform/lib/errors.ts'
import type { User } from './user.ts'
import { findUser, lockActiveAdmins, type UserChange, updateSensitivity, updateUser } from './users.store.ts'

export { deleteOldRowsOfUser, deleteUser } from './account-deletion.store.ts'
export {
  findCredentials,
  findPasswordHash,
  isAbleToSignIn,
  recordLogin,
  replacePasswordHash,
  setFirstPasswordHash,
  setPasswordHash,
} from './credentials.store.ts'
export {
  changeImported,
  findUser,
  findUserByEmail,
  importUsers,
  insertUser,
  lockActiveAdmins,
  lockUser,
  setRole,
  type UserChange,
} from './users.store.ts'

export async function getUser(ctx: Context, id: string): Promise<User> {
  const user = await findUser(ctx.db, id)
  if (!user) throw refusal('USER_NOT_FOUND')
  return user
}

/** Changes the given fields; throws 404 if the account does not exist. */
export async function changeUser(db: Db, id: string, change: UserChange): Promise<User> {
  const user = await updateUser(db, id, change)
  if (!user) throw refusal('USER_NOT_FOUND')
  return user
}

/** Returns the previous value; throws 404 if the account does not exist. */
export async function changeSensitivity(tx: Db, id: string, sensitivity: Sensitivity): Promise<Sensitivity> {
  const before = await updateSensitivity(tx, id, sensitivity)
  if (!before) throw refusal('USER_NOT_FOUND')
  return before
}

/** Prevents removing the last admin; it locks, so that two cannot be removed at once. */
export async function assertNotLastAdmin(tx: Db, id: string): Promise<void> {
  const admins = await lockActiveAdmins(tx)
  if (admins.length === 1 && admins[0] === id) throw refusal('LAST_ADMIN')
}

/** Throws 409 for the one of the two unique fields that people give which belongs to somebody else. */
export function explainTaken(error: unknown): never {
  if (isUniqueViolation(error, 'users_by_sign_in_name')) throw refusal('SIGN_IN_NAME_TAKEN')
  if (isUniqueViolation(error)) throw refusal('EMAIL_TAKEN')
  throw error
}
