import { placeSearchText } from '../../accounts/residences/place.ts'
import { type User, userSorts } from '../../accounts/users/user.ts'
import { isRecentFall } from '../../alerting/falls/recent-falls.ts'
import type { Db } from '../../platform/db/database.ts'
import { listPage, type Page, type PageResult } from '../../platform/db/page.ts'
import { calmVitals, type DeviceSigns, type PatientSigns } from './patient-health.ts'

export type PatientRow = Pick<
  User,
  | 'id'
  | 'email'
  | 'firstName'
  | 'lastName'
  | 'role'
  | 'dateOfBirth'
  | 'emergencyContact'
  | 'phone'
  | 'status'
  | 'createdAt'
  | 'lastLogin'
>

const columns = `
  users.id, email, first_name as "firstName", last_name as "lastName", role, date_of_birth as "dateOfBirth",
  emergency_contact as "emergencyContact", phone, status, users.created_at as "createdAt", last_login as "lastLogin"`

export interface PatientFilter {
  /** Only the patients of this caregiver. */
  caregiverId?: string | undefined
  status?: User['status'] | undefined
  /** Part of the name, the e-mail address or the place, in any case. */
  search?: string | undefined
}

const searchedText = (search: string) =>
  `lower(first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || ${placeSearchText(search)})`

export function listPatientRows(db: Db, filter: PatientFilter, page: Page): Promise<PageResult<PatientRow>> {
  const { caregiverId, status, search } = filter
  const conditions: Record<string, string | undefined> = {
    'caregiver_id = $': caregiverId,
    'status = $': status,
    [`0 < position(lower($) in ${searchedText(search ?? '')})`]: search,
  }
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined)
  const people = caregiverId ? 'assignments join users on users.id = assignments.patient_id' : 'users'
  return listPage(
    db,
    {
      columns,
      from: search ? `${people} left join residences on residences.patient_id = users.id` : people,
      where: [`role = 'PATIENT'`, ...given.map(([condition], i) => condition.replace('$', `$${i + 1}`))].join(
        ' and ',
      ),
      values: given.map(([, value]) => value),
      id: 'users.id',
      sorts: userSorts,
    },
    page,
  )
}

export interface CaregiverOfPatient {
  id: string
  name: string
  relationship: string | null
  phone: string | null
}

/** listCaregiversOf lists the caregivers of a patient in the order of their assignment. */
export async function listCaregiversOf(db: Db, patientId: string): Promise<CaregiverOfPatient[]> {
  return db.query(
    `select users.id, first_name || ' ' || last_name as name, relationship, phone
     from assignments join users on users.id = caregiver_id
     where patient_id = $1
     order by assignments.created_at, users.id`,
    [patientId],
  )
}

/**
 * lockCaregiver returns false for a user who is no caregiver any more, and keeps the role of one until the transaction
 * ends.
 */
export async function lockCaregiver(tx: Db, id: string): Promise<boolean> {
  const rows = await tx.query(`select 1 from users where id = $1 and role = 'CAREGIVER' for share`, [id])
  return rows.length > 0
}

/** shared is null for a patient who has paused sharing of their vital signs, so that no score is made of them, either. */
const shared = (column: string, patient: string) =>
  `case when not exists (select 1 from vital_sharing_pauses as pause where pause.patient_id = ${patient}) then ${column} end`
const ofDevice = (column: string) => shared(`state.${column}`, 'devices.user_id')

/** signColumns is the SQL of DeviceSigns as others than the patient see them, from a device and its state. */
export const signColumns = `
  state.last_seen as "lastSeen", ${ofDevice('heart_rate')} as "heartRate", state.heart_rate_at as "heartRateAt",
  ${ofDevice('heart_spread')} as "heartSpread", ${ofDevice('spo2')} as spo2, state.spo2_at as "spo2At", state.battery,
  state.sensors_initialized as "sensorsInitialized"`

type SignsRow = Omit<PatientSigns, 'devices'> & Omit<DeviceSigns, 'lastSeen'> & { lastSeen: Date | null }

/** readSigns returns the signs of several patients in one statement; users who are no patients are left out. */
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
     left join (devices join device_states as state on state.device = devices.number) on devices.user_id = users.id
     where users.id = any ($1::uuid[]) and users.role = 'PATIENT'`,
    [patientIds, fallsSince],
    'read-signs',
  )
  return groupDevices(rows)
}

/** groupDevices combines the rows of a patient: there is one per device, or a single one without any. */
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

/** listAbnormalVitals returns the worst vital signs of everybody with a device that reported abnormal ones. */
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
