import { eventsChannel } from '../db/channels.ts'
import type { Db } from '../db/database.ts'

export const eventTypes = [
  'incident.opened',
  'incident.changed',
  'device.changed',
  'message.received',
  'messages.read',
  'contacts.changed',
  'patient.changed',
  'shares.changed',
  'notes.changed',
  'handover.added',
  'nearby.changed',
] as const
export type EventType = (typeof eventTypes)[number]

export interface NewEvent {
  type: EventType
  at: Date
  /** Whose record it concerns: whoever may read the record sees the event. */
  patientId?: string | null
  /** The only person who sees the event. Without a patient and a person, admins see it. */
  userId?: string | null
  /** The team whose members see the event, beside admins. */
  teamId?: string | null
  /** The incident, device, message or person. */
  subjectId: string
}

/**
 * Adds an event to the live streams, once the transaction has been committed. The commit gives it an id, in
 * the order of the commits. Further channels are notified by the same statement.
 */
export async function appendEvent(tx: Db, event: NewEvent, alsoNotify: string[] = []): Promise<void> {
  await appendEvents(tx, [event], alsoNotify)
}

/** Does the same for many events: those of an outage are as many as devices. */
export async function appendEvents(
  tx: Db,
  events: readonly NewEvent[],
  alsoNotify: string[] = [],
): Promise<void> {
  const column = <Key extends keyof NewEvent>(key: Key) => events.map((event) => event[key] ?? null)
  await tx.query(
    `with appended as (
       insert into events (type, at, patient_id, user_id, subject_id, team_id)
       select * from unnest($2::text[], $3::timestamptz[], $4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[])
     )
     select pg_notify(channel, '') from unnest($1::text[]) as channel`,
    [
      [eventsChannel, ...alsoNotify],
      ...(['type', 'at', 'patientId', 'userId', 'subjectId', 'teamId'] as const).map(column),
    ],
    'append-events',
  )
}
