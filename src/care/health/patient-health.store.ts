import { isRecentFall } from '../../alerting/falls/recent-falls.ts'
import type { Db } from '../../platform/db/database.ts'
import { calmVitals, type DeviceSigns, type PatientSigns } from './patient-health.ts'

/** Null for a patient who has paused sharing of their vital signs, so that no score is made of them, either. */
const shared = (column: string, patient: string) =>
  `case when not exists (select 1 from vital_sharing_pauses as pause where pause.patient_id = ${patient}) then ${column} end`
const ofDevice = (column: string) => shared(`state.${column}`, 'devices.user_id')

/** The SQL of DeviceSigns as others than the patient see them, from a device and its state. */
export const signColumns = `
  state.last_seen as "lastSeen", ${ofDevice('heart_rate')} as "heartRate", state.heart_rate_at as "heartRateAt",
  ${ofDevice('heart_spread')} as "heartSpread", ${ofDevice('spo2')} as spo2, state.spo2_at as "spo2At", state.battery,
  state.sensors_initialized as "sensorsInitialized"`

type SignsRow = Omit<PatientSigns, 'devices'> & Omit<DeviceSigns, 'lastSeen'> & { lastSeen: Date | null }

/** Returns the signs of several patients in one statement; users who are no patients are left out. */
export async function readSigns(db: Db, patientIds: string[], fallsSince: Date): Promise<PatientSigns[]> {
  const rows = await db.query<SignsRow>(
    `select users.id as "patientId", ${shared('users.blood_pressure', 'users.id')} as "bloodPressure",
            recent.falls as "recentFalls",
            ${signColumns}
     from users
     cross join lateral (
       select count(*)::int as falls from falls
       where user_id = users.id and ${isRecentFall('$2')}
     ) as recent
     left join (devices cross join lateral device_state(devices.number) as state) on devices.user_id = users.id
     where users.id = any ($1::uuid[]) and users.role = 'PATIENT'`,
    [patientIds, fallsSince],
    'read-signs',
  )
  return groupDevices(rows)
}

/** Combines the rows of a patient: there is one per device, or a single one without any. */
function groupDevices(rows: SignsRow[]): PatientSigns[] {
  const patients = new Map<string, PatientSigns>()
  for (const { patientId, bloodPressure, recentFalls, lastSeen, ...signs } of rows) {
    const patient = patients.get(patientId) ?? { patientId, bloodPressure, recentFalls, devices: [] }
    if (lastSeen) patient.devices.push({ lastSeen, ...signs })
    patients.set(patientId, patient)
  }
  return [...patients.values()]
}

export interface UneasyVitals {
  patientId: string
  slowestHeart: number | null
  fastestHeart: number | null
  spo2: number | null
}

/** Returns the worst vital signs of everybody with a device that reported abnormal ones. */
export async function listAbnormalVitals(db: Db): Promise<UneasyVitals[]> {
  const { heartRate, oxygenSaturation } = calmVitals
  return db.query(
    `select devices.user_id as "patientId", min(heart_rate) as "slowestHeart", max(heart_rate) as "fastestHeart",
            min(spo2) as spo2
     from device_states join devices on devices.number = device
     where heart_rate not between $1 and $2 or spo2 < $3
     group by devices.user_id`,
    [heartRate.least, heartRate.most, oxygenSaturation.least],
  )
}
