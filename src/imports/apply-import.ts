import { recordAuditEntries } from '../audit/audit.service.ts'
import { createInvitation } from '../auth/invitations.service.ts'
import { linkTo } from '../auth/password-reset-links.ts'
import { assignAll } from '../caregivers/assign-caregiver.ts'
import { reconcileTeamAssignments } from '../caregivers/reconcile-team-assignments.ts'
import type { Caller, Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { provisionIn } from '../devices/device-provisioning.ts'
import { countDevicesOf } from '../devices/registration.ts'
import { setResidences } from '../residences/residences.service.ts'
import { importTeams } from '../teams/teams.service.ts'
import { importUsers } from '../users/users.service.ts'
import type { ImportPlan, LineResult } from './import-plan.ts'

/** LineSecrets is what is shown once of a line. */
export interface LineSecrets {
  invitation: { email: string; token: string; expiresAt: Date; url: string | null } | null
  device: { id: string; macAddress: string; key: string } | null
}

export type ImportSecrets = (line: LineResult) => LineSecrets

export const noSecrets: ImportSecrets = () => ({ invitation: null, device: null })

/** applyPlan writes what was planned. The transaction has locked the people who exist. */
export async function applyPlan(
  ctx: Context,
  tx: Db,
  caller: Caller,
  plan: ImportPlan,
): Promise<ImportSecrets> {
  const people = [...plan.people.values()]
  await importUsers(tx, people, ctx.now())
  const placed = people.filter(({ site, ward, room }) => site ?? ward ?? room)
  await setResidences(
    tx,
    placed.map(({ id: patientId, site, ward, room }) => ({ patientId, site, ward, room })),
  )
  const audit = (isNew: boolean, action: string, message: string) => {
    const subjects = people.filter((person) => person.isNew === isNew)
    const entries = subjects.map(({ id: subjectId }) => ({ subjectId, message }))
    return recordAuditEntries(ctx, tx, caller, action, entries)
  }
  await audit(true, 'user.imported', 'Imported')
  await audit(false, 'user.updated', 'Changed by an import')
  await importTeams(
    ctx,
    tx,
    caller,
    [...plan.changedTeams].map(({ memberIds, patientIds, ...team }) => ({
      ...team,
      memberIds: [...memberIds],
      patientIds: [...patientIds],
    })),
  )
  const invitations = await invite(ctx, tx, plan)
  const createdAt = ctx.now()
  const alerts = await assignAll(
    ctx,
    tx,
    plan.assignments.map((assignment) => ({ ...assignment, createdAt })),
  )
  await recordAuditEntries(
    ctx,
    tx,
    caller,
    'patient.assigned',
    plan.assignments.map(({ caregiverId, patientId }) => ({
      subjectId: patientId,
      message: `Patient assigned to caregiver ${caregiverId}`,
    })),
  )
  ctx.metrics.openFallsAlerted(alerts)
  // Whoever moved into a ward, or joined a team, gets what the teams say.
  await reconcileTeamAssignments(ctx, tx, caller)
  const devices = await registerDevices(ctx, tx, caller, plan)
  return (line) => ({
    invitation: invitations.get(keyOf(line)) ?? null,
    device: devices.get(keyOf(line)) ?? null,
  })
}

const keyOf = ({ file, line }: { file: string; line: number }) => `${line} ${file}`

async function invite(ctx: Context, tx: Db, plan: ImportPlan) {
  const invitations = new Map<string, NonNullable<LineSecrets['invitation']>>()
  for (const id of plan.invited) {
    const [email, line] = [plan.people.get(id)?.email, plan.lineOf(id)]
    if (!email || !line) continue
    const invitation = await createInvitation(ctx, tx, id)
    const url = linkTo(ctx, 'invitation', invitation.token)
    invitations.set(keyOf(line), { email, ...invitation, url })
  }
  return invitations
}

async function registerDevices(ctx: Context, tx: Db, caller: Caller, plan: ImportPlan) {
  const devices = new Map<string, NonNullable<LineSecrets['device']>>()
  for (const { row, ...registration } of plan.newDevices) {
    const devicesBefore = await countDevicesOf(tx, registration.userId)
    const { device, key } = await provisionIn(ctx, tx, caller, registration, devicesBefore)
    devices.set(keyOf(row), { id: device.id, macAddress: device.macAddress, key: key.key })
  }
  return devices
}
