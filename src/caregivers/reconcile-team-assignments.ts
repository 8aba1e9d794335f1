import { alertOfOpenFalls } from '../alerts/create-alerts.ts'
import { recordAuditEntries } from '../audit/audit.service.ts'
import type { AnyCaller, Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { waitForTransactions } from '../db/wait-for-transactions.ts'
import { endHandlingOf } from '../incidents/handlers.ts'
import { msPerSecond } from '../lib/duration.ts'
import {
  type Care,
  type CareScope,
  deleteTeamAssignments,
  findDifferences,
  insertTeamAssignments,
  lockPeople,
  lockPeopleAndFalls,
  lockTeams,
} from './team-assignments.store.ts'

export { hasCaregivers, lockTeams } from './team-assignments.store.ts'

/**
 * reconcileTeamAssignments makes assignments what the teams say, for the given people or for everybody. It is called in a
 * transaction after teams, their members, chosen patients or residences were changed in it. Caregivers who are assigned
 * are alerted to open falls and incidents at once; those who are unassigned see nothing from then on. What was assigned by
 * hand, or what another team gives as well, stays.
 */
export async function reconcileTeamAssignments(
  ctx: Context,
  tx: Db,
  caller: AnyCaller,
  scope: CareScope = {},
): Promise<void> {
  await lockTeams(tx)
  const { missing, surplus } = await findDifferences(tx, scope)
  await lockPeopleAndFalls(tx, [...missing, ...surplus])
  const ended = await unassign(ctx, tx, caller, surplus)
  if (ended.length > 0) await endHandlingOf(tx, ended, ctx.now())
  await assign(ctx, tx, caller, missing)
}

/** CareChange is whom a transaction has assigned, and whose assignments it has ended. */
export interface CareChange {
  assigned: Care[]
  ended: Care[]
}

/**
 * reconcileBesideFalls does the same for everybody in a long transaction, for which no fall may wait. Falls are recorded
 * meanwhile that do not see the new assignments: `settleCare` follows as soon as the transaction is committed.
 */
export async function reconcileBesideFalls(ctx: Context, tx: Db, caller: AnyCaller): Promise<CareChange> {
  await lockTeams(tx)
  const { missing, surplus } = await findDifferences(tx, {})
  await lockPeople(tx, [...missing, ...surplus])
  const ended = await unassign(ctx, tx, caller, surplus)
  return { ended, assigned: await assign(ctx, tx, caller, missing) }
}

/**
 * settleCare does after the commit what needs to know all falls and incidents: whoever was assigned is alerted to those
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
