import { personColumns, type ShownField, shownFields } from '../../accounts/person-fields.ts'
import { placeSearchText } from '../../accounts/residences/place.ts'
import { type User, userSorts } from '../../accounts/users/user.ts'
import type { Db } from '../../platform/db/database.ts'
import { listPage, type Page, type PageResult } from '../../platform/db/page.ts'

export type PatientRow = Pick<
  User,
  | 'id'
  | 'email'
  | 'firstName'
  | 'lastName'
  | 'role'
  | ShownField<'patient'>
  | 'status'
  | 'createdAt'
  | 'lastLogin'
>

const columns = `
  users.id, email, first_name as "firstName", last_name as "lastName", role, ${personColumns(shownFields('patient'))},
  status, users.created_at as "createdAt", last_login as "lastLogin"`

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

/** Lists the caregivers of a patient in the order of their assignment. */
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
 * Returns false for a user who is no caregiver any more, and keeps the role of one until the transaction
 * ends.
 */
export async function lockCaregiver(tx: Db, id: string): Promise<boolean> {
  const rows = await tx.query(`select 1 from users where id = $1 and role = 'CAREGIVER' for share`, [id])
  return rows.length > 0
}
