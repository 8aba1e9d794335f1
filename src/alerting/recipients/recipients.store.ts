import type { Db } from '../../platform/db/database.ts'
import { isUnresolved } from '../model/incident.ts'
import { isOpenFall, reportedAt } from '../model/open-falls.ts'

/** The SQL condition for `users` who can sign in and read alerts, provided they are assigned. */
const isRecipient = `users.role = 'CAREGIVER' and users.status = 'active' and users.password_hash is not null`

export interface AlertCounts {
  /** The number of recipients of the fall. */
  recipients: number
  /** The number of new alerts; the other recipients have theirs already. */
  alerts: number
}

/** What caregivers are alerted to: a fall and its incident, or an incident of another kind. */
export interface AlertSubject {
  incidentId: string
  fallId: string | null
  patientId: string
  at: Date
}

/**
 * Inserts an alert for each recipient of the patient who has none of this subject yet. It locks the
 * caregivers: one whose account is being deleted is waited for and skipped, and does not roll back the fall. The fall
 * gets its incident.
 */
export async function insertAlerts(
  tx: Db,
  { incidentId, fallId, patientId, at }: AlertSubject,
): Promise<AlertCounts> {
  const [counts] = await tx.query<AlertCounts>(
    `with recipients as materialized (
       select users.id from assignments join users on users.id = caregiver_id
       where patient_id = $2 and ${isRecipient}
       for key share of users
     ), inserted as (
       insert into alerts (id, fall_id, caregiver_id, patient_id, created_at, incident_id)
       select gen_random_uuid(), $1, id, $2, $3, $4 from recipients
       on conflict do nothing
       returning 1
     ), linked as (
       update falls set incident_id = $4 where id = $1 and incident_id is distinct from $4
     )
     select (select count(*)::int from recipients) as recipients, (select count(*)::int from inserted) as alerts`,
    [fallId, patientId, at, incidentId],
    'insert-alerts',
  )
  return counts ?? { recipients: 0, alerts: 0 }
}

/** Makes the alerts of an incident that has opened again active again, for everybody. */
export async function reactivateAlerts(tx: Db, incidentId: string): Promise<void> {
  await tx.query(
    'update alerts set acknowledged_at = null where incident_id = $1 and acknowledged_at is not null',
    [incidentId],
  )
}

/** Acknowledges the alerts that a caregiver has of an incident, and returns their number. */
export async function acknowledgeAlertsOf(
  tx: Db,
  incidentId: string,
  caregiverId: string,
  at: Date,
): Promise<number> {
  const rows = await tx.query(
    `update alerts set acknowledged_at = $3
     where incident_id = $1 and caregiver_id = $2 and acknowledged_at is null
     returning 1`,
    [incidentId, caregiverId, at],
    'acknowledge-alerts-of',
  )
  return rows.length
}

/**
 * Inserts the missing alerts of those caregivers who are recipients, of open falls and of unresolved
 * incidents of other kinds, and returns their number.
 */
export async function insertMissingAlerts(
  tx: Db,
  caregiverIds: readonly string[],
  since: Date,
  at: Date,
): Promise<number> {
  const rows = await tx.query(
    `insert into alerts (id, fall_id, caregiver_id, patient_id, created_at, incident_id)
     select gen_random_uuid(), cause.fall_id, caregiver_id, patient_id, $3, cause.incident_id
     from assignments
     join users on users.id = caregiver_id
     cross join lateral (
       select falls.id as fall_id, falls.incident_id from falls
       where falls.user_id = assignments.patient_id and ${isOpenFall('$2')}
       union all
       select null, incidents.id from incidents
       where incidents.patient_id = assignments.patient_id and kind <> 'FALL' and ${isUnresolved}
     ) as cause
     where caregiver_id = any($1::uuid[]) and ${isRecipient}
     on conflict do nothing
     returning 1`,
    [caregiverIds, since, at],
  )
  return rows.length
}

/** Waits for falls of a caregiver's patients that are being recorded, and delays further ones. */
export async function lockPatientsOf(tx: Db, caregiverId: string): Promise<void> {
  await tx.query(
    `select id from users where id in (select patient_id from assignments where caregiver_id = $1)
     order by id for update`,
    [caregiverId],
  )
}

export interface UnansweredFalls {
  count: number
  oldest: Date | null
  /** The falls of people without a recipient. */
  withoutRecipient: number
}

/** Looks for a recipient once per person, because one person may have many falls. */
export async function findUnansweredFalls(db: Db, since: Date): Promise<UnansweredFalls> {
  const [row] = await db.query<UnansweredFalls>(
    `with unanswered as materialized (
       select user_id, count(*) as falls, min(${reportedAt}) as oldest
       from falls where ${isOpenFall('$1')}
       group by user_id
     ), without_recipient as (
       select falls from unanswered
       where not exists (
         select from assignments join users on users.id = caregiver_id
         where patient_id = unanswered.user_id and ${isRecipient}
       )
     )
     select (select coalesce(sum(falls), 0)::int from unanswered) as count,
            (select min(oldest) from unanswered) as oldest,
            (select coalesce(sum(falls), 0)::int from without_recipient) as "withoutRecipient"`,
    [since],
  )
  return row ?? { count: 0, oldest: null, withoutRecipient: 0 }
}

export interface FallAlert {
  caregiverId: string
  acknowledged: boolean
  timestamp: Date
}

/** Returns the alert of each caregiver. */
export async function listAlertsOfFall(db: Db, fallId: string): Promise<FallAlert[]> {
  return db.query(
    `select caregiver_id as "caregiverId", acknowledged_at is not null as acknowledged, created_at as timestamp
     from alerts where fall_id = $1 order by created_at, id`,
    [fallId],
  )
}

export interface Unanswered {
  count: number
  oldest: Date | null
}

/** Reads the alerts since a time of falls that no caregiver has acknowledged, at most 10,000. */
export async function findUnansweredAlerts(db: Db, since: Date): Promise<Unanswered> {
  const [row] = await db.query<Unanswered>(
    `select count(*)::int as count, min(created_at) as oldest
     from (
       select alerts.created_at
       from alerts
       join assignments using (caregiver_id, patient_id)
       join falls on falls.id = alerts.fall_id
       where alerts.acknowledged_at is null and alerts.created_at > $1 and falls.responded_at is null
       order by alerts.created_at
       limit 10000
     ) as unanswered`,
    [since],
  )
  return row ?? { count: 0, oldest: null }
}

/** Stores when the first caregiver acknowledged an alert of each fall. */
export async function markResponded(tx: Db, ids: string[], at: Date): Promise<void> {
  await tx.query('update falls set responded_at = $2 where id = any($1::uuid[]) and responded_at is null', [
    ids,
    at,
  ])
}

/** Does the same for all falls of an incident, and returns how many were unanswered. */
export async function markIncidentResponded(tx: Db, incidentId: string, at: Date): Promise<number> {
  const rows = await tx.query(
    'update falls set responded_at = $2 where incident_id = $1 and responded_at is null returning 1',
    [incidentId, at],
  )
  return rows.length
}
