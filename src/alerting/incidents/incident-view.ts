import type { AssignmentKind } from '../../accounts/access/assignment-kind.ts'
import { joinResidenceAt, type Place } from '../../accounts/residences/place.ts'
import type { Severity } from '../../detection/levels/severity.ts'
import type { Db } from '../../platform/db/database.ts'
import { type ActingPerson, handlerName, type PersonName } from '../model/acting-person.ts'
import { type IncidentKind, type IncidentState, incidentPlace, type Outcome } from '../model/incident.ts'

/** An incident as lists and live streams show it. */
export interface IncidentView extends Place {
  id: string
  kind: IncidentKind
  state: IncidentState
  severity: Severity
  patientId: string | null
  patientName: string | null
  fallId: string | null
  deviceId: string | null
  deviceName: string | null
  openedAt: Date
  checkUntil: Date | null
  acknowledgedAt: Date | null
  handledBy: PersonName | null
  etaMinutes: number | null
  /** When the handler expects to be there, counted from when they said so last. */
  etaAt: Date | null
  resolvedAt: Date | null
  outcome: Outcome | null
  /** When the next step of the escalation is due, while nobody handles the incident. */
  nextStepAt: Date | null
  /** Whom a message was sent to, those who were first first; at most ten people. */
  told: ActingPerson[]
  /** Who goes there: the handler, and those who go beside them; those who said so first first. */
  attending: Attendant[]
  /** When the patient last said that they are fine, after the time of the check. */
  fineAt: Date | null
  /** When the patient last asked for help since the incident began. */
  helpAt: Date | null
  /** Since when who handles it waits for a second person; null once one is going. */
  assistanceRequestedAt: Date | null
}

/** Somebody who has said that they go there. */
export interface Attendant extends ActingPerson {
  /** An admin and a station are staff. */
  kind: AssignmentKind
  /** When they said so, as ISO 8601. */
  at: string
  etaMinutes: number | null
}

const maxTold = 10

const sentAlert = `incident_id = incidents.id and purpose = 'alert' and state = 'SENT'`

/**
 * A message that waits, has failed or was cancelled has told nobody. Contacts are found one after the other, and of each the
 * first message: an incident that is opened again and again has any number of them.
 */
const told = `(
  with recursive told as (
    (select contact_id, sent_at from deliveries where ${sentAlert} order by contact_id, sent_at limit 1)
    union all
    select next.contact_id, next.sent_at
    from told, lateral (
      select contact_id, sent_at from deliveries
      where ${sentAlert} and contact_id > told.contact_id order by contact_id, sent_at limit 1
    ) as next
  )
  select coalesce(json_agg(json_build_object('id', person.id, 'name', person.name, 'kind', care.kind,
                                             'relationship', care.relationship)
                           order by person.told_at, person.id), '[]')
  from (
    select users.id, users.first_name || ' ' || users.last_name as name, min(told.sent_at) as told_at
    from told join contacts on contacts.id = told.contact_id join users on users.id = contacts.user_id
    group by users.id
    order by told_at, users.id
    limit ${maxTold}
  ) as person
  left join assignments as care on care.caregiver_id = person.id and care.patient_id = incidents.patient_id
)`

const handlerId = 'coalesce(incidents.acknowledged_by, incidents.resolved_by)'

const attending = `(
  select coalesce(json_agg(json_build_object(
    'id', going.id, 'name', going.name, 'kind', going.kind, 'relationship', going.relationship,
    'at', to_char(going.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'etaMinutes', going.eta_minutes
  ) order by going.at, going.id), '[]')
  from (
    select incidents.acknowledged_by as id, ${handlerName} as name, coalesce(handler_care.kind, 'STAFF') as kind,
           handler_care.relationship, incidents.acknowledged_at as at, incidents.eta_minutes
    where incidents.acknowledged_by is not null and incidents.acknowledged_at is not null
    union all
    select person_id, first_name || ' ' || last_name, incident_attendants.kind, incident_attendants.relationship,
           incident_attendants.at, incident_attendants.eta_minutes
    from incident_attendants left join users on users.id = person_id
    where incident_id = incidents.id and person_id is distinct from incidents.acknowledged_by
  ) as going
)`

const assistanceRequestedAt = `case when incidents.state = 'ACKNOWLEDGED' and not exists (
    select from incident_attendants
    where incident_id = incidents.id and incident_attendants.kind = 'STAFF' and at >= incidents.assistance_at
      and person_id is distinct from incidents.acknowledged_by)
  then incidents.assistance_at end`

/** The SQL of an IncidentView, after `from incidents`. */
export const incidentViewColumns = `incidents.id, incidents.kind, incidents.state, incidents.severity,
  incidents.patient_id as "patientId", patient.first_name || ' ' || patient.last_name as "patientName", ${incidentPlace},
  incidents.fall_id as "fallId", incidents.device_id as "deviceId",
  (select name from devices where devices.id = incidents.device_id) as "deviceName", incidents.opened_at as "openedAt",
  incidents.check_until as "checkUntil", incidents.acknowledged_at as "acknowledgedAt",
  case when ${handlerId} is not null
    then json_build_object('id', ${handlerId}, 'name', ${handlerName})
  end as "handledBy",
  incidents.eta_minutes as "etaMinutes", incidents.eta_at as "etaAt", incidents.resolved_at as "resolvedAt", incidents.outcome,
  case when incidents.state = 'OPEN' then incidents.due_at end as "nextStepAt", ${told} as told, ${attending} as attending,
  incidents.fine_at as "fineAt", incidents.help_at as "helpAt", ${assistanceRequestedAt} as "assistanceRequestedAt"`

export const incidentViewJoins = `left join users as patient on patient.id = incidents.patient_id
  ${joinResidenceAt('incidents.patient_id', `coalesce(incidents.resolved_at, 'infinity')`)}
  left join users as handler on handler.id = ${handlerId}
  left join assignments as handler_care
    on handler_care.caregiver_id = ${handlerId} and handler_care.patient_id = incidents.patient_id`

/** Returns the incidents that exist, in the order of the ids. */
export async function readIncidentViews(db: Db, ids: readonly string[]): Promise<IncidentView[]> {
  return db.query(
    `select ${incidentViewColumns} from incidents ${incidentViewJoins}
     where incidents.id = any($1::uuid[])
     order by array_position($1::uuid[], incidents.id)`,
    [ids],
    'read-incident-views',
  )
}
