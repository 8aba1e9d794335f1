import type { Db } from '../../platform/db/database.ts'
import type { EventType } from '../../platform/events/append-event.ts'

/** A row of the table of events. */
export interface StreamEvent {
  id: number
  type: EventType
  subjectId: string
}

const eventColumns = 'events.id::float8 as id, events.type, events.subject_id as "subjectId"'

/** Returns the events after an id, oldest first. */
export function listEvents(db: Db, after: number, limit: number): Promise<StreamEvent[]> {
  return db.query(
    `select ${eventColumns} from events where id > $1 order by id limit $2`,
    [after, limit],
    'list-events',
  )
}

/** The ids of the oldest and the newest event; 0 if there is none. */
export interface EventBounds {
  oldest: number
  newest: number
}

export async function findEventBounds(db: Db): Promise<EventBounds> {
  const [bounds] = await db.query<EventBounds>(
    `select coalesce(min(id), 0)::float8 as oldest, coalesce(max(id), 0)::float8 as newest from events`,
    [],
    'find-event-bounds',
  )
  return bounds ?? { oldest: 0, newest: 0 }
}

/**
 * Who sees an event at this moment: the person whom it is for, or else the patient whom it concerns, unless
 * it is of notes about them, the caregivers assigned to the patient, the stations of their ward if it is of an incident,
 * the teams and stations of the ward of a shared device, the members of the team whom it concerns, and admins.
 */
const audience = `
  (select events.user_id as id where events.user_id is not null
   union select events.patient_id
     where events.user_id is null and events.patient_id is not null and events.type <> 'notes.changed'
   union select users.id from assignments join users on users.id = assignments.caregiver_id and users.role = 'CAREGIVER'
     where assignments.patient_id = events.patient_id and events.user_id is null
   union select caregiver_id from team_members where team_members.team_id = events.team_id
   union select station_id from station_patients
     where station_patients.patient_id = events.patient_id and events.user_id is null and events.type like 'incident.%'
   union select caregiver_id from incidents join ward_care
       on ward_care.ward = lower(incidents.ward) and ward_care.site = lower(coalesce(incidents.site, ''))
     where incidents.id = events.subject_id and events.type like 'incident.%'
   union select station_id from incidents join ward_stations
       on ward_stations.ward = lower(incidents.ward) and ward_stations.site = lower(coalesce(incidents.site, ''))
     where incidents.id = events.subject_id and events.type like 'incident.%'
   union select users.id from users where users.role = 'ADMIN' and events.user_id is null)`

export interface Reader {
  eventId: number
  userId: string
}

/** Returns who sees these events, the oldest event first. */
export function listReaders(db: Db, eventIds: readonly number[]): Promise<Reader[]> {
  return db.query(
    `select events.id::float8 as "eventId", reader.id as "userId"
     from events cross join lateral ${audience} as reader
     where events.id = any($1::bigint[])
     order by events.id`,
    [eventIds],
    'list-event-readers',
  )
}

/** Events that a person sees, and the id up to which all of them are included. */
export interface MissedEvents {
  events: StreamEvent[]
  upTo: number | undefined
}

/**
 * Looks for those that a person sees among the next events after an id, oldest first. `upTo` is undefined
 * if there are no further events.
 */
export async function listEventsFor(
  db: Db,
  userId: string,
  after: number,
  { seen, found }: { seen: number; found: number },
): Promise<MissedEvents> {
  const rows = await db.query<StreamEvent & { isVisible: boolean }>(
    `with next as materialized (select * from events where id > $2 order by id limit $3)
     (select ${eventColumns}, true as "isVisible" from next as events
      where exists (select from ${audience} as reader where reader.id = $1)
      order by id limit $4)
     union all
     select max(id)::float8, null, null, false from next`,
    [userId, after, seen, found],
    'list-events-for',
  )
  const events = rows.flatMap(({ isVisible, ...event }) => (isVisible ? [event] : []))
  const last = rows.find(({ isVisible }) => !isVisible)?.id ?? undefined
  return { events, upTo: events.length === found ? events.at(-1)?.id : last }
}

/**
 * Deletes the events before the first that is not older than the time, and returns their number. The
 * newest one stays, so that its id remains known.
 */
export async function deleteEventsBefore(db: Db, time: Date): Promise<number> {
  const deleted = await db.query<{ count: number }>(
    `with deleted as (
       delete from events where id < coalesce(
         (select min(id) from events where at >= $1), (select max(id) from events))
       returning id
     )
     select count(*)::int as count from deleted`,
    [time],
  )
  return deleted[0]?.count ?? 0
}
