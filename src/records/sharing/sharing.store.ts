import type { Db } from '../../platform/db/database.ts'

/** Since when a patient does not share vital signs; null if they do. */
export async function findPause(db: Db, patientId: string): Promise<Date | null> {
  const [row] = await db.query<{ at: Date }>(
    'select paused_at as at from vital_sharing_pauses where patient_id = $1',
    [patientId],
  )
  return row?.at ?? null
}

/** Returns false if nothing changed. */
export async function setPaused(tx: Db, patientId: string, isPaused: boolean, at: Date): Promise<boolean> {
  const rows = isPaused
    ? await tx.query(
        'insert into vital_sharing_pauses (patient_id, paused_at) values ($1, $2) on conflict do nothing returning 1',
        [patientId, at],
      )
    : await tx.query('delete from vital_sharing_pauses where patient_id = $1 returning 1', [patientId])
  return rows.length > 0
}

export interface Representative {
  name: string
  relationship: string
  recordedAt: Date
}

export async function findRepresentative(db: Db, patientId: string): Promise<Representative | null> {
  const [row] = await db.query<Representative>(
    'select name, relationship, recorded_at as "recordedAt" from representatives where patient_id = $1',
    [patientId],
  )
  return row ?? null
}

export async function upsertRepresentative(
  tx: Db,
  patientId: string,
  { name, relationship, recordedAt }: Representative,
): Promise<void> {
  await tx.query(
    `insert into representatives (patient_id, name, relationship, recorded_at) values ($1, $2, $3, $4)
     on conflict (patient_id) do update
     set name = excluded.name, relationship = excluded.relationship, recorded_at = excluded.recorded_at`,
    [patientId, name, relationship, recordedAt],
  )
}

/** Returns false if there was none. */
export async function deleteRepresentative(tx: Db, patientId: string): Promise<boolean> {
  const rows = await tx.query('delete from representatives where patient_id = $1 returning 1', [patientId])
  return rows.length > 0
}

export interface Viewer {
  id: string
  name: string
  since: Date
}

export function listCaregiverViewers(
  db: Db,
  patientId: string,
): Promise<(Viewer & { relationship: string | null; byHand: boolean; teams: string[] })[]> {
  return db.query(
    `select users.id, first_name || ' ' || last_name as name, assignments.created_at as since, relationship, by_hand as "byHand",
            array(select distinct teams.name from team_care join teams on teams.id = team_id
                  where team_care.patient_id = $1 and team_care.caregiver_id = users.id order by 1) as teams
     from assignments join users on users.id = caregiver_id
     where patient_id = $1 and users.status = 'active'
     order by assignments.created_at, users.id`,
    [patientId],
  )
}

/** Returns the stations of the ward in which a patient lives, since they were created. */
export function listStationViewers(db: Db, patientId: string): Promise<Viewer[]> {
  return db.query(
    `select id, name, created_at as since from stations join station_patients on station_id = id
     where patient_id = $1 order by created_at, id`,
    [patientId],
  )
}

/** Returns those who can sign in; how long somebody has been an admin is not recorded. */
export function listAdmins(db: Db, limit: number): Promise<Viewer[]> {
  return db.query(
    `select id, first_name || ' ' || last_name as name, created_at as since from users
     where role = 'ADMIN' and status = 'active' order by created_at, id limit $1`,
    [limit],
  )
}
