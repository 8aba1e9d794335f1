import type { Db } from '../db/database.ts'

/**
 * deleteIncidentsBefore deletes incidents that were resolved or cancelled before a time, with their timeline and
 * deliveries, and returns their number. Unresolved ones stay, and so do the falls.
 */
export async function deleteIncidentsBefore(db: Db, time: Date, most: number): Promise<number> {
  const [row] = await db.query<{ deleted: number }>(
    `with doomed as (
       select id from incidents
       where state in ('RESOLVED', 'CANCELLED') and resolved_at < $1 order by resolved_at limit $2
       for update skip locked
     ), detached as (
       update falls set incident_id = null where incident_id in (select id from doomed)
     ), deleted as (
       delete from incidents where id in (select id from doomed) returning id
     )
     select count(*)::int as deleted from deleted`,
    [time, most],
  )
  return row?.deleted ?? 0
}
