import type { Db } from '../../platform/db/database.ts'
import { reportedKinds } from '../model/incident.ts'

const reported = reportedKinds.map((kind) => `'${kind}'`).join(', ')

/**
 * Deletes incidents that were resolved or cancelled before a time, with their timeline, alerts and
 * deliveries, and returns their number. What became of a fall, a call for help or what was watched stays, so that reports do not change;
 * the falls stay, too. Unresolved incidents are never deleted.
 */
export async function deleteIncidentsBefore(db: Db, time: Date, most: number): Promise<number> {
  const [row] = await db.query<{ deleted: number }>(
    `with doomed as (
       select id from incidents
       where state in ('RESOLVED', 'CANCELLED') and resolved_at < $1 order by resolved_at limit $2
       for update skip locked
     ), kept as (
       insert into past_incidents (id, kind, state, patient_id, fall_id, device_id, opened_at, first_acknowledged_at,
                                   resolved_at, outcome, injuries)
       select id, kind, state, patient_id, fall_id, device_id, opened_at, first_acknowledged_at, resolved_at, outcome, injuries
       from incidents where id in (select id from doomed) and kind in (${reported}) and patient_id is not null
     ), deleted as (
       delete from incidents where id in (select id from doomed) returning id
     )
     select count(*)::int as deleted from deleted`,
    [time, most],
  )
  return row?.deleted ?? 0
}
