import type { AssignmentKind } from '../../accounts/access/assignment-kind.ts'
import type { Db } from '../../platform/db/database.ts'
import type { IncidentKind } from '../model/incident.ts'
import type { ChannelName } from '../notifications/channels/channels.ts'
import { usableContact } from '../notifications/contact.ts'
import type { DutyHours } from './duty.ts'

/** A caregiver of the patient, an admin, or all webhooks of the installation. */
export interface RecipientRow {
  /** Null for the webhooks, as is the name. */
  userId: string | null
  name: string | null
  /** Null unless the person is a caregiver of the patient, as are what they are to the patient and their relationship. */
  priority: number | null
  kind: AssignmentKind | null
  relationship: string | null
  /** Whether their acknowledgement ends the escalation. */
  helps: boolean
  /** Null if the caregiver has not said anything about their duty. */
  onDuty: boolean | null
  hours: DutyHours[] | null
  /** The shifts of the caregiver in the teams with a rota through which they have the patient; null without such a team. */
  rota: DutyHours[] | null
  /** Those that can be used, the oldest first. */
  contacts: { id: string; channel: ChannelName }[]
  isActive: boolean
  /** False until an invitation is accepted. */
  hasPassword: boolean
}

/** The SQL of the contacts that can be used, of the people or of the installation. */
const usableContacts = (owner: string) =>
  `coalesce((select json_agg(json_build_object('id', id, 'channel', channel) order by contacts.created_at, id)
             from contacts
             where contacts.user_id ${owner} and ${usableContact}), '[]')`

/** Whom or what an incident is about. */
export interface RecipientSubject {
  patientId: string | null
  /** Of a shared device: its teams are told, as if it were a patient of theirs. */
  site?: string | null
  ward?: string | null
  /** What only staff are told of. */
  kind?: IncidentKind
}

/** The SQL of the teams through which caregivers are told. */
const care = `(
  select team_id, caregiver_id from team_care where patient_id = $1
  union all
  select team_id, caregiver_id from ward_care where $1::uuid is null and ward = lower($2) and site = lower(coalesce($3, ''))
) as care`

/** The SQL of the shifts of a caregiver that count for the patient, or the ward. */
const rota = `
  (select coalesce(json_agg(json_build_object('days', json_build_array(weekday), 'from', starts, 'to', ends))
                     filter (where team_shift_members.caregiver_id is not null), '[]')
   from ${care}
   join team_shifts on team_shifts.team_id = care.team_id
   left join team_shift_members
     on team_shift_members.shift_id = team_shifts.id and team_shift_members.caregiver_id = care.caregiver_id
   where care.caregiver_id = users.id
   having count(*) > 0)`

/**
 * Lists the caregivers of a patient in the order of their priority, or those of a ward, the active admins, and the
 * webhooks.
 */
export async function listRecipients(
  db: Db,
  { patientId, ward = null, site = null, kind = 'FALL' }: RecipientSubject,
): Promise<RecipientRow[]> {
  return db.query(
    `select users.id as "userId", first_name || ' ' || last_name as name, priority, kind, relationship, helps,
            on_duty as "onDuty", hours, ${rota} as rota, ${usableContacts('= users.id')} as contacts,
            status = 'active' as "isActive", password_hash is not null as "hasPassword"
     from (
       select caregiver_id as id, priority, kind, relationship, exists (
                select from helpers
                where helpers.caregiver_id = assignments.caregiver_id and helpers.patient_id = $1) as helps
       from assignments where patient_id = $1 and (not $4 or kind = 'STAFF')
       union all
       select distinct caregiver_id, 1, 'STAFF', null, true from ward_care
       where $1::uuid is null and ward = lower($2) and site = lower(coalesce($3, ''))
       union all
       select id, null, null, null, true from users where role = 'ADMIN' and status = 'active'
     ) as people
     join users using (id)
     left join caregiver_duty on user_id = users.id
     where priority is null or role = 'CAREGIVER'
     union all
     select null, null, null, null, null, true, null, null, null, ${usableContacts('is null')}, true, true
     order by priority, name, "userId"`,
    [patientId, ward, site, kind === 'STAFF_ASSIST'],
    'list-recipients',
  )
}
