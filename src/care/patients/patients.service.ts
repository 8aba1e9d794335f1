import type { Auth } from '../../accounts/auth/auth.service.ts'
import type { Sessions } from '../../accounts/auth/sessions.ts'
import { assertBorn } from '../../accounts/users/birth-date.ts'
import { getPatient, getReadablePatient } from '../../accounts/users/readable-patient.ts'
import type { User } from '../../accounts/users/user.ts'
import { changeUser } from '../../accounts/users/users.service.ts'
import { recentSince } from '../../alerting/falls/recent-falls.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { forbidden, notFound } from '../../platform/lib/errors.ts'
import { deviceStatus } from '../../telemetry/devices/device-status.ts'
import { listDevicesOf } from '../../telemetry/devices/devices.service.ts'
import { type DeletionOptions, removeAccount } from '../account-deletion/remove-account.ts'
import { assign } from '../caregivers/assign-caregiver.ts'
import {
  calmVitals,
  couldBeAtHighRisk,
  type PatientHealth,
  patientHealth,
  type WorstSigns,
} from './patient-health.ts'
import type { NewPatient, PatientChange, PatientsQuery } from './patients.schemas.ts'
import * as store from './patients.store.ts'

export type { PatientHealth } from './patient-health.ts'

/** listPatients lists all patients for an admin, and the assigned ones for a caregiver. */
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

/**
 * withHealth adds the health of the patients in a list. Every patient has one, also without readings; those without
 * were deleted or got another role since the list was read, and are left out.
 */
export async function withHealth<Row extends { id: string }>(ctx: Context, rows: Row[]) {
  const healths = await readHealth(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.flatMap((row) => {
    const health = healths.get(row.id)
    return health ? [{ ...row, health }] : []
  })
}

function newer(a: Date | null, b: Date | null): Date | null {
  return a && b ? (a > b ? a : b) : (a ?? b)
}

/**
 * invitePatient creates an account without a password, and assigns the caregiver who invites to the patient. Without an
 * e-mail address there is no invitation.
 */
export async function invitePatient(ctx: Context, caller: Caller, auth: Auth, invited: NewPatient) {
  const { actor } = caller
  assertBorn(invited, ctx.now())
  return ctx.db.transaction(async (tx) => {
    // The caregiver may be deleted, or get another role, at the same time.
    if (!(await store.lockCaregiver(tx, actor.id))) throw forbidden()
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

/** invitePatientAsAdmin does the same, and assigns nobody. */
export async function invitePatientAsAdmin(ctx: Context, caller: Caller, auth: Auth, invited: NewPatient) {
  assertBorn(invited, ctx.now())
  return ctx.db.transaction(async (tx) => {
    const patient = await createInvitedPatient(tx, auth, invited)
    const message = invited.email ? 'Patient invited' : 'Patient without e-mail added'
    await recordAuditEntry(ctx, tx, caller, { action: 'patient.invited', message, subjectId: patient.id })
    return { ...patient, caregivers: [] }
  })
}

async function createInvitedPatient(
  tx: Db,
  auth: Auth,
  { email, firstName, lastName, ...details }: NewPatient,
) {
  const name = { firstName, lastName }
  const { user, invitation } = email
    ? await auth.createInvitedUser(tx, { ...name, email, role: 'PATIENT' })
    : { user: await auth.createResident(tx, name), invitation: null }
  return { ...(await changeUser(tx, user.id, details)), devices: [], invitation }
}

const allDevices = { page: 1, limit: 100, sort: 'created_at', order: 'desc' } as const

/** readPatient returns a patient with their caregivers and devices. */
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

export async function readHealthOf(ctx: Context, caller: Caller, id: string): Promise<PatientHealth> {
  await getReadablePatient(ctx, caller, id)
  const health = (await readHealth(ctx, [id])).get(id)
  if (!health) throw notFound('Patient not found')
  return health
}

/** readHealth returns the health of several patients, in one statement; users who are no patients are left out. */
export async function readHealth(ctx: Context, patientIds: string[]): Promise<Map<string, PatientHealth>> {
  if (patientIds.length === 0) return new Map()
  const signs = await store.readSigns(ctx.db, patientIds, recentSince(ctx.now()))
  return new Map(signs.map((one) => [one.patientId, patientHealth(one)]))
}

/** worstCase assumes the worst for the other signs, and for the person's other devices. */
function worstCase({ patientId, slowestHeart, fastestHeart, spo2 }: store.UneasyVitals): WorstSigns {
  const { heartRate, oxygenSaturation } = calmVitals
  return {
    patientId,
    slowestHeart: Math.min(slowestHeart ?? heartRate.least, heartRate.least),
    fastestHeart: Math.max(fastestHeart ?? heartRate.most, heartRate.most),
    spo2: Math.min(spo2 ?? oxygenSaturation.least, oxygenSaturation.least),
    heartSpread: Number.POSITIVE_INFINITY,
    battery: 0,
    sensorsInitialized: false,
  }
}

/** countHighRiskPatients counts exactly, but reads the falls only of those who could be among them. */
export async function countHighRiskPatients(ctx: Context): Promise<number> {
  const uneasy = await store.listAbnormalVitals(ctx.db)
  const candidates = uneasy
    .map(worstCase)
    .filter(couldBeAtHighRisk)
    .map(({ patientId }) => patientId)
  const healths = await readHealth(ctx, candidates)
  return [...healths.values()].filter(({ isHighRisk }) => isHighRisk).length
}
