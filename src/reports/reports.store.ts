import type { Db } from '../db/database.ts'
import { responseTime } from '../falls/fall-item.ts'
import { type FallLevel, isLikely } from '../falls/fall-level.ts'
import type { IncidentState, Outcome } from '../incidents/incident.ts'

export interface Residence {
  site: string | null
  ward: string | null
  room: string | null
}

export interface ReportPatient {
  id: string
  name: string
  residence: Residence | null
}

/** Place is a site and a ward that the patients of a report live in; undefined for any. */
export interface Place {
  site?: string | undefined
  ward?: string | undefined
}

const residence = `case when residences.patient_id is not null
  then json_build_object('site', site, 'ward', ward, 'room', room) end as residence`

/** listReportPatients returns patients by name: all, those of a place, or a single one. */
export function listReportPatients(
  db: Db,
  { site, ward }: Place,
  limit: number,
  patientId?: string,
): Promise<ReportPatient[]> {
  return db.query(
    `select users.id, first_name || ' ' || last_name as name, ${residence}
     from users left join residences on residences.patient_id = users.id
     where role = 'PATIENT' and ($1::uuid is null or users.id = $1)
       and ($2::text is null or site = $2) and ($3::text is null or ward = $3)
     order by last_name, first_name, users.id
     limit $4`,
    [patientId ?? null, site ?? null, ward ?? null, limit],
  )
}

export interface Period {
  from: Date
  /** Exclusive. */
  to: Date
}

/** ReportFall is a fall from POTENTIAL on, with what became of its incident. */
export interface ReportFall {
  id: string
  patientId: string
  at: Date
  level: FallLevel
  isDetected: boolean
  location: string | null
  witnessed: boolean | null
  incidentId: string | null
  state: IncidentState | null
  outcome: Outcome | null
  /** As whoever resolved the incident recorded them. */
  injuries: string | null
  /** As whoever reported the fall described them. */
  reportedInjuries: string | null
  responseSeconds: number | null
}

/** listReportFalls returns the falls of patients, oldest first. */
export function listReportFalls(
  db: Db,
  patientIds: readonly string[],
  { from, to }: Period,
): Promise<ReportFall[]> {
  return db.query(
    `select falls.id, falls.user_id as "patientId", falls.created_at as at, falls.status as level,
            falls.accel is not null as "isDetected", falls.location, falls.witnessed,
            incidents.id as "incidentId", incidents.state, incidents.outcome, incidents.injuries,
            falls.injuries as "reportedInjuries", ${responseTime} as "responseSeconds"
     from falls left join incidents on incidents.id = falls.incident_id
     where falls.user_id = any($1::uuid[]) and falls.created_at >= $2 and falls.created_at < $3 and ${isLikely}
     order by falls.created_at, falls.id`,
    [patientIds, from, to],
  )
}

/** ReportAnswer is how long somebody waited for an answer; null if nobody has answered. */
export interface ReportAnswer {
  patientId: string
  seconds: number | null
}

/**
 * listAnswers returns the incidents of falls and calls for help. Somebody who resolves an incident has answered it; one
 * that was cancelled, or is being checked, needs no answer.
 */
export function listAnswers(
  db: Db,
  patientIds: readonly string[],
  { from, to }: Period,
): Promise<ReportAnswer[]> {
  return db.query(
    `select patient_id as "patientId",
            floor(date_part('epoch', least(first_acknowledged_at, resolved_at) - opened_at))::int as seconds
     from incidents
     where patient_id = any($1::uuid[]) and opened_at >= $2 and opened_at < $3 and kind in ('FALL', 'SOS')
       and state not in ('CHECKING', 'CANCELLED')`,
    [patientIds, from, to],
  )
}

export interface ReportDevice {
  id: string
  number: number
  patientId: string
  name: string
  createdAt: Date
}

export function listReportDevices(db: Db, patientIds: readonly string[]): Promise<ReportDevice[]> {
  return db.query(
    `select id, number, user_id as "patientId", name, created_at as "createdAt" from devices
     where user_id = any($1::uuid[]) order by created_at, id`,
    [patientIds],
  )
}

/** DeviceHour is an hour in which a device has sent a reading, in milliseconds. */
export interface DeviceHour {
  device: number
  hour: number
}

/**
 * listDeviceHours returns the hours of a period in which devices have sent. Packed hours come from the index alone; in
 * the others, one reading is looked for, because a device has 3,600 of them in an hour.
 */
export async function listDeviceHours(
  db: Db,
  devices: readonly number[],
  { from, to }: Period,
): Promise<DeviceHour[]> {
  const start = new Date(Math.floor(from.getTime() / 3_600_000) * 3_600_000)
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
