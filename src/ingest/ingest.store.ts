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

type Column = [name: string, type: string, value: (row: StoredReading) => number | string | boolean | null]

/** What a reading and its device's latest values have in common, and then what only one of them has. */
const columns: Column[] = [
  ['device', 'int', (row) => row.device],
  ['uptime_ms', 'bigint', (row) => row.reading.uptimeMs],
  ['battery', 'real', (row) => real(row.reading.battery)],
  ['heart_rate', 'smallint', (row) => row.reading.heartRate],
  ['spo2', 'smallint', (row) => row.reading.spo2],
  ['health_score', 'smallint', (row) => row.healthScore],
  ['wifi', 'boolean', (row) => row.reading.wifi],
  ['bluetooth', 'boolean', (row) => row.reading.bluetooth],
  ['sensors_initialized', 'boolean', (row) => row.reading.sensorsInitialized],
]

const readingColumns: Column[] = [
  ['at', 'timestamptz', (row) => row.at.toISOString()],
  ['accel_x', 'real', (row) => real(row.reading.accel[0])],
  ['accel_y', 'real', (row) => real(row.reading.accel[1])],
  ['accel_z', 'real', (row) => real(row.reading.accel[2])],
  ['gyro_x', 'real', (row) => real(row.reading.gyro[0])],
  ['gyro_y', 'real', (row) => real(row.reading.gyro[1])],
  ['gyro_z', 'real', (row) => real(row.reading.gyro[2])],
  ['pressure', 'real', (row) => real(row.reading.pressure)],
  ['fsr', 'real', (row) => real(row.reading.fsr)],
  ['confidence', 'real', (row) => real(row.confidence)],
  ['samples', 'bytea', ({ reading }) => (reading.samples ? hex(packSamples(reading.samples)) : null)],
]

const stateColumns: Column[] = [
  ['last_seen', 'timestamptz', (row) => row.heardAt.toISOString()],
  ['signal', 'smallint', (row) => row.reading.signal],
  ['heart_spread', 'real', (row) => real(row.heartSpread)],
  ['firmware', 'text', (row) => quoted(row.reading.firmware)],
]

const hex = (bytes: Buffer) => `"\\\\x${bytes.toString('hex')}"`

/** A four-byte number cannot be as small as this; PostgreSQL would refuse it rather than call it zero. */
function real(value: number | null): number | null {
  return value !== null && Math.abs(value) < 1e-37 ? 0 : value
}

function quoted(text: string | null): string | null {
  return text === null ? null : `"${text.replace(/[\\"]/g, '\\$&')}"`
}

/** literal writes an array the way PostgreSQL reads it; the driver's own conversion took half as long again. */
function literal(rows: StoredReading[], value: Column[2]): string {
  let text = '{'
  for (let i = 0; i < rows.length; i++) {
    if (i > 0) text += ','
    const item = value(rows[i] as StoredReading)
    text += item === null ? 'NULL' : item
  }
  return `${text}}`
}

const names = (...groups: Column[][]) =>
  groups
    .flat()
    .map(([name]) => name)
    .join(', ')

/** given is the rows as PostgreSQL sees them: an array a column. */
const given = (...groups: Column[][]) => {
  const arrays = groups.flat().map(([, type], i) => `$${i + 1}::${type}[]`)
  return `given as (select * from unnest(${arrays.join(', ')}) as t (${names(...groups)}))`
}

const insertGiven = `insert into readings (${names(columns, readingColumns)})
  select ${names(columns, readingColumns)} from given`

/** What a device does not report stays as it was last reported. */
const latest = [...columns.slice(1), ...stateColumns].map(
  ([name]) => `${name} = coalesce(given.${name}, state.${name})`,
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
  const values = [columns, readingColumns, stateColumns].flat().map(([, , value]) => literal(rows, value))
  await db.query(insertSql, values, 'insert-readings')
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
  const literals = (of: StoredReading[], ...groups: Column[][]) =>
    groups.flat().map(([, , value]) => literal(of, value))
  const [result] = await tx.query<{ stored: number }>(
    insertHistorySql,
    literals(rows, columns, readingColumns),
  )
  await tx.query(updateSql, literals([rows.reduce(merge)], columns, stateColumns))
  return result?.stored ?? 0
}

/** merge gives the newer of two readings, with what only the older one reported. */
function merge(a: StoredReading, b: StoredReading): StoredReading {
  const [older, newer] = a.at <= b.at ? [a, b] : [b, a]
  const reported = Object.entries(newer.reading).filter(([, value]) => value !== null)
  return { ...newer, reading: { ...older.reading, ...(Object.fromEntries(reported) as object) } }
}
