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

const readingColumns: Column[] = [
  column('at', timestamptz, (row) => row.at),
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
  column('heart_spread', real, (row) => row.heartSpread),
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

/** What a device does not report stays as it was last reported. */
const latest = [...columns.slice(1), ...stateColumns].map(
  ({ name }) => `${name} = coalesce(given.${name}, state.${name})`,
)

/** reportedAt keeps when a sign was last reported. */
const reportedAt = (name: string) =>
  `${name}_at = case when given.${name} is null then state.${name}_at else given.last_seen end`

const updateStates = `update device_states as state set silent = false, ${latest.join(', ')},
  ${reportedAt('heart_rate')}, ${reportedAt('spo2')}
  from given
  where state.device = given.device and (state.last_seen is null or state.last_seen <= given.last_seen)`

/** One statement is one commit: every reading of the batch and what its device reported last. */
const insertSql = `
  with ${given(columns, readingColumns, stateColumns)}, updated as (${updateStates}) ${insertGiven}`

/** insertReadings stores readings of different devices, one of each; the database refuses a time that is taken. */
export async function insertReadings(db: Db, rows: StoredReading[]): Promise<void> {
  await db.query(insertSql, arrays(rows, columns, readingColumns, stateColumns), 'insert-readings')
}

const insertHistorySql = `
  with ${given(columns, readingColumns)}, stored as (${insertGiven} on conflict do nothing returning 1)
  select count(*)::int as stored from stored`
const updateSql = `with ${given(columns, stateColumns)} ${updateStates}`

/**
 * insertHistory stores several readings of one device, of which the newest tells how it is doing. It answers how
 * many were not there yet.
 */
export async function insertHistory(tx: Db, rows: StoredReading[]): Promise<number> {
  const [result] = await tx.query<{ stored: number }>(insertHistorySql, arrays(rows, columns, readingColumns))
  await tx.query(updateSql, arrays([rows.reduce(merge)], columns, stateColumns))
  return result?.stored ?? 0
}

/** merge gives the newer of two readings, with what only the older one reported. */
function merge(a: StoredReading, b: StoredReading): StoredReading {
  const [older, newer] = a.at <= b.at ? [a, b] : [b, a]
  const reported = Object.entries(newer.reading).filter(([, value]) => value !== null)
  return { ...newer, reading: { ...older.reading, ...(Object.fromEntries(reported) as object) } }
}
