import { createInvitations } from '../../accounts/auth/invitations.service.ts'
import { linkTo } from '../../accounts/auth/password-reset-links.ts'
import { changeImported, importUsers } from '../../accounts/users/users.service.ts'
import { assignAll } from '../../care/caregivers/assign-caregiver.ts'
import { type CareChange, reconcileBesideFalls } from '../../care/caregivers/reconcile-team-assignments.ts'
import { setResidences } from '../../care/residences/residences.service.ts'
import { importTeams } from '../../care/teams/teams.service.ts'
import { recordAuditEntries, recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { provisionIn } from '../../telemetry/devices/device-provisioning.ts'
import type { ImportPlan, LineResult } from './import-plan.ts'
import type { RegisteredPerson } from './import-register.ts'

/** What is shown once of a line. */
export interface LineSecrets {
  invitation: {
    email: string | null
    signInName: string | null
    token: string
    expiresAt: Date
    url: string | null
  } | null
  /** With the resident who wears it. */
  device: {
    id: string
    macAddress: string
    name: string
    key: string
    patientName: string
    place: Place
  } | null
}

type Place = Pick<RegisteredPerson, 'site' | 'ward' | 'room'>

export type ImportSecrets = (line: LineResult) => LineSecrets

export const noSecrets: ImportSecrets = () => ({ invitation: null, device: null })

/**
 * Writes what was planned, in a transaction that keeps the people from being deleted. Falls must not wait for
 * it, so accounts that exist are changed last. The care that it returns is settled after the commit.
 */
export async function applyPlan(
  ctx: Context,
  tx: Db,
  caller: Caller,
  plan: ImportPlan,
  summary: string,
): Promise<{ secrets: ImportSecrets; care: CareChange }> {
  const people = [...plan.people.values()]
  await importUsers(
    tx,
    people.filter(({ isNew }) => isNew),
    ctx.now(),
  )
  const placed = people.filter(({ site, ward, room }) => site ?? ward ?? room)
  await setResidences(
    tx,
    placed.map(({ id: patientId, site, ward, room, isConfirmed }) => ({
      ...{ patientId, site, ward, room, isConfirmed },
    })),
    ctx.now(),
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
  const { assigned, ended } = await reconcileBesideFalls(ctx, tx, caller)
  const devices = await registerDevices(ctx, tx, caller, plan)
  await recordAuditEntry(ctx, tx, caller, { action: 'import.applied', message: summary })
  await changeAccounts(tx, plan)
  const secrets = (line: LineResult) => ({
    invitation: invitations.get(line) ?? null,
    device: devices.get(line) ?? null,
  })
  return { secrets, care: { assigned: [...plan.assignments, ...assigned], ended } }
}

async function changeAccounts(tx: Db, plan: ImportPlan): Promise<void> {
  const changes = [...plan.changes].map(([id, change]) => ({ id, ...change }))
  if (changes.length === 0) return
  if ((await changeImported(tx, changes)) < changes.length) throw refusal('IMPORT_CHANGED_MEANWHILE')
}

async function invite(ctx: Context, tx: Db, plan: ImportPlan) {
  const invitations = new Map<LineResult, NonNullable<LineSecrets['invitation']>>()
  const created = await createInvitations(ctx, tx, [...plan.invited.keys()])
  for (const [id, result] of plan.invited) {
    const invitation = created.get(id)
    if (!result.invited || !invitation) continue
    const url = linkTo(ctx, 'invitation', invitation.token)
    invitations.set(result, { ...result.invited, ...invitation, url })
  }
  return invitations
}

async function registerDevices(ctx: Context, tx: Db, caller: Caller, plan: ImportPlan) {
  const devices = new Map<LineResult, NonNullable<LineSecrets['device']>>()
  for (const { result, before, userId, name, macAddress: externalId } of plan.newDevices) {
    const { device, key } = await provisionIn(ctx, tx, caller, { userId, name, externalId }, before)
    const { firstName = '', lastName = '', ...lives } = plan.register.withId(userId) ?? {}
    const { site = null, ward = null, room = null } = lives as Partial<Place>
    devices.set(result, {
      ...{ id: device.id, macAddress: device.macAddress, name: device.name, key: key.key },
      patientName: `${firstName} ${lastName}`,
      place: { site, ward, room },
    })
  }
  return devices
}
