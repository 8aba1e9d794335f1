import type { Db } from '../db/database.ts'

/** The columns that a trace keeps of the readings; each is an array in the table of traces. */
const columns = [
  'at',
  'uptime_ms',
  'accel_x',
  'accel_y',
  'accel_z',
  'gyro_x',
  'gyro_y',
  'gyro_z',
  'pressure',
  'fsr',
  'confidence',
  'heart_rate',
  'spo2',
  'samples',
]

const list = (write: (column: string) => string) => columns.map(write).join(', ')

/** Devices send a reading a second; a trace has room for as many as three of each second. */
const maxReadings = 200

/** Window is the time that a trace covers; both ends are inclusive. */
export interface Window {
  from: Date
  to: Date
}

export interface TraceReading {
  timestamp: Date
  uptime: number
  accel: number[]
  gyro: number[]
  pressure: number | null
  fsr: number | null
  fallConfidence: number
  heartRate: number | null
  spo2: number | null
  samples: Buffer | null
}

const shown = `at as timestamp, uptime_ms::float8 as uptime, array[accel_x, accel_y, accel_z] as accel,
  array[gyro_x, gyro_y, gyro_z] as gyro, pressure, fsr, confidence as "fallConfidence", heart_rate as "heartRate",
  spo2, samples`

/** stored is the readings of the device $1 between $2 and $3. */
const stored = `select ${list((column) => column)} from readings
  where device = (select number from devices where id = $1) and at between $2 and $3
  order by at limit ${maxReadings}`

/** listStoredReadings returns the readings of a window while they are kept, oldest first. */
export function listStoredReadings(db: Db, deviceId: string, { from, to }: Window): Promise<TraceReading[]> {
  return db.query(`select ${shown} from (${stored}) as stored order by at`, [deviceId, from, to])
}

/** listCopiedReadings returns the readings of a trace, oldest first. */
export function listCopiedReadings(db: Db, fallId: string): Promise<TraceReading[]> {
  return db.query(
    `select ${shown}
     from (select copied.* from fall_traces, unnest(${list((column) => `fall_traces.${column}`)})
             as copied (${list((column) => column)})
           where fall_id = $1) as copied
     order by at`,
    [fallId],
  )
}

/** isTraceFinal is true if all readings of a fall that can arrive have been copied. */
export async function isTraceFinal(db: Db, fallId: string): Promise<boolean> {
  const rows = await db.query('select from fall_traces where fall_id = $1 and due_at is null', [fallId])
  return rows.length > 0
}

export interface DueTrace {
  fallId: string
  deviceId: string
  createdAt: Date
  updatedAt: Date
}

export function listDueTraces(db: Db, now: Date, limit: number): Promise<DueTrace[]> {
  return db.query(
    `select fall_id as "fallId", device_id as "deviceId", created_at as "createdAt", updated_at as "updatedAt"
     from fall_traces join falls on falls.id = fall_id
     where due_at <= $1
     order by due_at limit $2`,
    [now, limit],
  )
}

/**
 * copyReadings copies the readings of a window into the trace of a fall. A trace never becomes shorter: the readings of a
 * deleted device are gone.
 */
export async function copyReadings(
  db: Db,
  fallId: string,
  deviceId: string,
  { from, to }: Window,
): Promise<void> {
  await db.query(
    `with stored as (${stored}),
       found as (select ${list((column) => `array_agg(${column} order by at) as ${column}`)} from stored)
     update fall_traces set ${list((column) => `${column} = found.${column}`)}
     from found
     where fall_id = $4 and cardinality(found.at) >= cardinality(fall_traces.at)`,
    [deviceId, from, to, fallId],
  )
}

/** setTraceDue sets when the readings of a fall are copied next; null if never again. */
export async function setTraceDue(db: Db, fallId: string, dueAt: Date | null): Promise<void> {
  await db.query('update fall_traces set due_at = $2 where fall_id = $1', [fallId, dueAt])
}
