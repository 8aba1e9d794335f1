import type { Sessions } from '../../accounts/auth/sessions.ts'
import { assertNotLastAdmin, deleteOldRowsOfUser, deleteUser } from '../../accounts/users/users.service.ts'
import { countFalls, keepFallStatistics } from '../../alerting/falls/fall-statistics.service.ts'
import { anonymizeFlagsBy } from '../../alerting/falls/falls.service.ts'
import { endHandling } from '../../alerting/incidents/end-handling.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { notifyDevicesOfUser } from '../../platform/events/device-notifications.ts'
import { refusal } from '../../platform/lib/errors.ts'

export interface DeletionOptions {
  /** Whether the numbers of their falls are kept, without whose they were. */
  keepStatistics: boolean
}

/**
 * Deletes all data and sessions of a user permanently; an audit entry with the id remains. Of a user with
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
    if (!(await deleteUser(tx, id))) throw refusal('USER_NOT_FOUND')
    await keepFallStatistics(tx, statistics)
    await recordAuditEntry(ctx, tx, caller, {
      action: 'user.deleted',
      message: keepStatistics ? 'Account deleted; the statistics of the falls were kept' : 'Account deleted',
      subjectId: id,
    })
  })
}
