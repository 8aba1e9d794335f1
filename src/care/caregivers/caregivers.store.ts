import { personColumns, type ShownField, shownFields } from '../../accounts/person-fields.ts'
import { userSorts } from '../../accounts/users/user.ts'
import { alertSubjects, isActive, runKey } from '../../alerting/alerts/alert-run.ts'
import type { Db } from '../../platform/db/database.ts'
import { listPage, type Page, type PageResult } from '../../platform/db/page.ts'

export interface Caregiver extends Record<ShownField<'caregiver'>, string | null> {
  id: string
  email: string
  firstName: string
  lastName: string
  role: 'CAREGIVER'
  patients: number
  activeAlerts: number
}

/** A subquery: as a join, PostgreSQL compared each alert with every patient of the caregiver. */
const isAssigned = `exists (
  select from assignments
  where assignments.caregiver_id = alerts.caregiver_id and assignments.patient_id = alerts.patient_id)`

/** Reads the caregivers of a page at once. */
async function readCaregivers(db: Db, ids: string[]): Promise<Caregiver[]> {
  return db.query(
    `select id, email, first_name as "firstName", last_name as "lastName", role,
            ${personColumns(shownFields('caregiver'))},
            (select count(*)::int from assignments where caregiver_id = users.id) as patients,
            (select count(*)::int from (
               select distinct ${runKey} from alerts ${alertSubjects}
               where alerts.caregiver_id = users.id and ${isActive} and ${isAssigned}
             ) as runs) as "activeAlerts"
     from users where id = any($1::uuid[]) and role = 'CAREGIVER'
     order by array_position($1::uuid[], id)`,
    [ids],
  )
}

export async function findCaregiver(db: Db, id: string): Promise<Caregiver | undefined> {
  const [caregiver] = await readCaregivers(db, [id])
  return caregiver
}

/** Finds the page by ids only, so that rows that are not shown are neither read nor counted. */
export async function listCaregivers(db: Db, page: Page): Promise<PageResult<Caregiver>> {
  const { rows, ...listed } = await listPage<{ id: string }>(
    db,
    {
      columns: 'id',
      from: 'users',
      where: `role = 'CAREGIVER'`,
      values: [],
      id: 'id',
      sorts: userSorts,
    },
    page,
  )
  const ids = rows.map(({ id }) => id)
  return { ...listed, rows: await readCaregivers(db, ids) }
}
