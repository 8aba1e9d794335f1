import { type Place, placeColumns } from '../../accounts/residences/place.ts'
import type { Evidence } from '../../detection/fall-event.ts'
import type { FallLevel } from '../../detection/levels/fall-level.ts'
import type { Severity } from '../../detection/levels/severity.ts'
import type { Db } from '../../platform/db/database.ts'
import { listPage, type Page, type PageResult } from '../../platform/db/page.ts'
import { handlerName, type PersonName } from '../model/acting-person.ts'
import type { IncidentKind } from '../model/incident.ts'
import { alertSubjects, isHandled } from './alert-run.ts'

/** One caregiver's alert with the current data of the fall or incident. */
export interface Alert extends Place {
  id: string
  caregiverId: string
  /** Null for an alert of an incident of another kind. */
  fallId: string | null
  /** Null for an alert from before there were incidents. */
  incidentId: string | null
  kind: IncidentKind
  severity: Severity | null
  incidentEvidence: Record<string, unknown> | null
  handledBy: PersonName | null
  patientId: string
  patientName: string
  emergencyContact: string | null
  /** The level and evidence of a fall. */
  level: FallLevel | null
  evidence: Evidence | null
  location: string | null
  late: boolean
  fallenAt: Date
  createdAt: Date
  acknowledgedAt: Date | null
}

/** Includes alerts about patients who are no longer assigned to the caregiver. */
export async function readAlerts(db: Db, ids: string[]): Promise<Alert[]> {
  return db.query(
    `select alerts.id, alerts.caregiver_id as "caregiverId", alerts.fall_id as "fallId",
            alerts.incident_id as "incidentId", coalesce(incidents.kind, 'FALL') as kind, incidents.severity,
            incidents.evidence as "incidentEvidence",
            case when incidents.acknowledged_by is not null or incidents.resolved_by is not null
              then json_build_object('id', coalesce(incidents.acknowledged_by, incidents.resolved_by),
                                     'name', ${handlerName})
            end as "handledBy",
            alerts.patient_id as "patientId", patient.first_name || ' ' || patient.last_name as "patientName",
            ${placeColumns}, patient.emergency_contact as "emergencyContact", falls.status as level, falls.evidence, falls.location,
            coalesce(falls.late, false) as late, coalesce(falls.created_at, incidents.opened_at) as "fallenAt", alerts.created_at as "createdAt",
            alerts.acknowledged_at as "acknowledgedAt"
     from alerts
     ${alertSubjects}
     join users as patient on patient.id = alerts.patient_id
     left join residences on residences.patient_id = alerts.patient_id
     left join users as handler on handler.id = coalesce(incidents.acknowledged_by, incidents.resolved_by)
     where alerts.id = any($1::uuid[])
     order by array_position($1::uuid[], alerts.id)`,
    [ids],
  )
}

export async function findAlert(db: Db, id: string): Promise<Alert | undefined> {
  const [alert] = await readAlerts(db, [id])
  return alert
}

const conditions = {
  acknowledged: 'alerts.acknowledged_at is not null',
  handled: isHandled,
  all: 'true',
}
export type AlertStatus = keyof typeof conditions

/** Lists the alerts of a caregiver about currently assigned patients. */
export async function listAssignedAlerts(
  db: Db,
  caregiverId: string,
  status: AlertStatus,
  page: Page,
): Promise<PageResult<Alert>> {
  const { rows, ...listed } = await listPage<{ id: string }>(
    db,
    {
      columns: 'alerts.id',
      // Only while the patient is assigned to the caregiver.
      from: `alerts join assignments using (caregiver_id, patient_id) ${status === 'handled' ? alertSubjects : ''}`,
      where: `alerts.caregiver_id = $1 and ${conditions[status]}`,
      values: [caregiverId],
      id: 'alerts.id',
      sorts: { created_at: 'alerts.created_at' },
    },
    page,
  )
  const ids = rows.map(({ id }) => id)
  return { ...listed, rows: await readAlerts(db, ids) }
}

/** Keeps the first time of each alert, and returns how many were not acknowledged before. */
export async function setAcknowledged(tx: Db, ids: string[], at: Date): Promise<number> {
  const rows = await tx.query(
    'update alerts set acknowledged_at = $2 where id = any($1::uuid[]) and acknowledged_at is null returning 1',
    [ids, at],
  )
  return rows.length
}
