import type pg from 'pg'
import { msPerMinute } from '../../src/platform/lib/duration.ts'
import { partitionOf } from '../../src/telemetry/packing/reading-partitions.ts'
import { withClient } from '../stores.ts'

/** What an installation has, as far as scheduled work reads it. */
export interface Installation {
  /** One of each patient. */
  devices: number
  /** How many readings each has in the five minutes that are summarised next. */
  readingsEach: number
  /** How many of them have an hour of readings that is packed next, one a second. */
  packedDevices: number
  /** The time at which it is looked at: three minutes after the end of five minutes. */
  at: Date
}

/** The end of the five minutes that are summarised next, at a time of an installation. */
export const summarisedEnd = ({ at }: Pick<Installation, 'at'>) => new Date(at.getTime() - 3 * msPerMinute)
/** When the hour begins that is packed next: long enough ago, and within one day. */
export const packedFrom = ({ at }: Pick<Installation, 'at'>) => {
  const hour = 60 * msPerMinute
  const start = Math.floor(at.getTime() / hour) * hour - 3 * hour
  const day = 24 * hour
  return new Date(Math.floor(start / day) === Math.floor((start + hour - 1) / day) ? start : start - hour)
}

const patientsOfCaregiver = 50
const logsEach = 20
const readingColumns = `device, at, uptime_ms, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z, pressure, battery,
  confidence, heart_rate, spo2, health_score, wifi, bluetooth, sensors_initialized`
/** Values that differ from second to second, as those of a sensor at rest do. */
const readingValues = (second: string) => `(${second} * 1000)::bigint, (random() * 40)::int / 100::real,
  (random() * 40)::int / 100::real, 9.7 + (random() * 20)::int / 100::real, (random() * 300)::int / 100::real,
  (random() * 300)::int / 100::real, (random() * 300)::int / 100::real, 1013.25, 80, 0.02, 60 + (random() * 10)::int,
  96 + (random() * 2)::int, 95, true, false, true`

/** The key with which the device of the n-th patient sends. */
export const keyOf = (n: number) => `fwk_bench-${n}`

/** Fills an empty database as the service would have, by plain SQL. */
export function seedInstallation(url: string, installation: Installation): Promise<void> {
  return withClient(url, async (client) => {
    // Triggers number events and count rows one by one; foreign keys hold by construction.
    await client.query('set session_replication_role = replica')
    await seedPeople(client, installation)
    await seedPast(client, installation)
    await seedReadings(client, installation)
    await client.query('set session_replication_role = origin')
    await client.query('analyze')
    await client.query('checkpoint')
  })
}

async function seedPeople(client: pg.Client, { devices, at }: Installation): Promise<void> {
  const caregivers = Math.ceil(devices / patientsOfCaregiver)
  const insertUsers = `insert into users (id, email, password_hash, first_name, last_name, role, created_at)
    select md5($3 || n)::uuid, $3 || n || '@bench.example', 'unused', 'Bench', 'Person ' || n, $3, $2
    from generate_series(1, $1::int) as n`
  await client.query(insertUsers, [devices, at, 'PATIENT'])
  await client.query(insertUsers, [caregivers, at, 'CAREGIVER'])
  await client.query(
    `insert into assignments (caregiver_id, patient_id, created_at)
     select md5('CAREGIVER' || 1 + n % $2)::uuid, md5('PATIENT' || n)::uuid, $3 from generate_series(1, $1::int) as n`,
    [devices, caregivers, at],
  )
  // A tenth has settings of their own.
  await client.query(
    `insert into monitoring_settings (patient_id, alarms, updated_at)
     select md5('PATIENT' || n)::uuid, '{"silentAfterMinutes": 10}', $2 from generate_series(10, $1::int, 10) as n`,
    [devices, at],
  )
  await client.query(
    `insert into devices (id, user_id, mac, name, created_at, updated_at)
     select md5('device' || n)::uuid, md5('PATIENT' || n)::uuid,
            upper(rtrim(regexp_replace('0a' || lpad(to_hex(n), 10, '0'), '(..)', '\\1:', 'g'), ':')), 'Bench', $2, $2
     from generate_series(1, $1::int) as n order by n`,
    [devices, at],
  )
  await client.query(
    `insert into device_keys (id, user_id, name, key_hash, created_at)
     select md5('key' || n)::uuid, md5('PATIENT' || n)::uuid, 'bench', sha256(convert_to($3 || n, 'UTF8')), $2
     from generate_series(1, $1::int) as n`,
    [devices, at, keyOf(0).slice(0, -1)],
  )
  await client.query(
    `insert into device_states (device, last_seen, uptime_ms, battery, heart_rate, spo2, health_score, wifi, bluetooth,
                                sensors_initialized, heart_rate_at, spo2_at, heart_spread)
     select number, $1, 1000000, 80, 65, 97, 95, true, false, true, $1, $1, 1 from devices order by number`,
    [at],
  )
}

/** A month of falls, a day of live events, and the logs of the devices. */
async function seedPast(client: pg.Client, { devices, at }: Installation): Promise<void> {
  await client.query(
    `insert into device_logs (device, type, message, at)
     select number, 'INFO', 'Device back online', $1::timestamptz - n * interval '1 day'
     from devices, generate_series(1, ${logsEach}) as n`,
    [at],
  )
  await client.query(
    `insert into falls (id, user_id, device_id, confidence, status, created_at, updated_at, responded_at, incident_id)
     select md5('fall' || n)::uuid, md5('PATIENT' || n)::uuid, md5('device' || n)::uuid, 0.6, 'POTENTIAL', fell, fell, fell,
            md5('incident' || n)::uuid
     from (select n, $2::timestamptz - random() * interval '30 days' as fell from generate_series(1, $1::int, 10) as n) as t`,
    [devices, at],
  )
  await client.query(
    `insert into incidents (id, kind, state, severity, patient_id, fall_id, opened_at, resolved_at, outcome, round)
     select incident_id, 'FALL', 'RESOLVED', 'HIGH', user_id, id, created_at, created_at, 'FALSE_ALARM', 1 from falls`,
  )
  await client.query(
    `insert into events (id, type, at, patient_id, subject_id)
     select nextval('event_ids'), 'incident.changed', $2::timestamptz - random() * interval '1 day', user_id, incident_id
     from falls, generate_series(1, 4) limit $1`,
    [devices, at],
  )
}

/** In the order in which they arrive: those of a device lie on as many pages. */
async function seedReadings(client: pg.Client, installation: Installation): Promise<void> {
  const [end, start] = [summarisedEnd(installation), packedFrom(installation)]
  await ensurePartitions(client, [end, new Date(end.getTime() - 5 * msPerMinute), start])
  const { readingsEach, packedDevices } = installation
  for (let n = 0; n < readingsEach; n++) {
    const at = new Date(end.getTime() - ((n + 1) * 5 * msPerMinute) / readingsEach)
    await client.query(
      `insert into readings (${readingColumns})
       select number, $1::timestamptz + number % 1000 * interval '1 millisecond', ${readingValues('1000')} from devices`,
      [at],
    )
  }
  await client.query(
    `insert into readings (${readingColumns})
     select number, $2::timestamptz + second * interval '1 second', ${readingValues('second')}
     from generate_series(0, 3599) as second, (select number from devices order by number limit $1) as packed`,
    [packedDevices, start],
  )
  await client.query('insert into vital_summary_progress (summarised_to) values ($1)', [
    new Date(end.getTime() - 5 * msPerMinute),
  ])
}

async function ensurePartitions(client: pg.Client, times: Date[]): Promise<void> {
  for (const time of times) {
    const day = new Date(time.toISOString().slice(0, 10))
    const next = new Date(day.getTime() + 24 * 60 * msPerMinute)
    await client.query(
      `create table if not exists ${partitionOf(day.getTime())} partition of readings
       for values from ('${day.toISOString()}') to ('${next.toISOString()}')`,
    )
  }
}
