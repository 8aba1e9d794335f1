import type { Db } from '../db/database.ts'
import type { Severity } from '../falls/severity.ts'
import type { IncidentKind, IncidentState } from '../incidents/incident.ts'
import { handlerName } from '../incidents/incident-view.ts'
import { type Place, placeColumns } from '../residences/place.ts'
import type { Purpose } from './channels/channel.ts'
import { type Contact, usableContact } from './contact.ts'
import { contactColumns } from './contacts.store.ts'
import type { DeliveryState } from './delivery.ts'

/** ClaimedDelivery is a delivery that this process sends, until its lease ends. */
export interface ClaimedDelivery {
  id: string
  incidentId: string | null
  contactId: string
  purpose: Purpose
  round: number | null
  attempts: number
  createdAt: Date
  text: string | null
  isMail: boolean
}

export interface Claim {
  now: Date
  leaseUntil: Date
  token: string
  /** The maximum of mails, and of all others. */
  mails: number
  others: number
}

/** dueBy is the deliveries that are due, mails or others, unless another process has them. */
const dueBy = (isMail: boolean, limit: string) =>
  `array(select deliveries.id from deliveries join contacts on contacts.id = contact_id
         where due_at <= $1 and (channel = 'mail') = ${isMail}
         order by due_at limit ${limit} for update of deliveries skip locked)`

/** claimDeliveries leases deliveries that are due, also those whose lease has ended, unless another process has them. */
export async function claimDeliveries(
  db: Db,
  { now, leaseUntil, token, mails, others }: Claim,
): Promise<ClaimedDelivery[]> {
  return db.query(
    `update deliveries set state = 'SENDING', attempts = attempts + 1, lease_token = $3, due_at = $2
     where id = any(${dueBy(true, '$4')} || ${dueBy(false, '$5')})
     returning id, incident_id as "incidentId", contact_id as "contactId", purpose, round, attempts,
               created_at as "createdAt", text,
               (select channel = 'mail' from contacts where contacts.id = contact_id) as "isMail"`,
    [now, leaseUntil, token, mails, others],
    'claim-deliveries',
  )
}

/** DeliverySubject is what a delivery is about and for whom, at the moment at which it is sent. */
export interface DeliverySubject {
  contact: Contact
  incident: SubjectIncident | null
  /** The owner of the contact may read the record of the patient; a webhook may. */
  isEntitled: boolean
}

export interface SubjectIncident extends Place {
  id: string
  kind: IncidentKind
  state: IncidentState
  severity: Severity
  round: number
  patientId: string | null
  patientName: string | null
  fallId: string | null
  deviceId: string | null
  openedAt: Date
  handlerId: string | null
  handlerName: string | null
}

/** lockSubjectIncident keeps an incident in its state until the transaction ends. */
export async function lockSubjectIncident(tx: Db, id: string): Promise<SubjectIncident | undefined> {
  const [incident] = await tx.query<SubjectIncident>(
    `select incidents.id, kind, state, severity, round, patient_id as "patientId",
            (select first_name || ' ' || last_name from users where id = patient_id) as "patientName", ${placeColumns},
            fall_id as "fallId", device_id as "deviceId", opened_at as "openedAt",
            coalesce(acknowledged_by, resolved_by) as "handlerId",
            ${handlerName} as "handlerName"
     from incidents left join users as handler on handler.id = coalesce(acknowledged_by, resolved_by)
       left join residences using (patient_id)
     where incidents.id = $1
     for share of incidents`,
    [id],
    'lock-subject-incident',
  )
  return incident
}

/** readContacts returns the contacts of claimed deliveries, and whether their owners may read a patient's record. */
export async function readContacts(
  tx: Db,
  contactIds: string[],
  patientId: string | null,
): Promise<{ contact: Contact; isEntitled: boolean }[]> {
  const rows = await tx.query<Contact & { isEntitled: boolean }>(
    `select ${contactColumns},
            contacts.user_id is null or users.status = 'active' and (users.role = 'ADMIN' or users.id = $2
              or users.role = 'CAREGIVER' and exists (
                select from assignments where caregiver_id = users.id and patient_id = $2)) as "isEntitled"
     from contacts left join users on users.id = contacts.user_id
     where contacts.id = any($1::uuid[])`,
    [contactIds, patientId],
    'read-delivery-contacts',
  )
  return rows.map(({ isEntitled, ...contact }) => ({ contact, isEntitled }))
}

/** markBegun records the begin of an attempt, and returns the ids of those that this process still leases. */
export async function markBegun(tx: Db, ids: string[], token: string, at: Date): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `update deliveries set begun_at = $3
     where id = any($1::uuid[]) and lease_token = $2 and state = 'SENDING'
     returning id`,
    [ids, token, at],
    'mark-deliveries-begun',
  )
  return rows.map(({ id }) => id)
}

export interface AttemptOutcome {
  state: Exclude<DeliveryState, 'SENDING'>
  sentAt: Date | null
  error: string | null
  dueAt: Date | null
}

/** finishAttempt stores the outcome of an attempt; false if the lease has passed to another process. */
export async function finishAttempt(
  tx: Db,
  id: string,
  token: string,
  { state, sentAt, error, dueAt }: AttemptOutcome,
): Promise<boolean> {
  const rows = await tx.query(
    `update deliveries set state = $3, sent_at = $4, error = $5, due_at = $6, lease_token = null
     where id = $1 and lease_token = $2
     returning 1`,
    [id, token, state, sentAt, error, dueAt],
    'finish-delivery',
  )
  return rows.length > 0
}

/** insertClosing queues the closing message to a contact, or makes one that waits due. */
export async function insertClosing(
  tx: Db,
  { incidentId, contactId, round, at }: { incidentId: string; contactId: string; round: number; at: Date },
): Promise<void> {
  await tx.query(
    `insert into deliveries (id, contact_id, purpose, state, created_at, incident_id, round, step, due_at)
     values (gen_random_uuid(), $2, 'closing', 'PENDING', $4, $1, $3, 0, $4)
     on conflict (incident_id, contact_id, purpose, round, step) where incident_id is not null
     do update set due_at = $4 where deliveries.state = 'PENDING'`,
    [incidentId, contactId, round, at],
  )
}

/**
 * settleClosing is for an alert that was claimed, and cancelled before its attempt began: the closing message to its contact
 * need not wait for the lease, and is cancelled if the contact was never told. A process that died after an earlier claim may
 * have told it, before it could record that it had begun.
 */
export async function settleClosing(
  tx: Db,
  { incidentId, contactId, round, at }: { incidentId: string; contactId: string; round: number; at: Date },
): Promise<void> {
  await tx.query(
    `update deliveries
     set state = case when is_told then 'PENDING' else 'CANCELLED' end,
         due_at = case when is_told then coalesce(sending_until, $4) end
     from (
       select coalesce(bool_or(state in ('SENT', 'SENDING') or begun_at is not null or attempts > 1), false) as is_told,
              max(due_at) filter (where state = 'SENDING') as sending_until
       from deliveries where incident_id = $1 and contact_id = $2 and round = $3 and purpose = 'alert'
     ) as alerts
     where incident_id = $1 and contact_id = $2 and round = $3 and purpose = 'closing' and state = 'PENDING'`,
    [incidentId, contactId, round, at],
  )
}

/** insertNote queues a note to one other contact of the person. */
export async function insertNote(
  tx: Db,
  { userId, exceptContactId, text, at }: { userId: string; exceptContactId: string; text: string; at: Date },
): Promise<void> {
  await tx.query(
    `insert into deliveries (id, contact_id, purpose, state, created_at, due_at, text)
     select gen_random_uuid(), id, 'note', 'PENDING', $4, $4, $3 from contacts
     where user_id = $1 and id <> $2 and ${usableContact}
     order by array_position(array['push', 'ntfy', 'mail'], channel), created_at limit 1`,
    [userId, exceptContactId, text, at],
  )
}
