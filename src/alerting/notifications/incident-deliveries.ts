import type { Db } from '../../platform/db/database.ts'
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

/** How many messages wait for a contact, and for one that has not accepted the last one promptly. */
const maxWaiting = 500
const maxWaitingInDoubt = 50

/**
 * insertStepDeliveries queues a message to each contact of a step; one that is queued already is left as it is. For a
 * contact that has too many waiting it has failed at once: the incident must not wait for it. It returns whether there
 * is such a contact.
 */
export async function insertStepDeliveries(
  tx: Db,
  { incidentId, round, step, contactIds, at }: StepDeliveries,
): Promise<boolean> {
  const rows = await tx.query<{ state: DeliveryState }>(
    `insert into deliveries (id, contact_id, purpose, state, created_at, incident_id, round, step, due_at, error)
     select gen_random_uuid(), id, 'alert', case when is_full then 'FAILED' else 'PENDING' end, $5, $1, $2, $3,
            case when not is_full then $5::timestamptz end,
            case when is_full then 'Too many messages are waiting for this contact' end
     from contacts, lateral (
       select count(*) >= case when is_prompt then ${maxWaiting} else ${maxWaitingInDoubt} end as is_full
       from deliveries where contact_id = contacts.id and due_at is not null
     ) as waiting
     where id = any($4::uuid[])
     on conflict do nothing
     returning state`,
    [incidentId, round, step, contactIds, at],
    'insert-step-deliveries',
  )
  return rows.some(({ state }) => state === 'FAILED')
}

/**
 * closeDeliveries ends the messages of an incident that is no longer open: those that wait are cancelled, and each
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
     where incident_id = $1 and purpose = 'alert' and state = 'PENDING'`,
    [id],
  )
  await tx.query(
    `insert into deliveries (id, contact_id, purpose, state, created_at, incident_id, round, step, due_at)
     select gen_random_uuid(), contact_id, 'closing', 'PENDING', $3, $1, $2, 0,
            coalesce(max(due_at) filter (where state = 'SENDING'), $3)
     from deliveries join contacts on contacts.id = contact_id
     where incident_id = $1 and round = $2 and purpose = 'alert'
       and (state in ('SENT', 'SENDING') or begun_at is not null or 'incident.opened' <> all (contacts.events))
       and not (channel in (${channelsThatAdd}) and user_id is not distinct from $4::uuid)
     group by contact_id
     on conflict do nothing`,
    [id, round, at, actorId],
  )
}

/** cancelWaitingDeliveries cancels every message that has not been sent, and returns how many. */
export async function cancelWaitingDeliveries(tx: Db): Promise<number> {
  const rows = await tx.query(
    `update deliveries set state = 'CANCELLED', due_at = null, lease_token = null
     where state in ('PENDING', 'SENDING')
     returning 1`,
  )
  return rows.length
}

/** insertCallNotes queues a note to each contact of the handler of an incident whose patient asks for help again. */
export async function insertCallNotes(
  tx: Db,
  { incidentId, round, userId, at }: { incidentId: string; round: number; userId: string; at: Date },
): Promise<void> {
  await tx.query(
    `insert into deliveries (id, contact_id, purpose, state, created_at, incident_id, round, step, due_at)
     select gen_random_uuid(), id, 'note', 'PENDING', $4, $1, $2, (
       select count(*) from deliveries
       where incident_id = $1 and contact_id = contacts.id and purpose = 'note' and round = $2
     ), $4
     from contacts where user_id = $3 and ${usableContact}
     on conflict do nothing`,
    [incidentId, round, userId, at],
  )
}
