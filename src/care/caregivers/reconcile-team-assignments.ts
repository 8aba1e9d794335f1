import { endHandlingOf } from '../../alerting/incidents/end-handling.ts'
import { alertOfOpenFalls } from '../../alerting/recipients/recipients.service.ts'
import { recordAuditEntries } from '../../platform/audit/audit.service.ts'
import type { AnyCaller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { waitForTransactions } from '../../platform/db/wait-for-transactions.ts'
import { msPerSecond } from '../../platform/lib/duration.ts'
import {
  type Care,
  type CareScope,
  deleteTeamAssignments,
  findDifferences,
  insertTeamAssignments,
  listUnattended,
  lockPeople,
  lockPeopleAndFalls,
  lockTeams,
} from './team-assignments.store.ts'

export { lockTeams } from './team-assignments.store.ts'

/**
 * Makes assignments what the teams say, for the given people or for everybody. It is called in a
 * transaction after teams, their members, chosen patients or residences were changed in it. Caregivers who are assigned
 * are alerted to open falls and incidents at once; those who are unassigned see nothing from then on. What was assigned by
 * hand, or what another team gives as well, stays. It returns the ids of the patients who had caregivers and have none now.
 */
export async function reconcileTeamAssignments(
  ctx: Context,
  tx: Db,
  caller: AnyCaller,
  scope: CareScope = {},
): Promise<string[]> {
  await lockTeams(tx)
  const { missing, surplus } = await findDifferences(tx, scope)
  await lockPeopleAndFalls(tx, [...missing, ...surplus])
  const ended = await unassign(ctx, tx, caller, surplus)
  if (ended.length > 0) await endHandlingOf(tx, ended, ctx.now())
  await assign(ctx, tx, caller, missing)
  return recordUnattended(ctx, tx, caller, ended)
}

/** Whom a transaction has assigned, and whose assignments it has ended. */
export interface CareChange {
  assigned: Care[]
  ended: Care[]
}

/**
 * Does the same for everybody in a long transaction, for which no fall may wait. Falls are recorded
 * meanwhile that do not see the new assignments: `settleCare` follows as soon as the transaction is committed.
 */
export async function reconcileBesideFalls(ctx: Context, tx: Db, caller: AnyCaller): Promise<CareChange> {
  await lockTeams(tx)
  const { missing, surplus } = await findDifferences(tx, {})
  await lockPeople(tx, [...missing, ...surplus])
  const ended = await unassign(ctx, tx, caller, surplus)
  const assigned = await assign(ctx, tx, caller, missing)
  await recordUnattended(ctx, tx, caller, ended)
  return { ended, assigned }
}

/** Writes a warning for each patient without caregivers, whose incidents go to the admins, and returns their ids. */
async function recordUnattended(
  ctx: Context,
  tx: Db,
  caller: AnyCaller,
  ended: readonly Care[],
): Promise<string[]> {
  if (ended.length === 0) return []
  const unattended = await listUnattended(tx, ended)
  const message = 'The patient has no caregivers any more: no team looks after them'
  const entries = unattended.map((subjectId) => ({ subjectId, message }))
  await recordAuditEntries(ctx, tx, caller, 'patient.without_caregivers', entries, 'WARNING')
  return unattended
}

/**
 * Does after the commit what needs to know all falls and incidents: whoever was assigned is alerted to those
 * that were recorded during the transaction, and whoever was unassigned handles nothing any more.
 */
export async function settleCare(ctx: Context, { assigned, ended }: CareChange): Promise<void> {
  if (assigned.length + ended.length === 0) return
  // A fall or an answer that does not see the change has begun before the commit.
  await waitForTransactions(ctx.db, maxSettlingMs)
  const caregiverIds = new Set(assigned.map(({ caregiverId }) => caregiverId))
  const alerts = await ctx.db.transaction(async (tx) => {
    if (ended.length > 0) await endHandlingOf(tx, ended, ctx.now())
    return alertOfOpenFalls(ctx, tx, ...caregiverIds)
  })
  ctx.metrics.openFallsAlerted(alerts)
}

/** Longer than a fall or an answer to one can take. */
const maxSettlingMs = 5 * msPerSecond

async function assign(ctx: Context, tx: Db, caller: AnyCaller, care: readonly Care[]): Promise<Care[]> {
  if (care.length === 0) return []
  const assigned = await insertTeamAssignments(tx, care, ctx.now())
  const caregiverIds = new Set(assigned.map(({ caregiverId }) => caregiverId))
  const alerts = await alertOfOpenFalls(ctx, tx, ...caregiverIds)
  tx.afterCommit(() => ctx.metrics.openFallsAlerted(alerts))
  await recordAuditEntries(
    ctx,
    tx,
    caller,
    'patient.assigned',
    assigned.map(({ caregiverId, patientId }) => ({
      subjectId: patientId,
      message: `Patient assigned to caregiver ${caregiverId} by a team`,
    })),
  )
  return assigned
}

async function unassign(ctx: Context, tx: Db, caller: AnyCaller, care: readonly Care[]): Promise<Care[]> {
  if (care.length === 0) return []
  const ended = await deleteTeamAssignments(tx, care)
  await recordAuditEntries(
    ctx,
    tx,
    caller,
    'patient.unassigned',
    ended.map(({ caregiverId, patientId }) => ({
      subjectId: patientId,
      message: `Patient unassigned from caregiver ${caregiverId}: no team of theirs looks after the patient any more`,
    })),
  )
  return ended
}
