import type { Db } from '../../platform/db/database.ts'

/** Stores when the first caregiver acknowledged an alert of each fall. */
export async function markResponded(tx: Db, ids: string[], at: Date): Promise<void> {
  await tx.query('update falls set responded_at = $2 where id = any($1::uuid[]) and responded_at is null', [
    ids,
    at,
  ])
}

/** Does the same for all falls of an incident, and returns how many were unanswered. */
export async function markIncidentResponded(tx: Db, incidentId: string, at: Date): Promise<number> {
  const rows = await tx.query(
    'update falls set responded_at = $2 where incident_id = $1 and responded_at is null returning 1',
    [incidentId, at],
  )
  return rows.length
}
