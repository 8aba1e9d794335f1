import type { Context } from '../../platform/context.ts'
import { deleteExpiredHelpCredentials } from './help-credentials.store.ts'
import { deleteOldSignIns } from './login-throttle.ts'
import { deleteExpiredResets } from './password-resets.store.ts'
import { countExpired, deleteExpired } from './sessions.store.ts'

/**
 * Deletes expired sessions, invitations, password resets, help credentials and records of sign-ins, and returns the numbers
 * of the first two.
 */
export async function cleanUpSessions(ctx: Context, dryRun: boolean) {
  if (dryRun) return countExpired(ctx.db, ctx.now())
  // Not counted in the result: these records come and go with every wrong password.
  await deleteOldSignIns(ctx)
  await deleteExpiredResets(ctx.db, ctx.now())
  await deleteExpiredHelpCredentials(ctx.db, ctx.now())
  return deleteExpired(ctx.db, ctx.now())
}
