import type { Db } from '../../platform/db/database.ts'
import type { IncidentState } from '../model/incident.ts'
import { channels } from './channels/channels.ts'
import { usableContact } from './contact.ts'
import type { DeliveryState } from './delivery.ts'

export interface StepDeliveries {
  incidentId: string
  round: number
  step: number
  contactIds: string[]
  at: Date
}

/** The channels to people in which a message does not replace the earlier one, in SQL. */
const channelsThatAdd = channels
  .filter(({ owner, replaces }) => owner === 'person' && !replaces)
  .map(({ name }) => `'${name}'`)
  .join(', ')

/**
 * How many messages wait for a contact that has not accepted the last one promptly; for another one, of one incident and in
 * all. The first message of an incident waits beyond that, up to the last number: those of other incidents must not take its
 * place.
 */
const maxWaitingInDoubt = 50
const maxWaitingOfIncident = 20
const maxWaiting = 500
const maxWaitingOfIncidents = 5000

/**
 * Queues a message to each contact of a step; one that is queued already is left as it is. For a
 * contact that has too many waiting it has failed at once: the incident must not wait for it. It returns whether there
 * is such a contact.
 */
export async function insertStepDeliveries(
  tx: Db,
  { incidentId, round, step, contactIds, at }: StepDeliveries,
  purpose: 'alert' | 'assistance' = 'alert',
): Promise<boolean> {
  const rows = await tx.query<{ state: DeliveryState }>(
    `insert into deliveries (id, contact_id, purpose, state, created_at, incident_id, round, step, due_at, failure, is_repeated)
     select gen_random_uuid(), id, $6, case when is_full then 'FAILED' else 'PENDING' end, $5, $1, $2, $3,
            case when not is_full then $5::timestamptz end,
            case when is_full then '{"code": "TOO_MANY_WAITING"}'::jsonb end, of_incident > 0
     from contacts, lateral (
       select count(due_at) as of_incident from deliveries where incident_id = $1 and contact_id = contacts.id
     ) as same, lateral (
       select case when not is_prompt then ${maxWaitingInDoubt} when of_incident > 0 then ${maxWaiting}
                   else ${maxWaitingOfIncidents} end as allowed
     ) as allowed, lateral (
       select of_incident >= ${maxWaitingOfIncident} or count(*) >= allowed as is_full
       from (select from deliveries where contact_id = contacts.id and due_at is not null limit allowed) as delivery
     ) as waiting
     where id = any($4::uuid[])
     on conflict do nothing
     returning state`,
    [incidentId, round, step, contactIds, at, purpose],
    'insert-step-deliveries',
  )
  return rows.some(({ state }) => state === 'FAILED')
}

/**
 * Ends the messages of an incident that is no longer open: those that wait are cancelled, and each
 * contact that was told, or may have been, gets a closing message. One that is being told gets it after that attempt, or after its lease.
 * A message to the person who ended it would tell nothing new where it does not replace the alert;
 * a webhook that does not want alerts gets its closing message without one.
 */
export async function closeDeliveries(
  tx: Db,
  { id, round }: { id: string; round: number },
  at: Date,
  actorId: string | null = null,
): Promise<void> {
  await tx.query(
    `update deliveries set state = 'CANCELLED', due_at = null
     where incident_id = $1 and purpose in ('alert', 'update') and state = 'PENDING'`,
    [id],
    'cancel-alerts',
  )
  await tx.query(
    `insert into deliveries (id, contact_id, purpose, state, created_at, incident_id, round, step, due_at)
     select gen_random_uuid(), contact_id, 'closing', 'PENDING', $3, $1, $2, 0,
            coalesce(max(due_at) filter (where state = 'SENDING'), $3)
     from deliveries join contacts on contacts.id = contact_id
     where incident_id = $1 and round = $2 and purpose in ('alert', 'update')
       and (state in ('SENT', 'SENDING') or begun_at is not null or 'incident.opened' <> all (contacts.events))
       and not (channel in (${channelsThatAdd}) and user_id is not distinct from $4::uuid)
     group by contact_id
     on conflict do nothing`,
    [id, round, at, actorId],
    'insert-closings',
  )
}

/**
 * Tells who handles an incident now: both those who did and who does, and everybody who was told of
 * it. Messages of an earlier handler that still wait say the same, because they are written when they are sent.
 */
export async function insertHandlerMessages(
  tx: Db,
  incident: { id: string; round: number; acknowledgedBy: string | null },
  at: Date,
  handlerId: string,
): Promise<void> {
  const { id, round, acknowledgedBy } = incident
  await insertClosings(tx, { id, round, at }, 'true', [[acknowledgedBy, handlerId]])
}

/**
 * Ends a request for a second person: messages that wait are cancelled, and whoever else was asked is told
 * how it stands.
 */
export async function endAssistance(
  tx: Db,
  { id, round }: { id: string; round: number },
  at: Date,
  actorId: string,
): Promise<void> {
  await tx.query(
    `update deliveries set state = 'CANCELLED', due_at = null
     where incident_id = $1 and purpose = 'assistance' and state = 'PENDING'`,
    [id],
  )
  await insertClosings(tx, { id, round, at }, `purpose = 'assistance' and contacts.user_id <> $4`, [actorId])
}

/**
 * Queues a further closing message to the people who were told of an incident, of whom the SQL is true; $4 is
 * the first of the values. Given a list of people, it includes them whether they were told or not.
 */
async function insertClosings(
  tx: Db,
  { id, round, at }: { id: string; round: number; at: Date },
  isMeant: string,
  values: [string | null] | [(string | null)[]],
): Promise<void> {
  const withPeople = Array.isArray(values[0])
  await tx.query(
    `insert into deliveries (id, contact_id, purpose, state, created_at, incident_id, round, step, due_at)
     select gen_random_uuid(), contact_id, 'closing', 'PENDING', $3, $1, $2, (
       select coalesce(max(step) + 1, 0) from deliveries as earlier
       where earlier.incident_id = $1 and earlier.contact_id = told.contact_id and purpose = 'closing' and round = $2
     ), $3
     from (
       select contact_id from deliveries join contacts on contacts.id = contact_id
       where incident_id = $1 and round = $2 and purpose in ('alert', 'assistance')
         and (state in ('SENT', 'SENDING') or begun_at is not null) and contacts.user_id is not null and ${isMeant}
       ${withPeople ? `union select id from contacts where user_id = any($4::uuid[]) and ${usableContact}` : ''}
     ) as told
     group by contact_id
     on conflict do nothing`,
    [id, round, at, ...values],
  )
}

/** Cancels every message that has not been sent, and returns how many. */
export async function cancelWaitingDeliveries(tx: Db): Promise<number> {
  const rows = await tx.query(
    `update deliveries set state = 'CANCELLED', due_at = null, lease_token = null
     where state in ('PENDING', 'SENDING')
     returning 1`,
  )
  return rows.length
}

/**
 * Lets those who were told of an incident know that somebody is going: of an open one, everybody who
 * was told, in the place of the alert; of one that somebody handles, the handler. Messages that wait for the person who goes
 * are cancelled.
 */
export async function insertAttendingMessages(
  tx: Db,
  { id, state, round, acknowledgedBy }: AttendedIncident,
  personId: string,
  at: Date,
): Promise<void> {
  if (state === 'ACKNOWLEDGED' && acknowledgedBy)
    await insertCallNotes(tx, { incidentId: id, round, userId: acknowledgedBy, at }, attendingNotes.begun)
  if (state !== 'OPEN') return
  await tx.query(
    `update deliveries set state = 'CANCELLED', due_at = null
     from contacts
     where contacts.id = contact_id and contacts.user_id = $2 and incident_id = $1
       and purpose in ('alert', 'update') and state = 'PENDING'`,
    [id, personId],
  )
  await tx.query(
    `insert into deliveries (id, contact_id, purpose, state, created_at, incident_id, round, step, due_at)
     select gen_random_uuid(), contact_id, 'update', 'PENDING', $3, $1, $2,
            (select count(*) from deliveries as earlier
             where earlier.incident_id = $1 and earlier.contact_id = deliveries.contact_id
               and earlier.round = $2 and earlier.purpose = 'update'),
            coalesce(max(due_at) filter (where state = 'SENDING'), $3)
     from deliveries join contacts on contacts.id = contact_id
     where incident_id = $1 and round = $2 and purpose = 'alert' and (state in ('SENT', 'SENDING') or begun_at is not null)
       and contacts.user_id is not null and contacts.user_id <> $4
     group by contact_id
     on conflict do nothing`,
    [id, round, at, personId],
  )
}

interface AttendedIncident {
  id: string
  state: IncidentState
  round: number
  acknowledgedBy: string | null
}

/** The texts of notes that somebody is going, and no longer is; one without a text is that the patient asks for help again. */
export const attendingNotes = { begun: 'ATTENDING', ended: 'ATTENDANCE_ENDED' } as const

/** Queues a note to each contact of the handler of an incident. */
export async function insertCallNotes(
  tx: Db,
  { incidentId, round, userId, at }: { incidentId: string; round: number; userId: string; at: Date },
  text: (typeof attendingNotes)[keyof typeof attendingNotes] | null = null,
): Promise<void> {
  await tx.query(
    `insert into deliveries (id, contact_id, purpose, state, created_at, incident_id, round, step, due_at, text)
     select gen_random_uuid(), id, 'note', 'PENDING', $4, $1, $2, (
       select count(*) from deliveries
       where incident_id = $1 and contact_id = contacts.id and purpose = 'note' and round = $2
     ), $4, $5
     from contacts where user_id = $3 and ${usableContact}
     on conflict do nothing`,
    [incidentId, round, userId, at, text],
  )
}
