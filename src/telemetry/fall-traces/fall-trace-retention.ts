import type { Db } from '../../platform/db/database.ts'

/** Deletes the traces of falls before a time, and returns their number; the falls stay. */
export async function deleteTracesBefore(db: Db, time: Date, most: number): Promise<number> {
  const deleted = await db.query(
    `delete from fall_traces where fall_id in (
       select fall_traces.fall_id from falls join fall_traces on fall_traces.fall_id = falls.id
       where falls.created_at < $1 and fall_traces.due_at is null
       order by falls.created_at limit $2
     ) returning fall_id`,
    [time, most],
  )
  return deleted.length
}
