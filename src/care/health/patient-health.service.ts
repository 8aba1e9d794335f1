import { getReadablePatient } from '../../accounts/users/readable-patient.ts'
import { recentSince } from '../../alerting/falls/recent-falls.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { refusal } from '../../platform/lib/errors.ts'
import * as store from './patient-health.store.ts'
import {
  calmVitals,
  couldBeAtHighRisk,
  type PatientHealth,
  patientHealth,
  type WorstSigns,
} from './patient-health.ts'

export { signColumns } from './patient-health.store.ts'

/**
 * Adds the health of the patients in a list. Every patient has one, also without readings; those without
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

export async function readHealthOf(ctx: Context, caller: Caller, id: string): Promise<PatientHealth> {
  await getReadablePatient(ctx, caller, id)
  const health = (await readHealth(ctx, [id])).get(id)
  if (!health) throw refusal('PATIENT_NOT_FOUND')
  return health
}

/** Returns the health of several patients, in one statement; users who are no patients are left out. */
export async function readHealth(ctx: Context, patientIds: string[]): Promise<Map<string, PatientHealth>> {
  if (patientIds.length === 0) return new Map()
  const signs = await store.readSigns(ctx.db, patientIds, recentSince(ctx.now()))
  return new Map(signs.map((one) => [one.patientId, patientHealth(one)]))
}

/** Assumes the worst for the other signs, and for the person's other devices. */
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

/** Counts exactly, but reads the falls only of those who could be among them. */
export async function countHighRiskPatients(ctx: Context): Promise<number> {
  const uneasy = await store.listAbnormalVitals(ctx.db)
  const candidates = uneasy
    .map(worstCase)
    .filter(couldBeAtHighRisk)
    .map(({ patientId }) => patientId)
  const healths = await readHealth(ctx, candidates)
  return [...healths.values()].filter(({ isHighRisk }) => isHighRisk).length
}
