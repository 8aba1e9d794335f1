import type { Db } from '../db/database.ts'

/**
 * Deletes the oldest entries before a time, and returns their number. The function in the
 * database is the only way: it spares everything younger than 30 days.
 */
export async function deleteAuditEntriesBefore(db: Db, time: Date, most: number): Promise<number> {
  const [row] = await db.query<{ deleted: number }>('select delete_audit_entries($1, $2) as deleted', [
    time,
    most,
  ])
  return row?.deleted ?? 0
}
