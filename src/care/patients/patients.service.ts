import type { Auth } from '../../accounts/auth/auth.service.ts'
import type { Invitation } from '../../accounts/auth/invitations.service.ts'
import { sendInvitation } from '../../accounts/auth/mail-invitation.ts'
import type { MailSender } from '../../accounts/auth/mail-link.ts'
import type { Sessions } from '../../accounts/auth/sessions.ts'
import { assertBorn } from '../../accounts/person-fields.ts'
import { getPatient, getReadablePatient } from '../../accounts/users/readable-patient.ts'
import type { User } from '../../accounts/users/user.ts'
import { changeUser } from '../../accounts/users/users.service.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { deviceStatus } from '../../telemetry/devices/device-status.ts'
import { listDevicesOf } from '../../telemetry/devices/devices.service.ts'
import { type DeletionOptions, removeAccount } from '../account-deletion/remove-account.ts'
import { assign } from '../caregivers/assign-caregiver.ts'
import { withHealth } from '../health/patient-health.service.ts'
import type { NewPatient, PatientChange, PatientsQuery } from './patients.schemas.ts'
import * as store from './patients.store.ts'

/** Lists all patients for an admin, and the assigned ones for a caregiver. */
export async function listPatients(
  ctx: Context,
  { actor }: Caller,
  { status, search, ...page }: PatientsQuery,
) {
  const caregiverId = actor.role === 'ADMIN' ? undefined : actor.id
  const listed = await store.listPatientRows(ctx.db, { caregiverId, status, search }, page)
  const patients = await withHealth(ctx, listed.rows)
  const rows = patients.map(({ health, ...row }) => ({
    ...row,
    healthScore: health.healthScore,
    lastActive: newer(row.lastLogin, health.lastUpdate),
  }))
  return { ...listed, rows }
}

function newer(a: Date | null, b: Date | null): Date | null {
  return a && b ? (a > b ? a : b) : (a ?? b)
}

/**
 * Creates an account without a password, and assigns the caregiver who invites to the patient. Without an
 * e-mail address there is no invitation.
 */
export async function invitePatient(ctx: Context, caller: Caller, auth: Auth, invited: NewPatient) {
  const { actor } = caller
  assertBorn(invited, ctx.now())
  return ctx.db.transaction(async (tx) => {
    // The caregiver may be deleted, or get another role, at the same time.
    if (!(await store.lockCaregiver(tx, actor.id))) throw refusal('FORBIDDEN')
    const patient = await createInvitedPatient(tx, auth, invited)
    const assignment = { caregiverId: actor.id, patientId: patient.id, relationship: null, priority: 1 }
    await assign(ctx, tx, { ...assignment, createdAt: ctx.now() })
    const message = invited.email
      ? 'Patient invited and assigned'
      : 'Patient without e-mail added and assigned'
    await recordAuditEntry(ctx, tx, caller, { action: 'patient.invited', message, subjectId: patient.id })
    return { ...patient, caregivers: await store.listCaregiversOf(tx, patient.id) }
  })
}

/** Does the same, and assigns nobody. */
export async function invitePatientAsAdmin(ctx: Context, caller: Caller, auth: Auth, invited: NewPatient) {
  assertBorn(invited, ctx.now())
  return ctx.db.transaction(async (tx) => {
    const patient = await createInvitedPatient(tx, auth, invited)
    const message = patient.invitation ? 'Patient invited' : 'Patient without e-mail added'
    await recordAuditEntry(ctx, tx, caller, { action: 'patient.invited', message, subjectId: patient.id })
    return { ...patient, caregivers: [] }
  })
}

/** Sends the invitation of a new patient who has an e-mail address, and says whether it did. */
export async function mailNewPatient<
  Invited extends { id: string; email: string | null; invitation: Invitation | null },
>(ctx: Context, caller: Caller, sender: MailSender, patient: Invited) {
  const { id, email, invitation } = patient
  if (!invitation) return { ...patient, invitation }
  const mailed = await sendInvitation(ctx, caller, sender, { id, email, token: invitation.token })
  return { ...patient, invitation: { ...invitation, ...(mailed && { mailed: true as const }) } }
}

async function createInvitedPatient(
  tx: Db,
  auth: Auth,
  { email = null, signInName, firstName, lastName, ...details }: NewPatient,
) {
  const name = { firstName, lastName }
  const { user, invitation } =
    email || signInName
      ? await auth.createInvitedUser(tx, { ...name, email, signInName: signInName ?? null, role: 'PATIENT' })
      : { user: await auth.createResident(tx, name), invitation: null }
  return { ...(await changeUser(tx, user.id, details)), devices: [], invitation }
}

const allDevices = { page: 1, limit: 100, sort: 'created_at', order: 'desc' } as const

/** Returns a patient with their caregivers and devices. */
export async function readPatient(ctx: Context, caller: Caller, id: string) {
  return withCircle(ctx, await getReadablePatient(ctx, caller, id))
}

async function withCircle(ctx: Context, patient: User) {
  const caregivers = await store.listCaregiversOf(ctx.db, patient.id)
  const { rows: devices } = await listDevicesOf(ctx, patient.id, allDevices)
  const now = ctx.now()
  return {
    ...patient,
    caregivers,
    devices: devices.map((device) => ({ ...device, status: deviceStatus(device, now) })),
  }
}

export async function updatePatient(ctx: Context, caller: Caller, id: string, change: PatientChange) {
  assertBorn(change, ctx.now())
  await getReadablePatient(ctx, caller, id)
  const patient = await ctx.db.transaction(async (tx) => {
    const message = 'Patient changed'
    await recordAuditEntry(ctx, tx, caller, { action: 'patient.updated', message, subjectId: id })
    return changeUser(tx, id, change)
  })
  return withCircle(ctx, patient)
}

export async function deletePatient(
  ctx: Context,
  caller: Caller,
  sessions: Sessions,
  id: string,
  options: DeletionOptions,
): Promise<void> {
  await getPatient(ctx, id)
  await removeAccount(ctx, caller, sessions, id, options)
}
