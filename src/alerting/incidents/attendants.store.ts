import type { AssignmentKind } from '../../accounts/access/assignment-kind.ts'
import type { Db } from '../../platform/db/database.ts'

export interface NewAttendant {
  incidentId: string
  personId: string
  kind: AssignmentKind
  relationship: string | null
  at: Date
  etaMinutes: number | null
}

/**
 * Records that somebody goes there beside the handler of an incident. Repeated, it keeps the first time,
 * and takes over what they say of their arrival. It returns whether they are new.
 */
export async function insertAttendant(tx: Db, attendant: NewAttendant): Promise<boolean> {
  const { incidentId, personId, kind, relationship, at, etaMinutes } = attendant
  const [row] = await tx.query<{ isNew: boolean }>(
    `insert into incident_attendants (incident_id, person_id, kind, relationship, at, eta_minutes)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (incident_id, person_id) do update
       set eta_minutes = coalesce(excluded.eta_minutes, incident_attendants.eta_minutes)
     returning xmax = 0 as "isNew"`,
    [incidentId, personId, kind, relationship, at, etaMinutes],
  )
  return row?.isNew ?? false
}

/** Returns false if the person does not go there. */
export async function deleteAttendant(tx: Db, incidentId: string, personId: string): Promise<boolean> {
  const rows = await tx.query(
    'delete from incident_attendants where incident_id = $1 and person_id = $2 returning 1',
    [incidentId, personId],
  )
  return rows.length > 0
}

/** For an incident that begins anew. */
export async function deleteAttendants(tx: Db, incidentId: string): Promise<void> {
  await tx.query('delete from incident_attendants where incident_id = $1', [incidentId])
}

/** Returns who goes there beside the handler. */
export async function listAttendantIds(db: Db, incidentId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'select person_id as id from incident_attendants where incident_id = $1',
    [incidentId],
    'list-attendants',
  )
  return rows.map(({ id }) => id)
}
