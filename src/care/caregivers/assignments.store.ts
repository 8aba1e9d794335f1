import type { AssignmentKind } from '../../accounts/access/assignment-kind.ts'
import { userSorts } from '../../accounts/users/user.ts'
import { isRecentFall } from '../../alerting/falls/recent-falls.ts'
import type { Db } from '../../platform/db/database.ts'
import { listPage, type Page, type PageResult } from '../../platform/db/page.ts'
import type { Role } from '../../platform/role.ts'

export interface Assignment {
  caregiverId: string
  patientId: string
  kind: AssignmentKind
  relationship: string | null
  /** Who is notified first: 1 before 2, up to 5. */
  priority: number
  createdAt: Date
}

/** Of staff unless it says otherwise. */
export type NewAssignment = Omit<Assignment, 'kind'> & { kind?: AssignmentKind | undefined }

/**
 * Inserts an assignment that somebody makes. It returns false, and changes nothing, if there is one; one
 * that only a team gives becomes one of its own right, which outlives the team.
 */
export async function insertAssignment(tx: Db, assignment: NewAssignment): Promise<boolean> {
  const rows = await tx.query(
    `insert into assignments (caregiver_id, patient_id, relationship, priority, created_at, kind)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (caregiver_id, patient_id) do update
       set by_hand = true, relationship = excluded.relationship, priority = excluded.priority,
           created_at = excluded.created_at, kind = excluded.kind
       where not assignments.by_hand
     returning 1`,
    [
      assignment.caregiverId,
      assignment.patientId,
      assignment.relationship,
      assignment.priority,
      assignment.createdAt,
      assignment.kind ?? 'STAFF',
    ],
  )
  return rows.length > 0
}

export interface AssignmentChange {
  priority?: number | undefined
  kind?: AssignmentKind | undefined
  /** Null or blank clears it. */
  relationship?: string | null | undefined
}

/** Changes what is given. */
export async function updateAssignment(
  tx: Db,
  { caregiverId, patientId }: Pick<Assignment, 'caregiverId' | 'patientId'>,
  { priority, kind, relationship }: AssignmentChange,
): Promise<Assignment | undefined> {
  const [assignment] = await tx.query<Assignment>(
    `update assignments
     set priority = coalesce($3, priority), kind = coalesce($4, kind),
         relationship = case when $5 then $6 else relationship end
     where caregiver_id = $1 and patient_id = $2
     returning caregiver_id as "caregiverId", patient_id as "patientId", kind, relationship, priority,
               created_at as "createdAt"`,
    [
      caregiverId,
      patientId,
      priority ?? null,
      kind ?? null,
      relationship !== undefined,
      relationship || null,
    ],
  )
  return assignment
}

/** Returns false if there was none. */
export async function deleteAssignment(tx: Db, caregiverId: string, patientId: string): Promise<boolean> {
  const rows = await tx.query(
    'delete from assignments where caregiver_id = $1 and patient_id = $2 returning 1',
    [caregiverId, patientId],
  )
  return rows.length > 0
}

/** Returns the name of a team that assigns the patient to the caregiver. */
export async function findTeamBetween(
  db: Db,
  caregiverId: string,
  patientId: string,
): Promise<string | undefined> {
  const [team] = await db.query<{ name: string }>(
    `select name from team_care join teams on teams.id = team_id
     where caregiver_id = $1 and patient_id = $2
     order by name limit 1`,
    [caregiverId, patientId],
  )
  return team?.name
}

/** Deletes all assignments of a user, as caregiver and as patient. */
export async function deleteAssignmentsOf(tx: Db, userId: string): Promise<void> {
  await tx.query('delete from assignments where caregiver_id = $1 or patient_id = $1', [userId])
}

/** Returns the role of an account, and keeps both from changing until the transaction ends. */
export async function lockRole(tx: Db, id: string): Promise<Role | undefined> {
  return findRole(tx, id, 'for share')
}

/** Also waits for falls of the person that are being recorded, and delays further ones. */
export async function lockRoleAndFalls(tx: Db, id: string): Promise<Role | undefined> {
  return findRole(tx, id, 'for update')
}

async function findRole(tx: Db, id: string, lock: 'for share' | 'for update'): Promise<Role | undefined> {
  const [row] = await tx.query<{ role: Role }>(`select role from users where id = $1 ${lock}`, [id])
  return row?.role
}

type AssignmentDetails = Pick<Assignment, 'priority' | 'kind' | 'relationship'>

/** An entry of a caregiver's list of patients, without the health score; of the assignment on request. */
export interface AssignedPatient extends Partial<AssignmentDetails> {
  id: string
  name: string
  email: string | null
  lastActive: Date | null
  devices: number
  recentFalls: number
}

/** Finds the page by ids only, so that rows that are not shown are neither read nor counted. */
export async function listAssignedPatients(
  db: Db,
  caregiverId: string,
  fallsSince: Date,
  { priorities, ...page }: Page & { priorities: boolean },
): Promise<PageResult<AssignedPatient>> {
  const { rows, ...listed } = await listPage<{ id: string } & AssignmentDetails>(
    db,
    {
      columns: 'patient_id as id, priority, kind, relationship',
      from: 'assignments join users on users.id = patient_id',
      where: 'caregiver_id = $1',
      values: [caregiverId],
      id: 'patient_id',
      sorts: { ...userSorts, created_at: 'assignments.created_at' },
    },
    page,
  )
  const ids = rows.map(({ id }) => id)
  const patients = await readPatients(db, ids, fallsSince)
  if (!priorities) return { ...listed, rows: patients }
  const assignments = new Map(rows.map(({ id, ...assignment }) => [id, assignment]))
  return { ...listed, rows: patients.map((patient) => ({ ...patient, ...assignments.get(patient.id) })) }
}

async function readPatients(db: Db, ids: string[], fallsSince: Date): Promise<AssignedPatient[]> {
  return db.query(
    `select users.id, first_name || ' ' || last_name as name, email,
            greatest(last_login, worn.last_seen) as "lastActive", worn.devices,
            (select count(*)::int from falls
             where falls.user_id = users.id and ${isRecentFall('$2')}) as "recentFalls"
     from users cross join lateral (
       select count(*)::int as devices, max(last_seen) as last_seen
       from devices cross join lateral device_state(devices.number)
       where devices.user_id = users.id
     ) as worn
     where users.id = any($1::uuid[])
     order by array_position($1::uuid[], users.id)`,
    [ids, fallsSince],
  )
}
