import { alertOfOpenFalls } from '../alerts/create-alerts.ts'
import { recordAuditEntries } from '../audit/audit.service.ts'
import type { AnyCaller, Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { endHandlingOf } from '../incidents/handlers.ts'
import {
  type Care,
  type CareScope,
  deleteTeamAssignments,
  findDifferences,
  insertTeamAssignments,
  lockPeopleOf,
  lockTeams,
} from './team-assignments.store.ts'

export { lockTeams } from './team-assignments.store.ts'

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
  await lockPeopleOf(tx, [...missing, ...surplus])
  await unassign(ctx, tx, caller, surplus)
  await assign(ctx, tx, caller, missing)
}

async function assign(ctx: Context, tx: Db, caller: AnyCaller, care: readonly Care[]): Promise<void> {
  if (care.length === 0) return
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
}

async function unassign(ctx: Context, tx: Db, caller: AnyCaller, care: readonly Care[]): Promise<void> {
  if (care.length === 0) return
  const ended = await deleteTeamAssignments(tx, care)
  await endHandlingOf(tx, ended, ctx.now())
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
}
