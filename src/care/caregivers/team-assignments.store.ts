import { teamsLock } from '../../platform/db/advisory-locks.ts'
import type { Db } from '../../platform/db/database.ts'

/** Limits a comparison to some people; without a list, to nobody in particular. */
export interface CareScope {
  patientIds?: readonly string[] | undefined
  caregiverIds?: readonly string[] | undefined
}

/** A caregiver who looks after a patient. */
export interface Care {
  caregiverId: string
  patientId: string
}

/**
 * Lets one transaction at a time compare assignments with teams, until it ends. It is called after the
 * transaction has changed a team, a member or a residence: whoever gets the lock later sees what the earlier one has
 * committed.
 */
export async function lockTeams(tx: Db): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [teamsLock])
}

/**
 * Returns the patients whom the last caregiver who can sign in has stopped looking after: those with care
 * that has ended, and none that is left.
 */
export async function listUnattended(tx: Db, ended: readonly Care[]): Promise<string[]> {
  const rows = await tx.query<{ patientId: string }>(
    // Counted for each patient: as a join, without statistics of a table that has grown, it read all assignments for each.
    `select ended.patient_id as "patientId"
     from (
       select distinct patient_id from unnest($1::uuid[], $2::uuid[]) as care (caregiver_id, patient_id)
       join users on users.id = care.caregiver_id and users.status = 'active'
     ) as ended
     cross join lateral (
       select count(*) as caregivers from assignments join users as other on other.id = assignments.caregiver_id
       where assignments.patient_id = ended.patient_id and other.status = 'active'
     ) as remaining
     where remaining.caregivers = 0`,
    [ended.map(({ caregiverId }) => caregiverId), ended.map(({ patientId }) => patientId)],
  )
  return rows.map(({ patientId }) => patientId)
}

export interface CareDifferences {
  /** What the teams give, and is not assigned. */
  missing: Care[]
  /** What was assigned because of a team, and no team gives any more. */
  surplus: Care[]
}

export async function findDifferences(
  tx: Db,
  { patientIds, caregiverIds }: CareScope,
): Promise<CareDifferences> {
  const inScope = `($1::uuid[] is null or patient_id = any($1)) and ($2::uuid[] is null or caregiver_id = any($2))`
  const rows = await tx.query<Care & { isMissing: boolean }>(
    `with given as materialized (select distinct caregiver_id, patient_id from team_care where ${inScope}),
          assigned as materialized (select caregiver_id, patient_id, by_hand from assignments where ${inScope})
     select coalesce(given.caregiver_id, assigned.caregiver_id) as "caregiverId",
            coalesce(given.patient_id, assigned.patient_id) as "patientId", assigned.caregiver_id is null as "isMissing"
     from given full join assigned
       on assigned.caregiver_id = given.caregiver_id and assigned.patient_id = given.patient_id
     where assigned.caregiver_id is null or (given.caregiver_id is null and not assigned.by_hand)`,
    [patientIds ?? null, caregiverIds ?? null],
  )
  const careOf = (isMissing: boolean) =>
    rows
      .filter((row) => row.isMissing === isMissing)
      .map(({ caregiverId, patientId }) => ({ caregiverId, patientId }))
  return { missing: careOf(true), surplus: careOf(false) }
}

/** Locks the caregivers and then the patients with their falls, as a single assignment does. */
export async function lockPeopleAndFalls(tx: Db, care: readonly Care[]): Promise<void> {
  await lockUsers(tx, caregiversOf(care), 'for share')
  await lockUsers(tx, patientsOf(care), 'for update')
}

/** Only keeps the people from being deleted: neither falls nor sign-ins wait for it. */
export async function lockPeople(tx: Db, care: readonly Care[]): Promise<void> {
  await lockUsers(tx, caregiversOf(care), 'for key share')
  await lockUsers(tx, patientsOf(care), 'for key share')
}

const caregiversOf = (care: readonly Care[]) => new Set(care.map(({ caregiverId }) => caregiverId))
const patientsOf = (care: readonly Care[]) => new Set(care.map(({ patientId }) => patientId))

async function lockUsers(
  tx: Db,
  ids: ReadonlySet<string>,
  lock: 'for share' | 'for update' | 'for key share',
) {
  await tx.query(`select 1 from users where id = any($1::uuid[]) order by id ${lock}`, [[...ids]])
}

const pairsOf = (care: readonly Care[]) => [
  care.map(({ caregiverId }) => caregiverId),
  care.map(({ patientId }) => patientId),
]

/** A statement for a large home would take longer than any may. */
const maxInserted = 500

/** Returns those that are new; people who were deleted meanwhile are left out. */
export async function insertTeamAssignments(tx: Db, care: readonly Care[], at: Date): Promise<Care[]> {
  const inserted: Care[] = []
  for (let start = 0; start < care.length; start += maxInserted)
    inserted.push(...(await insertSome(tx, care.slice(start, start + maxInserted), at)))
  return inserted
}

function insertSome(tx: Db, care: readonly Care[], at: Date): Promise<Care[]> {
  return tx.query(
    `insert into assignments (caregiver_id, patient_id, created_at, by_hand)
     select caregiver.id, patient.id, $3, false
     from unnest($1::uuid[], $2::uuid[]) as given (caregiver_id, patient_id)
     join users as caregiver on caregiver.id = given.caregiver_id and caregiver.role = 'CAREGIVER'
     join users as patient on patient.id = given.patient_id and patient.role = 'PATIENT'
     on conflict do nothing
     returning caregiver_id as "caregiverId", patient_id as "patientId"`,
    [...pairsOf(care), at],
  )
}

/** Leaves those that somebody has made by hand meanwhile. */
export function deleteTeamAssignments(tx: Db, care: readonly Care[]): Promise<Care[]> {
  return tx.query(
    `delete from assignments using unnest($1::uuid[], $2::uuid[]) as ended (caregiver_id, patient_id)
     where assignments.caregiver_id = ended.caregiver_id and assignments.patient_id = ended.patient_id
       and not assignments.by_hand
     returning assignments.caregiver_id as "caregiverId", assignments.patient_id as "patientId"`,
    pairsOf(care),
  )
}
