import type { Db } from '../../platform/db/database.ts'

/** A call for help as a page named it; without an incident it was called off before it arrived. */
export interface KnownHelpCall {
  incidentId: string | null
}

/**
 * Records a call that has not arrived before, or returns the one that has. Of concurrent calls one records
 * it, and the others wait for its transaction.
 */
export async function claimHelpCall(
  tx: Db,
  { patientId, id, at }: { patientId: string; id: string; at: Date },
): Promise<KnownHelpCall | undefined> {
  const claimed = await tx.query(
    `insert into help_calls (patient_id, id, received_at) values ($1, $2, $3)
     on conflict (patient_id, id) do nothing returning id`,
    [patientId, id, at],
  )
  if (claimed.length > 0) return undefined
  const [known] = await tx.query<KnownHelpCall>(
    'select incident_id as "incidentId" from help_calls where patient_id = $1 and id = $2',
    [patientId, id],
  )
  return known
}

/** Says which incident a call has raised, or was added to. */
export async function linkHelpCall(
  tx: Db,
  { patientId, id, incidentId }: { patientId: string; id: string; incidentId: string },
): Promise<void> {
  await tx.query('update help_calls set incident_id = $3 where patient_id = $1 and id = $2', [
    patientId,
    id,
    incidentId,
  ])
}

/** Keeps the calls of a patient from growing without end: the old ones, and all but the newest. */
export async function deleteOldHelpCalls(
  tx: Db,
  { patientId, olderThan, kept }: { patientId: string; olderThan: Date; kept: number },
): Promise<void> {
  await tx.query(
    `delete from help_calls where patient_id = $1 and (received_at < $2 or id in (
       select id from help_calls where patient_id = $1 order by received_at desc, id offset $3))`,
    [patientId, olderThan, kept],
  )
}
