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
  const { type, at, patientId = null, userId = null, teamId = null, subjectId } = event
  await tx.query(
    `with appended as (
       insert into events (type, at, patient_id, user_id, subject_id, team_id) values ($2, $3, $4, $5, $6, $7)
     )
     select pg_notify(channel, '') from unnest($1::text[]) as channel`,
    [[eventsChannel, ...alsoNotify], type, at, patientId, userId, subjectId, teamId],
    'append-event',
  )
}
