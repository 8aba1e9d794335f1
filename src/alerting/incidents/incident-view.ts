import { joinResidenceAt, type Place, placeColumns } from '../../accounts/residences/place.ts'
import type { Severity } from '../../detection/severity.ts'
import type { Db } from '../../platform/db/database.ts'
import { handlerName, type PersonName } from '../model/handler-name.ts'
import type { IncidentKind, IncidentState, Outcome } from '../model/incident.ts'

/** IncidentView is an incident as lists and live streams show it. */
export interface IncidentView extends Place {
  id: string
  kind: IncidentKind
  state: IncidentState
  severity: Severity
  patientId: string | null
  patientName: string | null
  fallId: string | null
  deviceId: string | null
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
  told: PersonName[]
  /** When the patient last said that they are fine, after the time of the check. */
  fineAt: Date | null
  /** When the patient last asked for help since the incident began. */
  helpAt: Date | null
}

const maxTold = 10

/** A message that waits, has failed or was cancelled has told nobody. The index of deliveries begins with the incident. */
const told = `(
  select coalesce(json_agg(json_build_object('id', person.id, 'name', person.name)
                           order by person.told_at, person.id), '[]')
  from (
    select users.id, users.first_name || ' ' || users.last_name as name, min(deliveries.sent_at) as told_at
    from deliveries join contacts on contacts.id = deliveries.contact_id join users on users.id = contacts.user_id
    where deliveries.incident_id = incidents.id and deliveries.purpose = 'alert'
      and deliveries.state = 'SENT'
    group by users.id
    order by told_at, users.id
    limit ${maxTold}
  ) as person
)`

/** incidentViewColumns and incidentViewJoins are the SQL of an IncidentView, after `from incidents`. */
export const incidentViewColumns = `incidents.id, incidents.kind, incidents.state, incidents.severity,
  incidents.patient_id as "patientId", patient.first_name || ' ' || patient.last_name as "patientName", ${placeColumns},
  incidents.fall_id as "fallId", incidents.device_id as "deviceId", incidents.opened_at as "openedAt",
  incidents.check_until as "checkUntil", incidents.acknowledged_at as "acknowledgedAt",
  case when coalesce(incidents.acknowledged_by, incidents.resolved_by) is not null
    then json_build_object('id', coalesce(incidents.acknowledged_by, incidents.resolved_by),
                           'name', ${handlerName})
  end as "handledBy",
  incidents.eta_minutes as "etaMinutes", incidents.eta_at as "etaAt", incidents.resolved_at as "resolvedAt", incidents.outcome,
  case when incidents.state = 'OPEN' then incidents.due_at end as "nextStepAt", ${told} as told,
  incidents.fine_at as "fineAt", incidents.help_at as "helpAt"`

export const incidentViewJoins = `left join users as patient on patient.id = incidents.patient_id
  ${joinResidenceAt('incidents.patient_id', `coalesce(incidents.resolved_at, 'infinity')`)}
  left join users as handler on handler.id = coalesce(incidents.acknowledged_by, incidents.resolved_by)`

/** readIncidentViews returns the incidents that exist, in the order of the ids. */
export async function readIncidentViews(db: Db, ids: readonly string[]): Promise<IncidentView[]> {
  return db.query(
    `select ${incidentViewColumns} from incidents ${incidentViewJoins}
     where incidents.id = any($1::uuid[])
     order by array_position($1::uuid[], incidents.id)`,
    [ids],
    'read-incident-views',
  )
}
