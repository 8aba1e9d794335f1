import { isInTeamOfWard, isStationOfWard } from '../../accounts/access/ward-access.ts'
import { severities } from '../../detection/levels/severity.ts'
import type { Db } from '../../platform/db/database.ts'
import { listPage, type Page, type PageResult } from '../../platform/db/page.ts'
import type { ActorRole, Role } from '../../platform/role.ts'
import type { EscalationPolicy } from '../escalation/policy.ts'
import { type Incident, type IncidentKind, type IncidentState, isUnresolved } from '../model/incident.ts'
import type { NewEntry } from './incident-timeline.store.ts'
import { type IncidentView, incidentViewColumns, incidentViewJoins } from './incident-view.ts'
import { storedEntry } from './stored-entry.ts'

const columns = `id, kind, state, severity, patient_id as "patientId",
  shared_device_id as "sharedDeviceId", site, ward, room, fall_id as "fallId", device_id as "deviceId",
  opened_at as "openedAt", check_until as "checkUntil", first_acknowledged_at as "firstAcknowledgedAt",
  acknowledged_at as "acknowledgedAt", acknowledged_by as "acknowledgedBy", eta_minutes as "etaMinutes", eta_at as "etaAt",
  resolved_at as "resolvedAt", resolved_by as "resolvedBy", outcome, injuries, evidence, policy, round,
  round_started_at as "roundStartedAt", step, released_by as "releasedBy", due_at as "dueAt",
  fine_at as "fineAt", help_at as "helpAt", assistance_at as "assistanceAt"`

/** An incident with the policy that was copied when it opened. */
export interface StoredIncident extends Incident {
  policy: EscalationPolicy | null
}

export type NewIncident = Pick<
  StoredIncident,
  | 'id'
  | 'kind'
  | 'state'
  | 'severity'
  | 'patientId'
  | 'sharedDeviceId'
  | 'site'
  | 'ward'
  | 'room'
  | 'fallId'
  | 'deviceId'
  | 'openedAt'
  | 'checkUntil'
  | 'evidence'
  | 'policy'
  | 'round'
  | 'roundStartedAt'
  | 'dueAt'
>

/**
 * Inserts an incident with the first entry of its timeline. It returns false, and changes nothing, if the
 * patient has an unresolved incident of the kind.
 */
export async function insertIncident(
  tx: Db,
  incident: NewIncident,
  entry: Omit<NewEntry, 'incidentId' | 'at'>,
): Promise<boolean> {
  const stored = storedEntry(entry.data)
  const rows = await tx.query(
    `with opened as (
       insert into incidents (id, kind, state, severity, patient_id, fall_id, device_id, opened_at, check_until, evidence,
                              policy, round, round_started_at, due_at, shared_device_id, site, ward, room)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $20, $21, $22, $23)
       on conflict do nothing
       returning id, opened_at
     )
     insert into incident_entries (incident_id, at, type, data, text, actor_id, station, actor_kind, actor_relationship)
     select opened.id, opened_at, $15, $16, $17, $18, $19, care.kind, care.relationship
     from opened left join assignments as care on care.patient_id = $5 and care.caregiver_id = $18
     returning 1`,
    [
      incident.id,
      incident.kind,
      incident.state,
      incident.severity,
      incident.patientId,
      incident.fallId,
      incident.deviceId,
      incident.openedAt,
      incident.checkUntil,
      JSON.stringify(incident.evidence),
      incident.policy && JSON.stringify(incident.policy),
      incident.round,
      incident.roundStartedAt,
      incident.dueAt,
      entry.type,
      stored.data,
      stored.text,
      entry.actorId ?? null,
      entry.station ?? null,
      incident.sharedDeviceId,
      ...[incident.site, incident.ward, incident.room],
    ],
    'insert-incident',
  )
  return rows.length > 0
}

/** Returns and locks the unresolved incident of a patient, of a shared device, or of the installation. */
export async function lockUnresolved(
  tx: Db,
  patientId: string | null,
  kind: IncidentKind,
  sharedDeviceId: string | null = null,
): Promise<StoredIncident | undefined> {
  const [incident] = await tx.query<StoredIncident>(
    `select ${columns} from incidents
     where kind = $2 and patient_id is not distinct from $1 and shared_device_id is not distinct from $3
       and ${isUnresolved}
     for no key update`,
    [patientId, kind, sharedDeviceId],
    'lock-unresolved-incident',
  )
  return incident
}

export async function lockIncident(tx: Db, id: string): Promise<StoredIncident | undefined> {
  const [incident] = await tx.query<StoredIncident>(
    `select ${columns} from incidents where id = $1 for no key update`,
    [id],
    'lock-incident',
  )
  return incident
}

/** Returns and locks all open incidents, in the same order in every transaction. */
export async function lockOpenIncidents(tx: Db): Promise<StoredIncident[]> {
  return tx.query(`select ${columns} from incidents where state = 'OPEN' order by id for no key update`)
}

/** Gives whoever is on an incident the time until then, unless they have longer. */
export async function prolongHandling(tx: Db, until: Date): Promise<void> {
  await tx.query(`update incidents set due_at = $1 where state = 'ACKNOWLEDGED' and due_at < $1`, [until])
}

/** Returns and locks an incident that is due, unless another process has it. */
export async function lockDueIncident(tx: Db, id: string, now: Date): Promise<StoredIncident | undefined> {
  const [incident] = await tx.query<StoredIncident>(
    `select ${columns} from incidents where id = $1 and due_at <= $2 for no key update skip locked`,
    [id, now],
    'lock-due-incident',
  )
  return incident
}

export async function findIncident(db: Db, id: string): Promise<StoredIncident | undefined> {
  const [incident] = await db.query<StoredIncident>(`select ${columns} from incidents where id = $1`, [id])
  return incident
}

/**
 * Returns up to `limit` incidents whose first step is due, then as many others: however many repetitions
 * are due, as after an outage, the first message about a fall does not wait for them, nor they for first messages.
 * Those of `except` are left out.
 */
export async function listDueIncidents(
  db: Db,
  now: Date,
  limit: number,
  except: readonly string[] = [],
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `(select id from incidents where due_at <= $1 and state = 'OPEN' and step = 0 and id <> all($3::uuid[])
      order by due_at limit $2)
     union all
     (select id from incidents where due_at <= $1 and not (state = 'OPEN' and step = 0) and id <> all($3::uuid[])
      order by due_at limit $2)`,
    [now, limit, except],
    'list-due-incidents',
  )
  return rows.map(({ id }) => id)
}

/** When the next delivery is due, or the next incident that is not one of `except`. */
export async function findNextDue(db: Db, except: readonly string[] = []): Promise<Date | null> {
  const [row] = await db.query<{ at: Date | null }>(
    `select least((select min(due_at) from incidents where due_at is not null and id <> all($1::uuid[])),
                  (select min(due_at) from deliveries where due_at is not null)) as at`,
    [except],
    'find-next-due',
  )
  return row?.at ?? null
}

const columnOf = {
  state: 'state',
  severity: 'severity',
  fallId: 'fall_id',
  deviceId: 'device_id',
  checkUntil: 'check_until',
  firstAcknowledgedAt: 'first_acknowledged_at',
  acknowledgedAt: 'acknowledged_at',
  acknowledgedBy: 'acknowledged_by',
  etaMinutes: 'eta_minutes',
  etaAt: 'eta_at',
  resolvedAt: 'resolved_at',
  resolvedBy: 'resolved_by',
  outcome: 'outcome',
  injuries: 'injuries',
  evidence: 'evidence',
  policy: 'policy',
  round: 'round',
  roundStartedAt: 'round_started_at',
  step: 'step',
  releasedBy: 'released_by',
  dueAt: 'due_at',
  assistanceAt: 'assistance_at',
} as const

export type IncidentChange = Partial<Pick<StoredIncident, keyof typeof columnOf>>

/** Changes the given fields of an incident that the transaction has locked. */
export async function updateIncident(tx: Db, id: string, change: IncidentChange): Promise<void> {
  const fields = Object.keys(change) as (keyof typeof columnOf)[]
  const values = fields.map((field) =>
    field === 'evidence' || field === 'policy'
      ? change[field] && JSON.stringify(change[field])
      : change[field],
  )
  const assignments = fields.map((field, i) => `${columnOf[field]} = $${i + 2}`)
  await tx.query(`update incidents set ${assignments.join(', ')} where id = $1`, [id, ...values])
}

export interface IncidentFilter {
  /** Whose incidents the caller may see: all, their own, or those of their patients. */
  viewer: { id: string; role: ActorRole }
  states: readonly IncidentState[]
  kinds?: readonly IncidentKind[] | undefined
  patientId?: string | undefined
}

const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ')

/** Those that nobody has answered come first: a list that is cut off must not hide one of them. */
const leastUrgentStates = ['ACKNOWLEDGED', 'CHECKING', 'OPEN'] as const satisfies IncidentState[]

/**
 * The SQL of a number by which unresolved incidents are listed, in descending order: by state, then by severity,
 * then the longest wait first. A time in microseconds has 16 digits until the year 2286.
 */
const urgency = `(coalesce(array_position(array[${quoted(leastUrgentStates)}], incidents.state), 0)
  * 10 + array_position(array[${quoted(severities)}], incidents.severity)) * 10000000000000000
  - (extract(epoch from incidents.opened_at) * 1000000)::bigint`

export const incidentSorts = ['urgency', 'opened_at'] as const
export type IncidentSort = (typeof incidentSorts)[number]

export function listIncidents(
  db: Db,
  { viewer, states, kinds, patientId }: IncidentFilter,
  page: Page & { sort: IncidentSort },
): Promise<PageResult<IncidentView>> {
  return listPage(
    db,
    {
      columns: incidentViewColumns,
      from: 'incidents',
      joins: incidentViewJoins,
      where: `incidents.state = any($1) and ($2::text[] is null or incidents.kind = any($2))
        and ($3::uuid is null or incidents.patient_id = $3)
        and ($5 = 'ADMIN' or incidents.patient_id = $4 or ($5 = 'CAREGIVER' and exists (
          select from assignments where caregiver_id = $4 and assignments.patient_id = incidents.patient_id))
          or ($5 = 'CAREGIVER' and ${isInTeamOfWard('$4', 'incidents')})
          or ($5 = 'STATION' and ${isStationOfWard('$4', 'incidents')})
          or ($5 = 'STATION' and exists (
            select from station_patients where station_id = $4 and station_patients.patient_id = incidents.patient_id)))`,
      values: [states, kinds ?? null, patientId ?? null, viewer.id, viewer.role],
      id: 'incidents.id',
      sorts: { urgency, opened_at: 'incidents.opened_at' } satisfies Record<IncidentSort, string>,
    },
    page,
  )
}

/** How long the patient can say that they are fine before anybody is told, in seconds. */
export async function findOkWindow(db: Db, patientId: string): Promise<number> {
  const [row] = await db.query<{ seconds: number }>(
    'select ok_window_seconds as seconds from monitoring_settings where patient_id = $1',
    [patientId],
    'find-ok-window',
  )
  return row?.seconds ?? 0
}

/** The role of an account that can act; undefined if it was deleted or deactivated. */
export async function findActiveRole(db: Db, userId: string): Promise<Role | undefined> {
  const [user] = await db.query<{ role: Role }>(
    `select role from users where id = $1 and status = 'active'`,
    [userId],
  )
  return user?.role
}

/** Whether messages to a contact of a person name people. */
export async function showsDetails(db: Db, contactId: string | undefined, userId: string): Promise<boolean> {
  if (!contactId) return false
  const rows = await db.query(
    'select from contacts where id = $1 and user_id = $2 and show_details and ended_at is null',
    [contactId, userId],
  )
  return rows.length > 0
}

/** When the latest fall of an incident happened. */
export async function findLastFallTime(db: Db, incidentId: string): Promise<Date | null> {
  const [row] = await db.query<{ at: Date | null }>(
    'select max(created_at) as at from falls where incident_id = $1',
    [incidentId],
  )
  return row?.at ?? null
}

/** When a patient last pressed the button for help. */
export async function findLastHelpCall(db: Db, patientId: string): Promise<Date | null> {
  const [row] = await db.query<{ at: Date | null }>(
    `select (evidence ->> 'pressedAt')::timestamptz as at from incidents
     where patient_id = $1 and kind = 'SOS'
     order by opened_at desc limit 1`,
    [patientId],
  )
  return row?.at ?? null
}

/** What somebody who goes there needs to know. */
export interface IncidentFacts {
  patient: { phone: string | null; emergencyContact: string | null } | null
  fall: { location: string | null; witnessed: boolean | null; injuries: string | null } | null
  /** The latest evidence of the fall: what the incident has is of when its level rose. */
  fallEvidence: Record<string, unknown> | null
  /** The vital signs that were measured last, with their time; null for an incident of the installation. */
  vitals: Record<'heartRate' | 'oxygenSaturation', LastSign | null> | null
}

interface LastSign {
  value: number
  at: Date
}

const lastSign = (sign: 'heart_rate' | 'spo2') => `(
  select jsonb_build_object('value', ${sign}, 'at', ${sign}_at)
  from devices cross join lateral device_state(devices.number) as state
  where devices.user_id = incidents.patient_id and ${sign} is not null and ${sign}_at is not null
  order by ${sign}_at desc limit 1)`

export async function findIncidentFacts(db: Db, id: string): Promise<IncidentFacts> {
  const [facts] = await db.query<IncidentFacts>(
    `select
       (select jsonb_build_object('phone', phone, 'emergencyContact', emergency_contact)
        from users where users.id = incidents.patient_id) as patient,
       (select jsonb_build_object('location', location, 'witnessed', witnessed, 'injuries', injuries)
        from falls where falls.id = incidents.fall_id) as fall,
       (select evidence from falls where falls.id = incidents.fall_id) as "fallEvidence",
       case when patient_id is not null then jsonb_build_object(
         'heartRate', ${lastSign('heart_rate')}, 'oxygenSaturation', ${lastSign('spo2')}) end as vitals
     from incidents where id = $1`,
    [id],
    'find-incident-facts',
  )
  if (!facts) return { patient: null, fall: null, fallEvidence: null, vitals: null }
  // JSON has no dates.
  for (const sign of Object.values(facts.vitals ?? {})) if (sign) sign.at = new Date(sign.at)
  return facts
}
