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
}

type Column = [name: string, type: string, value: (row: StoredReading) => number | string | boolean | null]

const readingColumns: Column[] = [
  ['device', 'int', (row) => row.device],
  ['at', 'timestamptz', (row) => row.at.toISOString()],
  ['uptime_ms', 'bigint', (row) => row.reading.uptimeMs],
  ['accel_x', 'real', (row) => real(row.reading.accel[0])],
  ['accel_y', 'real', (row) => real(row.reading.accel[1])],
  ['accel_z', 'real', (row) => real(row.reading.accel[2])],
  ['gyro_x', 'real', (row) => real(row.reading.gyro[0])],
  ['gyro_y', 'real', (row) => real(row.reading.gyro[1])],
  ['gyro_z', 'real', (row) => real(row.reading.gyro[2])],
  ['pressure', 'real', (row) => real(row.reading.pressure)],
  ['fsr', 'real', (row) => real(row.reading.fsr)],
  ['battery', 'real', (row) => real(row.reading.battery)],
  ['confidence', 'real', (row) => real(row.confidence)],
  ['heart_rate', 'smallint', (row) => row.reading.heartRate],
  ['spo2', 'smallint', (row) => row.reading.spo2],
  ['health_score', 'smallint', (row) => row.healthScore],
  ['wifi', 'boolean', (row) => row.reading.wifi],
  ['bluetooth', 'boolean', (row) => row.reading.bluetooth],
  ['sensors_initialized', 'boolean', (row) => row.reading.sensorsInitialized],
  [
    'samples',
    'bytea',
    (row) => (row.reading.samples && `"\\\\x${packSamples(row.reading.samples).toString('hex')}"`) || null,
  ],
]

const stateColumns: Column[] = [
  ['device', 'int', (row) => row.device],
  ['last_seen', 'timestamptz', (row) => row.heardAt.toISOString()],
  ['uptime_ms', 'bigint', (row) => row.reading.uptimeMs],
  ['battery', 'real', (row) => real(row.reading.battery)],
  ['signal', 'smallint', (row) => row.reading.signal],
  ['heart_rate', 'smallint', (row) => row.reading.heartRate],
  ['spo2', 'smallint', (row) => row.reading.spo2],
  ['health_score', 'smallint', (row) => row.healthScore],
  ['wifi', 'boolean', (row) => row.reading.wifi],
  ['bluetooth', 'boolean', (row) => row.reading.bluetooth],
  ['sensors_initialized', 'boolean', (row) => row.reading.sensorsInitialized],
  ['firmware', 'text', (row) => quoted(row.reading.firmware)],
]

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

const unnest = (columns: Column[], first: number) =>
  `unnest(${columns.map(([, type], i) => `$${first + i}::${type}[]`).join(', ')}) as given (${names(columns)})`
const names = (columns: Column[]) => columns.map(([name]) => name).join(', ')

/** What a device does not report stays as it was last reported. */
const sticky = stateColumns.slice(1).map(([name]) => `${name} = coalesce(given.${name}, state.${name})`)

/** One statement is one commit: every reading of the batch and what its device reported last. */
const insertSql = `
  with stored as (
    insert into readings (${names(readingColumns)})
    select * from ${unnest(readingColumns, 1)}
    on conflict do nothing
    returning 1
  ), updated as (
    update device_states as state set silent = false, ${sticky.join(', ')}
    from ${unnest(stateColumns, 1 + readingColumns.length)}
    where state.device = given.device and (state.last_seen is null or state.last_seen <= given.last_seen)
  )
  select count(*)::int as stored from stored`

/** insertReadings stores the readings that are not there yet, and answers how many those were. */
export async function insertReadings(db: Db, rows: StoredReading[]): Promise<number> {
  const newest = newestOfEach(rows)
  const [result] = await db.query<{ stored: number }>(
    insertSql,
    [
      ...readingColumns.map(([, , value]) => literal(rows, value)),
      ...stateColumns.map(([, , value]) => literal(newest, value)),
    ],
    'insert-readings',
  )
  return result?.stored ?? 0
}

/** newestOfEach gives one row for each device, with the last value that it reported of everything. */
function newestOfEach(rows: StoredReading[]): StoredReading[] {
  const newest = new Map<number, StoredReading>()
  for (const row of rows) {
    const other = newest.get(row.device)
    newest.set(row.device, other ? merge(other, row) : row)
  }
  return [...newest.values()]
}

function merge(a: StoredReading, b: StoredReading): StoredReading {
  const [older, newer] = a.at <= b.at ? [a, b] : [b, a]
  const reported = Object.entries(newer.reading).filter(([, value]) => value !== null)
  return { ...newer, reading: { ...older.reading, ...(Object.fromEntries(reported) as object) } }
}
