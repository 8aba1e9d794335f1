import { recentSince } from '../../alerting/falls/recent-falls.ts'
import { endHandling } from '../../alerting/incidents/end-handling.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { withHealth } from '../health/patient-health.service.ts'
import { assign } from './assign-caregiver.ts'
import {
  type Assignment,
  type AssignmentChange,
  deleteAssignment,
  findTeamBetween,
  listAssignedPatients,
  lockRole,
  lockRoleAndFalls,
  updateAssignment,
} from './assignments.store.ts'
import type { AssignedPatientsQuery, NewAssignment } from './caregivers.schemas.ts'
import { getReadableCaregiver } from './caregivers.service.ts'
import { lockTeams } from './team-assignments.store.ts'

/** Lists the patients of a caregiver, for that caregiver and for admins. */
export async function listPatientsOf(ctx: Context, caller: Caller, id: string, page: AssignedPatientsQuery) {
  const caregiver = await getReadableCaregiver(ctx, caller, id)
  const listed = await listAssignedPatients(ctx.db, caregiver.id, recentSince(ctx.now()), page)
  const patients = await withHealth(ctx, listed.rows)
  const rows = patients.map(({ health, ...patient }) => ({ ...patient, healthScore: health.healthScore }))
  return { ...listed, rows }
}

export async function assignPatient(
  ctx: Context,
  caller: Caller,
  caregiverId: string,
  { patientId, relationship, priority, kind }: NewAssignment,
): Promise<Assignment> {
  const assignment = {
    caregiverId,
    patientId,
    kind,
    relationship: relationship || null,
    priority,
    createdAt: ctx.now(),
  }
  const alerts = await ctx.db.transaction(async (tx) => {
    // Locked, so that neither is deleted or gets another role meanwhile; see alertOfOpenFalls.
    if ((await lockRole(tx, caregiverId)) !== 'CAREGIVER') throw refusal('CAREGIVER_NOT_FOUND')
    if ((await lockRoleAndFalls(tx, patientId)) !== 'PATIENT') throw refusal('PATIENT_NOT_FOUND')
    const handedOver = await assign(ctx, tx, assignment)
    if (handedOver === undefined) throw refusal('ALREADY_ASSIGNED')
    await recordAuditEntry(ctx, tx, caller, {
      action: 'patient.assigned',
      message: `Patient assigned to ${kind === 'RELATIVE' ? 'relative' : 'caregiver'} ${caregiverId}`,
      subjectId: patientId,
    })
    return handedOver
  })
  ctx.metrics.openFallsAlerted(alerts)
  return assignment
}

/** Takes effect with the next step of an escalation. */
export async function changeAssignment(
  ctx: Context,
  caller: Caller,
  pair: Pick<Assignment, 'caregiverId' | 'patientId'>,
  change: AssignmentChange,
): Promise<Assignment> {
  return ctx.db.transaction(async (tx) => {
    const assignment = await updateAssignment(tx, pair, change)
    if (!assignment) throw refusal('ASSIGNMENT_NOT_FOUND')
    const { caregiverId, patientId: subjectId } = pair
    const { priority, kind } = change
    if (priority !== undefined) {
      const message = `Priority of caregiver ${caregiverId} changed to ${priority}`
      await recordAuditEntry(ctx, tx, caller, { action: 'patient.priority_changed', message, subjectId })
    }
    if (kind !== undefined || change.relationship !== undefined) {
      const message = `Caregiver ${caregiverId} is now ${assignment.kind === 'RELATIVE' ? 'a relative' : 'staff'}`
      await recordAuditEntry(ctx, tx, caller, { action: 'patient.assignment_changed', message, subjectId })
    }
    return assignment
  })
}

/** Throws 409 for an assignment that a team gives: it would come back with the next change of the team. */
export async function unassignPatient(
  ctx: Context,
  caller: Caller,
  caregiverId: string,
  patientId: string,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockTeams(tx)
    const team = await findTeamBetween(tx, caregiverId, patientId)
    if (team) throw refusal('ASSIGNED_BY_TEAM', { team })
    if (!(await deleteAssignment(tx, caregiverId, patientId))) throw refusal('ASSIGNMENT_NOT_FOUND')
    await endHandling(tx, caregiverId, ctx.now(), patientId)
    await recordAuditEntry(ctx, tx, caller, {
      action: 'patient.unassigned',
      message: `Patient unassigned from caregiver ${caregiverId}`,
      subjectId: patientId,
    })
  })
}
