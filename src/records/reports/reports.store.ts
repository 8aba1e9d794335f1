import {
  joinResidenceAt,
  placeJson,
  placesOf,
  type Place as Residence,
} from '../../accounts/residences/place.ts'
import { type FallSource, fallSource, isOfDevice, responseTime } from '../../alerting/falls/fall-item.ts'
import type { IncidentState, Outcome } from '../../alerting/model/incident.ts'
import { type FallLevel, isLikely } from '../../detection/levels/fall-level.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Answer, type CountedKind, countedKinds } from './report-figures.ts'

export type { Residence }

export interface ReportPatient {
  id: string
  name: string
  residence: Residence | null
}

/** The site and the ward that a report is about, whether written in capitals or not; undefined for any. */
export interface Place {
  site?: string | undefined
  ward?: string | undefined
}

export interface Period {
  from: Date
  /** Exclusive. */
  to: Date
}

const reportedPatients = `select users.id, first_name || ' ' || last_name as name, ${placeJson} as residence
  from users left join residences on residences.patient_id = users.id`

/** The SQL of whether a row with a site and a ward is of a place, which is in two parameters. */
const isAt = (site: string, ward: string, row = 'residences') =>
  `(${site}::text is null or lower(${row}.site) = lower(${site})) and (${ward}::text is null or lower(${row}.ward) = lower(${ward}))`

export async function findReportPatient(db: Db, patientId: string): Promise<ReportPatient | undefined> {
  const [patient] = await db.query<ReportPatient>(
    `${reportedPatients} where users.id = $1 and role = 'PATIENT'`,
    [patientId],
  )
  return patient
}

/** Returns patients by name: all, or those who lived at a place at some time of the period. */
export function listReportPatients(
  db: Db,
  { site, ward }: Place,
  { from, to }: Period,
  limit: number,
): Promise<ReportPatient[]> {
  return db.query(
    `${reportedPatients}
     where role = 'PATIENT' and ($1::text is null and $2::text is null or exists (
       select from (
         select site, ward, until, coalesce(lag(until) over (order by until), '-infinity') as since
         from (${placesOf('users.id')}) as places
       ) as lived where since < $4 and until > $3 and ${isAt('$1', '$2', 'lived')}))
     order by last_name, first_name, users.id
     limit $5`,
    [site ?? null, ward ?? null, from, to, limit],
  )
}

/** A fall from POTENTIAL on, with what became of its incident. */
export interface ReportFall {
  id: string
  patientId: string
  at: Date
  level: FallLevel
  isDetected: boolean
  source: FallSource
  /** Where the patient lived at the time. */
  residence: Residence | null
  location: string | null
  witnessed: boolean | null
  /** Null if there was none, or if it was deleted. */
  incidentId: string | null
  state: IncidentState | null
  outcome: Outcome | null
  /** As whoever resolved the incident recorded them. */
  injuries: string | null
  /** As whoever reported the fall described them. */
  reportedInjuries: string | null
  responseSeconds: number | null
}

/** Returns the falls of patients while they lived at a place, oldest first. */
export function listReportFalls(
  db: Db,
  patientIds: readonly string[],
  { from, to }: Period,
  { site, ward }: Place,
): Promise<ReportFall[]> {
  return db.query(
    `select falls.id, falls.user_id as "patientId", falls.created_at as at, falls.status as level,
            ${isOfDevice} as "isDetected", ${fallSource} as source, ${placeJson} as residence, falls.location, falls.witnessed,
            result.incident_id as "incidentId", result.state, result.outcome, result.injuries,
            falls.injuries as "reportedInjuries", ${responseTime} as "responseSeconds"
     from falls left join incident_results as result on result.id = falls.incident_id
     ${joinResidenceAt('falls.user_id', 'falls.created_at')}
     where falls.user_id = any($1::uuid[]) and falls.created_at >= $2 and falls.created_at < $3 and ${isLikely}
       and ${isAt('$4', '$5')}
     order by falls.created_at, falls.id`,
    [patientIds, from, to, site ?? null, ward ?? null],
  )
}

/** How long somebody waited for an answer, or has waited without one. */
export interface ReportAnswer extends Answer {
  patientId: string
}

/**
 * Returns the incidents of falls and calls for help while patients lived at a place. Somebody who resolves an incident has answered it; one
 * that was cancelled, or is being checked, needs no answer; nor does a fall that somebody reported who was there.
 */
export function listAnswers(
  db: Db,
  patientIds: readonly string[],
  { from, to }: Period,
  { site, ward }: Place,
  now: Date,
): Promise<ReportAnswer[]> {
  return db.query(
    `select patient_id as "patientId", coalesce(first_acknowledged_at, resolved_at) is not null as "isAnswered",
            floor(date_part('epoch', coalesce(least(first_acknowledged_at, resolved_at), $6) - opened_at))::int
              as "waitedSeconds"
     from incident_results as result ${joinResidenceAt('result.patient_id', 'result.opened_at')}
     where patient_id = any($1::uuid[]) and opened_at >= $2 and opened_at < $3 and kind in ('FALL', 'SOS')
       and state not in ('CHECKING', 'CANCELLED') and ${isAt('$4', '$5')}
       and not exists (select from falls where falls.id = result.fall_id and falls.reported_by is not null)`,
    [patientIds, from, to, site ?? null, ward ?? null, now],
  )
}

/** How many incidents of a kind a patient had. */
export interface CountedIncidents {
  patientId: string
  kind: CountedKind
  count: number
}

/** Counts the incidents other than falls that were opened while patients lived at a place; a test counts nowhere. */
export function countIncidents(
  db: Db,
  patientIds: readonly string[],
  { from, to }: Period,
  { site, ward }: Place,
): Promise<CountedIncidents[]> {
  return db.query(
    `select patient_id as "patientId", kind, count(*)::int as count
     from incident_results as result ${joinResidenceAt('result.patient_id', 'result.opened_at')}
     where patient_id = any($1::uuid[]) and opened_at >= $2 and opened_at < $3 and kind = any($6)
       and outcome is distinct from 'TEST' and ${isAt('$4', '$5')}
     group by 1, 2`,
    [patientIds, from, to, site ?? null, ward ?? null, countedKinds],
  )
}

/** How many falls of one result there were in a quarter of an hour, the finest difference between time zones. */
export interface CountedFalls {
  at: Date
  state: IncidentState | null
  outcome: Outcome | null
  count: number
}

/** Counts the falls of patients while they lived at a place. Without a place, nobody asks where they lived. */
export function countFallsByTime(
  db: Db,
  patientIds: readonly string[],
  { from, to }: Period,
  { site, ward }: Place,
): Promise<CountedFalls[]> {
  const place = site !== undefined || ward !== undefined ? [site ?? null, ward ?? null] : []
  return db.query(
    `select date_bin('15 minutes', falls.created_at, '1970-01-01T00:00:00Z') as at, result.state, result.outcome,
            count(*)::int as count
     from falls left join incident_results as result on result.id = falls.incident_id
     ${place.length > 0 ? joinResidenceAt('falls.user_id', 'falls.created_at') : ''}
     where falls.user_id = any($1::uuid[]) and falls.created_at >= $2 and falls.created_at < $3 and ${isLikely}
       ${place.length > 0 ? `and ${isAt('$4', '$5')}` : ''}
     group by 1, 2, 3`,
    [patientIds, from, to, ...place],
  )
}

/** The newest thing that is known of somebody whose account is not active: their stay ended then. */
const lastKnown = `greatest(users.created_at, last_login, (
  select max(last_seen) from devices cross join lateral device_state(devices.number)
  where devices.user_id = users.id))`

/**
 * Adds up the days on which patients lived at a place: from when they were registered, and until now. A
 * day of arrival counts by its hours.
 */
export async function countResidentDays(
  db: Db,
  patientIds: readonly string[],
  { from, to }: Period,
  { site, ward }: Place,
): Promise<number> {
  const [row] = await db.query<{ days: number | null }>(
    `select sum(greatest(0, date_part('epoch', least(stay.until, $3::timestamptz,
              case status when 'inactive' then ${lastKnown} end)
              - greatest(stay.since, users.created_at, $2::timestamptz)))) / 86400 as days
     from users
     cross join lateral (
       select '-infinity'::timestamptz as since, 'infinity'::timestamptz as until
       where $4::text is null and $5::text is null
       union all
       select since, until from (
         select site, ward, until, coalesce(lag(until) over (order by until), '-infinity') as since
         from (${placesOf('users.id')}) as places
       ) as lived
       where ($4::text is not null or $5::text is not null) and ${isAt('$4', '$5', 'lived')}
     ) as stay
     where users.id = any($1::uuid[])`,
    [patientIds, from, to, site ?? null, ward ?? null],
  )
  return row?.days ?? 0
}

export interface ReportDevice {
  id: string
  number: number
  patientId: string
  name: string
  createdAt: Date
}

/** Lists the devices that send readings. A button, a bed or a door sends only events: to have no readings is no gap. */
export function listReportDevices(db: Db, patientIds: readonly string[]): Promise<ReportDevice[]> {
  return db.query(
    `select id, number, user_id as "patientId", name, created_at as "createdAt"
     from devices left join lateral device_state(devices.number) on true
     where user_id = any($1::uuid[]) and (kind in ('WEARABLE', 'PHONE') or last_seen is not null)
     order by created_at, id`,
    [patientIds],
  )
}

/** An hour in which a device has sent a reading, in milliseconds. */
export interface DeviceHour {
  device: number
  hour: number
}

/**
 * Returns the hours of a period in which devices have sent. Packed hours come from the index alone; in
 * the others, one reading is looked for, because a device has 3,600 of them in an hour.
 */
export async function listDeviceHours(
  db: Db,
  devices: readonly number[],
  { from, to }: Period,
): Promise<DeviceHour[]> {
  const start = new Date(Math.floor(from.getTime() / 3_600_000) * 3_600_000)
  if (db.isDistributed) return listDistributedHours(db, devices, { from, to })
  const rows = await db.query<{ device: number; hours: string[] }>(
    `with packed as (
       select distinct device, date_bin('1 hour', at, '1970-01-01T00:00:00Z') as hour
       from packed_readings where device = any($1::int[]) and at >= $2 and at < $3
     ),
     hours as (
       select device, hour from unnest($1::int[]) as device,
         generate_series($4::timestamptz, $3::timestamptz - interval '1 microsecond', '1 hour') as hour
     )
     select device, array_agg((extract(epoch from hour) * 1000)::bigint) as hours
     from hours left join packed using (device, hour)
     where packed.hour is not null or exists (
       select 1 from readings
       where readings.device = hours.device and at >= greatest(hour, $2)
         and at < least(hours.hour + interval '1 hour', $3::timestamptz))
     group by device`,
    [devices, from, to, start],
  )
  return rows.flatMap(({ device, hours }) => hours.map((hour) => ({ device, hour: Number(hour) })))
}

/**
 * The same from both tables at once, because a server with parts of them cannot look for one reading of each hour: rows
 * that are not packed are those of the last hours.
 */
async function listDistributedHours(
  db: Db,
  devices: readonly number[],
  { from, to }: Period,
): Promise<DeviceHour[]> {
  const hoursOf = (table: string) =>
    `select distinct device, date_bin('1 hour', at, '1970-01-01T00:00:00Z') as hour
     from ${table} where device = any($1::int[]) and at >= $2 and at < $3`
  return db.query(
    `select device, (extract(epoch from hour) * 1000)::float8 as hour
     from (${hoursOf('packed_readings')} union ${hoursOf('readings')}) as hours`,
    [devices, from, to],
  )
}
