import type { Db } from '../../platform/db/database.ts'
import type { ActingPerson } from '../model/acting-person.ts'

/** Returns the name of a person or station, or the bare id after their account was deleted. */
export async function findPersonName(db: Db, id: string | null): Promise<string> {
  if (!id) return 'the service'
  const [row] = await db.query<{ name: string }>(
    `select first_name || ' ' || last_name as name from users where id = $1
     union all select name from stations where id = $1`,
    [id],
    'find-person-name',
  )
  return row?.name ?? id
}

/** Returns somebody as what they are to a patient. */
export async function findActingPerson(db: Db, id: string, patientId: string | null): Promise<ActingPerson> {
  const [care] = await db.query<Pick<ActingPerson, 'kind' | 'relationship'>>(
    'select kind, relationship from assignments where caregiver_id = $1 and patient_id = $2',
    [id, patientId],
    'find-acting-person',
  )
  const { kind, relationship } = care ?? { kind: null, relationship: null }
  return { id, name: await findPersonName(db, id), kind, relationship }
}

/** Who handles an incident, a relative with what they are to the patient: "Eva Sanz (daughter)". */
export async function findHandlerName(
  db: Db,
  { acknowledgedBy, patientId }: { acknowledgedBy: string | null; patientId: string | null },
): Promise<string> {
  if (!acknowledgedBy) return findPersonName(db, null)
  const { name, kind, relationship } = await findActingPerson(db, acknowledgedBy, patientId)
  return kind === 'RELATIVE' && relationship ? `${name} (${relationship})` : (name ?? acknowledgedBy)
}

/** Prevents the deletion of a station until the transaction ends; false if it does not exist. */
export async function lockStation(tx: Db, id: string): Promise<boolean> {
  return (await tx.query('select 1 from stations where id = $1 for key share', [id])).length > 0
}

/** Prevents the deletion of accounts until the transaction ends; false if one does not exist. */
export async function lockPeople(tx: Db, ids: string[]): Promise<boolean> {
  const unique = [...new Set(ids)]
  const rows = await tx.query('select 1 from users where id = any($1::uuid[]) order by id for key share', [
    unique,
  ])
  return rows.length === unique.length
}
