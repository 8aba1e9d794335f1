import {
  type ArrayType,
  arrayOf,
  bigint,
  boolean,
  bytea,
  int,
  real,
  smallint,
  text,
  timestamptz,
} from '../db/binary-arrays.ts'
import type { Db } from '../db/database.ts'
import type { Reading } from './reading.ts'
import { packSamples } from './samples.ts'

/** StoredReading is a reading with its time, its device's number and what was made of it. */
export interface StoredReading {
  device: number
  at: Date
  /** The same, but never later than when it arrived: the clock of a device may be ahead. */
  heardAt: Date
  reading: Reading
  confidence: number
  healthScore: number
  /** How far the heart rate strays from its usual level. */
  heartSpread: number | null
}

/** Column is a column of what is stored, and its value in one row; null where the device said nothing. */
interface Column {
  name: string
  type: string
  toArray: (rows: StoredReading[]) => Buffer
}

function column<Value>(
  name: string,
  type: ArrayType<Value>,
  value: (row: StoredReading) => Value | null,
): Column {
  return { name, type: type.name, toArray: (rows) => arrayOf(type, rows.map(value)) }
}

/** What a reading and its device's latest values have in common, and then what only one of them has. */
const columns: Column[] = [
  column('device', int, (row) => row.device),
  column('uptime_ms', bigint, (row) => row.reading.uptimeMs),
  column('battery', real, (row) => row.reading.battery),
  column('heart_rate', smallint, (row) => row.reading.heartRate),
  column('spo2', smallint, (row) => row.reading.spo2),
  column('health_score', smallint, (row) => row.healthScore),
  column('wifi', boolean, (row) => row.reading.wifi),
  column('bluetooth', boolean, (row) => row.reading.bluetooth),
  column('sensors_initialized', boolean, (row) => row.reading.sensorsInitialized),
]

const at = column('at', timestamptz, (row) => row.at)

const readingColumns: Column[] = [
  at,
  column('accel_x', real, (row) => row.reading.accel[0]),
  column('accel_y', real, (row) => row.reading.accel[1]),
  column('accel_z', real, (row) => row.reading.accel[2]),
  column('gyro_x', real, (row) => row.reading.gyro[0]),
  column('gyro_y', real, (row) => row.reading.gyro[1]),
  column('gyro_z', real, (row) => row.reading.gyro[2]),
  column('pressure', real, (row) => row.reading.pressure),
  column('fsr', real, (row) => row.reading.fsr),
  column('confidence', real, (row) => row.confidence),
  column('samples', bytea, ({ reading }) => (reading.samples ? packSamples(reading.samples) : null)),
]

const stateColumns: Column[] = [
  column('last_seen', timestamptz, (row) => row.heardAt),
  column('signal', smallint, (row) => row.reading.signal),
  // It goes with the heart rate that it was made of, and has that one's time.
  column('heart_spread', real, (row) => (row.reading.heartRate === null ? null : row.heartSpread)),
  column('firmware', text, (row) => row.reading.firmware),
]

const names = (...groups: Column[][]) =>
  groups
    .flat()
    .map(({ name }) => name)
    .join(', ')

const arrays = (rows: StoredReading[], ...groups: Column[][]) =>
  groups.flat().map(({ toArray }) => toArray(rows))

/** given is the rows as PostgreSQL sees them: an array a column. */
const given = (...groups: Column[][]) => {
  const arrays = groups.flat().map(({ type }, i) => `$${i + 1}::${type}[]`)
  return `given as (select * from unnest(${arrays.join(', ')}) as t (${names(...groups)}))`
}

const insertGiven = `insert into readings (${names(columns, readingColumns)})
  select ${names(columns, readingColumns)} from given`

/** What a device reports of itself; each stays as it was last reported. */
const reported = [...columns.slice(1), ...stateColumns].map(({ name }) => name)

/** Of these it is also kept when they were reported. */
const timed = ['heart_rate', 'spo2']

/** updateStates takes over what rows of `source`, one of a device, report; `timeOf` tells when a sign was reported. */
const updateStates = (source: string, timeOf: (sign: string) => string) => {
  const values = reported.map((name) => `${name} = coalesce(given.${name}, state.${name})`)
  const times = timed.map(
    (sign) => `${sign}_at = case when given.${sign} is null then state.${sign}_at else ${timeOf(sign)} end`,
  )
  return `update device_states as state set silent = false, ${[...values, ...times].join(', ')}
    from ${source} as given
    where state.device = given.device and (state.last_seen is null or state.last_seen <= given.last_seen)`
}

/** One statement is one commit: every reading of the batch and what its device reported last. */
const insertSql = `
  with ${given(columns, readingColumns, stateColumns)},
    updated as (${updateStates('given', () => 'given.last_seen')}) ${insertGiven}`

/** insertReadings stores readings of different devices, one of each; the database refuses a time that is taken. */
export async function insertReadings(db: Db, rows: StoredReading[]): Promise<void> {
  await db.query(insertSql, arrays(rows, columns, readingColumns, stateColumns), 'insert-readings')
}

const insertHistorySql = `
  with ${given(columns, readingColumns)}, stored as (${insertGiven} on conflict do nothing returning 1)
  select count(*)::int as stored from stored`

/**
 * Each value comes from the newest reading that reported it, and a sign with that reading's time. Readings older than
 * what the device has said since say nothing: locked, the state cannot move on in between.
 */
const newestOf = (name: string) =>
  `(array_agg(given.${name} order by given.at desc) filter (where given.${name} is not null))[1] as ${name}`
const updateSql = `
  with ${given(columns, [at], stateColumns)},
    known as (
      select device, last_seen from device_states where device in (select device from given) for no key update
    ), newest as (
      select given.device, ${reported.map(newestOf).join(', ')},
        ${timed.map((sign) => `max(given.last_seen) filter (where given.${sign} is not null) as ${sign}_at`).join(', ')}
      from given join known on known.device = given.device
      where known.last_seen is null or known.last_seen <= given.last_seen
      group by given.device
    )
  ${updateStates('newest', (sign) => `given.${sign}_at`)}`

/** insertHistory stores several readings of one device and what they report last. It answers how many were not there yet. */
export async function insertHistory(tx: Db, rows: StoredReading[]): Promise<number> {
  const [result] = await tx.query<{ stored: number }>(insertHistorySql, arrays(rows, columns, readingColumns))
  await tx.query(updateSql, arrays(rows, columns, [at], stateColumns))
  return result?.stored ?? 0
}

/**
 * lockBackfillCredit gives what a device may still hand in, as it was noted last, and holds it until the transaction
 * ends. The device comes first, as in a deletion: a row that is changed twice in a transaction has its foreign key checked
 * again, and the two would wait for each other.
 */
export async function lockBackfillCredit(
  tx: Db,
  device: number,
): Promise<{ creditMs: number | null; at: Date | null }> {
  await tx.query('select from devices where number = $1 for key share', [device])
  const [row] = await tx.query<{ creditMs: number | null; at: Date | null }>(
    `select backfill_credit_ms as "creditMs", backfilled_at as at from device_states where device = $1
     for no key update`,
    [device],
  )
  return row ?? { creditMs: null, at: null }
}

export async function setBackfillCredit(tx: Db, device: number, creditMs: number, at: Date): Promise<void> {
  await tx.query('update device_states set backfill_credit_ms = $2, backfilled_at = $3 where device = $1', [
    device,
    creditMs,
    at,
  ])
}
