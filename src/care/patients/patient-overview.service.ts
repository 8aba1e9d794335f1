import { recentSince } from '../../alerting/falls/recent-falls.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { withDeadline } from '../../platform/db/deadline.ts'
import { msPerMinute } from '../../platform/lib/duration.ts'
import { patientHealth } from '../health/patient-health.ts'
import * as store from './patient-overview.store.ts'
import { type PatientOverview, patientOverview } from './patient-overview.ts'

/** Returns how the patients of a caregiver, or all for an admin, are doing: the first 500 by name. */
export async function readOverview(ctx: Context, { actor }: Caller) {
  const now = ctx.now()
  const caregiverId = actor.role === 'ADMIN' ? undefined : actor.id
  const rows = await store.listOverview(ctx.db, caregiverId, recentSince(now))
  return rows.map((row) => overviewOf(row, now))
}

/** Returns how the patients of the ward of a station are doing. */
export async function readOverviewOfStation(ctx: Context, stationId: string) {
  const now = ctx.now()
  const rows = await store.listOverviewOfStation(ctx.db, stationId, recentSince(now))
  return rows.map((row) => overviewOf(row, now))
}

const overviewOf = (row: store.OverviewRow, now: Date) => ({
  patientId: row.patientId,
  name: row.name,
  site: row.site,
  ward: row.ward,
  room: row.room,
  ...patientOverview(row, now),
  healthScore: patientHealth({ ...row, bloodPressure: null }).healthScore,
  recentFalls: row.recentFalls,
  you: row.you,
})

export type PatientUpdate = Omit<PatientOverview, 'openIncidentId'> & { patientId: string }

/** What the streams of a process show: by caregiver, and for all admins. */
export interface PatientUpdates {
  ofCaregiver: Map<string, PatientUpdate[]>
  ofAdmins: PatientUpdate[]
}

/** Half of the interval at which streams get them. */
const updatesDeadlineMs = msPerMinute / 2

/** Reads the overviews of several caregivers, and of admins if there are any, in one statement. */
export async function readPatientUpdates(
  ctx: Context,
  caregiverIds: readonly string[],
  hasAdmins: boolean,
): Promise<PatientUpdates> {
  const now = ctx.now()
  const updates: PatientUpdates = { ofCaregiver: new Map(), ofAdmins: [] }
  const rows = await withDeadline(ctx.db.background, updatesDeadlineMs, (tx) =>
    store.listPatientUpdates(tx, caregiverIds, hasAdmins),
  )
  for (const row of rows) {
    const { openIncidentId: _, ...overview } = patientOverview(row, now)
    const patient = { patientId: row.patientId, ...overview }
    if (row.isForAdmins) updates.ofAdmins.push(patient)
    for (const id of row.caregiverIds) {
      const others = updates.ofCaregiver.get(id) ?? []
      if (others.length < store.maxOverviewPatients) others.push(patient)
      updates.ofCaregiver.set(id, others)
    }
  }
  return updates
}
