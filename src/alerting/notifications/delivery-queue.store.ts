import type { AssignmentKind } from '../../accounts/access/assignment-kind.ts'
import { isInTeamOfWard } from '../../accounts/access/ward-access.ts'
import type { Place } from '../../accounts/residences/place.ts'
import type { Severity } from '../../detection/levels/severity.ts'
import type { Db } from '../../platform/db/database.ts'
import { handlerName } from '../model/acting-person.ts'
import { type IncidentKind, type IncidentState, incidentPlace } from '../model/incident.ts'
import type { Purpose } from './channels/channel.ts'
import { personalChannelNames } from './channels/channels.ts'
import { mail } from './channels/mail.ts'
import { type Contact, usableContact } from './contact.ts'
import { contactColumns } from './contacts.store.ts'
import type { DeliveryState } from './delivery.ts'
import type { StoredFailure } from './send-failures.ts'

/** A delivery that this process sends, until its lease ends. */
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
  /** Which slots it takes: from 1 on those of contacts in doubt, and 2 those of retries. */
  doubt: 0 | 1 | 2
  /** Where the connection goes. */
  destination: string
  /** The contact accepted its last message, and without delay. */
  isPrompt: boolean
}

/**
 * How many more deliveries can be sent. Those that may take long are sent in some of the slots only, so that
 * they never hold up the others.
 */
export interface Slots {
  all: number
  /** Of these, for contacts that have not accepted the last message promptly, and for retries. */
  doubtful: number
  /** Of these, for retries. */
  retries: number
}

export interface Claim {
  now: Date
  leaseUntil: Date
  token: string
  mails: Slots
  others: Slots
  /** The destinations that do not answer: one delivery at a time finds out whether they do again. */
  silentDestinations: string[]
}

/** How much of one owner, and to one destination, all processes together send at once. */
const maxPerOwner = 8
const maxDoubtfulPerOwner = 2
const maxMailsPerOwner = 2
const maxPerDestination = 16

const isMail = `channel = '${mail.name}'`
const owner = 'coalesce(contacts.user_id, contacts.id)'
const isSilent = 'destination = any($4)'
/**
 * From what is answered at once to what may take long: 0 is the first attempt to a contact that answers, 1 to one in
 * doubt, and 2 a retry.
 */
const doubt = (attempts: string) =>
  `case when ${attempts} > 0 then 2 when is_prompt and not ${isSilent} then 0 else 1 end`

/**
 * Leases deliveries that are due, also those whose lease has ended, unless another process has them.
 * Owners are served in turn, those first of whom the least is being sent; of each owner, messages that repeat what waits
 * already come last.
 */
export async function claimDeliveries(db: Db, claim: Claim): Promise<ClaimedDelivery[]> {
  const { now, leaseUntil, token, mails, others, silentDestinations } = claim
  return db.query(
    `with recursive sending as (
       select ${owner} as owner, destination, ${isMail} as is_mail, ${doubt('attempts - 1')} > 0 as is_doubtful
       from deliveries join contacts on contacts.id = contact_id
       where state = 'SENDING' and due_at > $1
     ), owners as (
       select owner, is_mail, count(*), count(*) filter (where is_doubtful) as doubtful from sending group by 1, 2
     ), waiting as (
       -- Each contact for which something waits, found one after the other: of those that hang, very much may wait. Only
       -- the index of what waits has this order; another one would lead through everything that was ever sent.
       (select contact_id from deliveries where due_at is not null
        order by contact_id, (attempts > 0), is_repeated, due_at limit 1)
       union all
       select next.contact_id
       from waiting, lateral (
         select contact_id from deliveries where due_at is not null and contact_id > waiting.contact_id
         order by contact_id, (attempts > 0), is_repeated, due_at limit 1
       ) as next
     ), receivers as (
       -- Those to whom something can be sent now: most of what waits does so because they have their share.
       select contact.*, coalesce(count, 0) as owner_count, coalesce(doubtful, 0) as owner_doubtful
       from waiting join (
         select id, ${owner} as owner, destination, is_prompt, ${isMail} as is_mail, ${isSilent} as is_silent from contacts
       ) as contact on contact.id = contact_id left join owners using (owner, is_mail)
       where case when is_mail then $5::int else $8::int end > 0
         and coalesce(count, 0) < case when is_mail then ${maxMailsPerOwner} else ${maxPerOwner} end
         and (is_prompt and not is_silent or case when is_mail then $6::int else $9::int end > 0
           and coalesce(doubtful, 0) < case when is_mail then 1 else ${maxDoubtfulPerOwner} end)
     ), due as (
       select delivery.id, due_at, owner, destination, is_mail, is_silent, owner_count, owner_doubtful, is_repeated,
         ${doubt('attempts')} as doubt
       from receivers, lateral (
         select id, due_at, attempts, is_repeated from deliveries
         where contact_id = receivers.id and due_at <= $1
         order by (attempts > 0), is_repeated, due_at
         limit case when is_prompt then ${maxPerOwner} else ${maxDoubtfulPerOwner} end
       ) as delivery
     ), probed as (
       -- The others to a silent destination must not take the turns of what can be sent elsewhere.
       select due.*, row_number() over (partition by owner, destination order by doubt, is_repeated, due_at) as probe
       from due
     ), by_owner as (
       select probed.*,
         row_number() over (partition by owner, is_mail order by is_silent, doubt, is_repeated, due_at) + owner_count as turn,
         row_number() over (partition by owner, is_mail, doubt > 0 order by is_silent, doubt, is_repeated, due_at)
           + owner_doubtful as doubtful_turn
       from probed
       where not is_silent or probe = 1 and destination not in (select destination from sending)
     ), by_destination as (
       select by_owner.*,
         row_number() over (partition by destination order by doubt, turn, due_at) + coalesce(destinations.count, 0)
           as destination_turn
       from by_owner left join (
         select destination, count(*) from sending group by 1
       ) as destinations using (destination)
       where turn <= case when is_mail then ${maxMailsPerOwner} else ${maxPerOwner} end
         and (doubt = 0 or doubtful_turn <= case when is_mail then 1 else ${maxDoubtfulPerOwner} end)
     ), by_doubt as (
       select by_destination.*, row_number() over (partition by is_mail, doubt = 2 order by is_silent, turn, due_at) as retry_turn
       from by_destination
       where destination_turn <= case when is_silent then 1 else ${maxPerDestination} end
     ), by_slot as (
       select by_doubt.*, row_number() over (partition by is_mail, doubt > 0 order by doubt, is_silent, turn, due_at) as slot_turn
       from by_doubt
       where doubt < 2 or retry_turn <= case when is_mail then $7::int else $10::int end
     ), chosen as (
       select id, is_mail, doubt, row_number() over (partition by is_mail order by doubt, is_silent, turn, due_at) as slot
       from by_slot
       where doubt = 0 or slot_turn <= case when is_mail then $6::int else $9::int end
     ), claimed as (
       -- By their ids: an index of what is due would lead through all of it.
       select id from deliveries
       where coalesce(due_at, 'infinity') <= $1 and id = any (array(
         select id from chosen where slot <= case when is_mail then $5::int else $8::int end))
       for update skip locked
     )
     update deliveries set state = 'SENDING', attempts = attempts + 1, lease_token = $3, due_at = $2
     from claimed join chosen using (id), contacts
     where deliveries.id = claimed.id and contacts.id = contact_id
     returning deliveries.id, incident_id as "incidentId", contact_id as "contactId", purpose, round, attempts,
               deliveries.created_at as "createdAt", text, is_mail as "isMail", doubt, destination,
               is_prompt as "isPrompt"`,
    [
      ...[now, leaseUntil, token, silentDestinations],
      ...[mails.all, mails.doubtful, mails.retries],
      ...[others.all, others.doubtful, others.retries],
    ],
    'claim-deliveries',
  )
}

/** Keeps whether the receiver of a contact accepts messages, and does so promptly. */
export async function noteAnswer(
  db: Db,
  contactId: string,
  { isAccepted, isPrompt, at }: { isAccepted: boolean; isPrompt: boolean; at: Date },
): Promise<void> {
  await db.query(
    `update contacts
     set is_prompt = $3, accepted_at = case when $2 then coalesce(accepted_at, $4) else accepted_at end
     where id = $1`,
    [contactId, isAccepted, isAccepted && isPrompt, at],
  )
}

/** What a delivery is about and for whom, at the moment at which it is sent. */
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
  /** Of a shared device. */
  deviceName: string | null
  fallId: string | null
  deviceId: string | null
  openedAt: Date
  handlerId: string | null
  handlerName: string | null
  /** Of a handler who is a relative. */
  handlerRelationship: string | null
  /** Those who go there beside the handler, those who said so first first. */
  going: { id: string; name: string | null; kind: AssignmentKind; relationship: string | null }[]
}

/** Keeps an incident in its state until the transaction ends. */
export async function lockSubjectIncident(tx: Db, id: string): Promise<SubjectIncident | undefined> {
  const [incident] = await tx.query<SubjectIncident>(
    `select incidents.id, kind, state, severity, round, patient_id as "patientId",
            (select first_name || ' ' || last_name from users where id = patient_id) as "patientName", ${incidentPlace},
            (select name from devices where devices.id = incidents.shared_device_id) as "deviceName",
            fall_id as "fallId", device_id as "deviceId", opened_at as "openedAt",
            coalesce(acknowledged_by, resolved_by) as "handlerId",
            ${handlerName} as "handlerName",
            (select relationship from assignments
             where caregiver_id = coalesce(acknowledged_by, resolved_by) and kind = 'RELATIVE'
               and assignments.patient_id = incidents.patient_id) as "handlerRelationship",
            (select coalesce(json_agg(json_build_object(
                      'id', person_id, 'name', first_name || ' ' || last_name, 'kind', incident_attendants.kind,
                      'relationship', relationship
                    ) order by at, person_id), '[]')
             from incident_attendants left join users on users.id = person_id
             where incident_id = incidents.id) as going
     from incidents left join users as handler on handler.id = coalesce(acknowledged_by, resolved_by)
       left join residences using (patient_id)
     where incidents.id = $1
     for share of incidents`,
    [id],
    'lock-subject-incident',
  )
  return incident
}

export type LockedState = Pick<SubjectIncident, 'state' | 'round' | 'patientId' | 'handlerId'>

/** Does the same where nothing is written of the incident. */
export async function lockIncidentState(tx: Db, id: string): Promise<LockedState | undefined> {
  const [incident] = await tx.query<LockedState>(
    `select state, round, patient_id as "patientId", coalesce(acknowledged_by, resolved_by) as "handlerId"
     from incidents where id = $1
     for share`,
    [id],
    'lock-incident-state',
  )
  return incident
}

export interface ContactOwner {
  contact: Contact
  isEntitled: boolean
  /** Of a relative who does not count as a helper. */
  isRelative: boolean
}

/** Returns the contacts of claimed deliveries, and whether their owners may read a patient's record. */
export async function readContacts(
  tx: Db,
  contactIds: string[],
  { patientId, ward, site }: { patientId: string | null; ward: string | null; site: string | null },
): Promise<ContactOwner[]> {
  const rows = await tx.query<Contact & Omit<ContactOwner, 'contact'>>(
    `select ${contactColumns},
            contacts.user_id is null or users.status = 'active' and (users.role = 'ADMIN' or users.id = $2
              or users.role = 'CAREGIVER' and (exists (
                select from assignments where caregiver_id = users.id and patient_id = $2)
                or ${isInTeamOfWard('users.id', 'place')})) as "isEntitled",
            coalesce(users.role = 'CAREGIVER' and exists (
                select from assignments
                where caregiver_id = users.id and patient_id = $2 and kind = 'RELATIVE')
              and not exists (
                select from helpers where caregiver_id = users.id and patient_id = $2), false) as "isRelative"
     from contacts left join users on users.id = contacts.user_id
       cross join (values ($3, $4)) as place (ward, site)
     where contacts.id = any($1::uuid[])`,
    [contactIds, patientId, ...(patientId ? [null, null] : [ward, site])],
    'read-delivery-contacts',
  )
  return rows.map(({ isEntitled, isRelative, ...contact }) => ({ contact, isEntitled, isRelative }))
}

/** Records the begin of an attempt, and returns the ids of those that this process still leases. */
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

export interface AttemptOutcome extends StoredFailure {
  state: Exclude<DeliveryState, 'SENDING'>
  sentAt: Date | null
  dueAt: Date | null
}

/** Stores the outcome of an attempt; false if the lease has passed to another process. */
export async function finishAttempt(
  tx: Db,
  id: string,
  token: string,
  { state, sentAt, error, failure, dueAt }: AttemptOutcome,
): Promise<boolean> {
  const rows = await tx.query(
    `update deliveries set state = $3, sent_at = $4, error = $5, failure = $6, due_at = $7, lease_token = null
     where id = $1 and lease_token = $2
     returning 1`,
    [id, token, state, sentAt, error, failure, dueAt],
    'finish-delivery',
  )
  return rows.length > 0
}

/** Queues the closing message to a contact, or makes one that waits due. */
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
 * For an alert that was claimed, and cancelled before its attempt began: the closing message to its contact
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

/** Queues a note to one other contact of the person. */
export async function insertNote(
  tx: Db,
  { userId, exceptContactId, text, at }: { userId: string; exceptContactId: string; text: string; at: Date },
): Promise<void> {
  await tx.query(
    `insert into deliveries (id, contact_id, purpose, state, created_at, due_at, text)
     select gen_random_uuid(), id, 'note', 'PENDING', $4, $4, $3 from contacts
     where user_id = $1 and id <> $2 and ${usableContact}
     order by array_position(array[${personalChannelNames.map((name) => `'${name}'`)}], channel), created_at limit 1`,
    [userId, exceptContactId, text, at],
  )
}
