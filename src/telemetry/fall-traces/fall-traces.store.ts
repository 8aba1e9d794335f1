import { arrayOf, bigint, bytea, real, smallint } from '../../platform/db/binary-arrays.ts'
import type { Db } from '../../platform/db/database.ts'
import { rowsOf } from '../packing/reading-row.ts'
import { mergeTables, type ReadingTable, toMicroseconds, toTimestamp } from '../packing/reading-table.ts'
import { unpackSamples } from '../packing/samples.ts'
import { readStoredReadings } from '../packing/stored-readings.ts'

/** The numbers that a trace keeps of the readings, with their types; each is an array in the table of traces. */
const numbers = {
  uptime_ms: bigint,
  accel_x: real,
  accel_y: real,
  accel_z: real,
  gyro_x: real,
  gyro_y: real,
  gyro_z: real,
  pressure: real,
  fsr: real,
  confidence: real,
  heart_rate: smallint,
  spo2: smallint,
}
const numberNames = Object.keys(numbers) as (keyof typeof numbers)[]
const columns = ['at', ...numberNames, 'samples']

const list = (write: (column: string) => string) => columns.map(write).join(', ')

/** Devices send a reading a second; a trace has room for as many as three of each second. */
const maxReadings = 200

/** Two for each impact: the windows of both looks. */
const maxImpacts = 20

/** The time that a trace covers; both ends are inclusive. */
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

/** Returns the readings of a window while they are kept, oldest first. */
export async function listStoredReadings(db: Db, deviceId: string, window: Window): Promise<TraceReading[]> {
  const rows = rowsOf(await readWindow(db, deviceId, window))
  return rows.map((row) => ({
    timestamp: row.timestamp,
    uptime: row.uptime,
    accel: row.accel,
    gyro: row.gyro,
    pressure: row.pressure,
    fsr: row.fsr,
    fallConfidence: row.fallConfidence,
    heartRate: row.heartRate,
    spo2: row.spo2,
    samples: row.samples,
  }))
}

async function readWindow(db: Db, deviceId: string, window: Window): Promise<ReadingTable> {
  const { from, to } = window
  const [device] = await db.query<{ number: number }>('select number from devices where id = $1', [deviceId])
  if (!device) return { at: [], values: {} }
  const readings = await readStoredReadings(db, device.number, {
    from: toMicroseconds(from),
    before: toMicroseconds(to) + 1,
    order: 'asc',
    limit: maxReadings,
    withSamples: true,
  })
  const impacts = await readImpacts(db, device.number, window)
  return impacts.at.length === 0 ? readings : mergeTables([readings, impacts])
}

/** Returns the motion that came with impacts as readings: a device that decides alone sends no others. */
async function readImpacts(db: Db, device: number, { from, to }: Window): Promise<ReadingTable> {
  const impacts = await db.query<{ at: Date; samples: Buffer; confidence: number | null }>(
    `select at, samples, confidence from device_events
     where device = $1 and type = 'impact' and at between $2 and $3 order by at limit ${maxImpacts}`,
    [device, from, to],
  )
  const hardest = impacts.map(({ samples }) => hardestOf(samples))
  const column = (i: number) => hardest.map((row) => row[i] ?? 0)
  return {
    at: impacts.map(({ at }) => toMicroseconds(at)),
    values: {
      uptime_ms: impacts.map(() => 0),
      ...{ accel_x: column(0), accel_y: column(1), accel_z: column(2) },
      ...{ gyro_x: column(3), gyro_y: column(4), gyro_z: column(5) },
      confidence: impacts.map(({ confidence }) => confidence ?? 0),
    },
    samples: impacts.map(({ samples }) => samples),
  }
}

function hardestOf(samples: Buffer): number[] {
  const { values } = unpackSamples(samples)
  const force = ([x = 0, y = 0, z = 0]: number[]) => Math.hypot(x, y, z)
  return values.reduce((hardest, row) => (force(row) > force(hardest) ? row : hardest), [])
}

/** Returns the readings of a trace, oldest first. */
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

/** Whether all readings of a fall that can arrive have been copied. */
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
 * Copies the readings of a window into the trace of a fall. A trace never becomes shorter: the readings of a
 * deleted device are gone.
 */
export async function copyReadings(db: Db, fallId: string, deviceId: string, window: Window): Promise<void> {
  const { at, values, samples } = await readWindow(db, deviceId, window)
  if (at.length === 0) return
  const types = ['timestamptz', ...numberNames.map((name) => numbers[name].name), 'bytea']
  await db.query(
    `update fall_traces set ${columns.map((name, i) => `${name} = $${i + 2}::${types[i]}[]`).join(', ')}
     where fall_id = $1 and cardinality($2::timestamptz[]) >= cardinality(at)`,
    [
      fallId,
      at.map(toTimestamp),
      ...numberNames.map((name) => arrayOf(numbers[name], values[name] ?? at.map(() => null))),
      arrayOf(bytea, samples ?? at.map(() => null)),
    ],
  )
}

/** Sets when the readings of a fall are copied next; null if never again. */
export async function setTraceDue(db: Db, fallId: string, dueAt: Date | null): Promise<void> {
  await db.query('update fall_traces set due_at = $2 where fall_id = $1', [fallId, dueAt])
}

/** Deletes the traces of falls before a time, and returns their number; the falls stay. */
export async function deleteTracesBefore(db: Db, time: Date, most: number): Promise<number> {
  const deleted = await db.query(
    `delete from fall_traces where fall_id in (
       select fall_traces.fall_id from falls join fall_traces on fall_traces.fall_id = falls.id
       where falls.created_at < $1 and fall_traces.due_at is null
       order by falls.created_at limit $2
     ) returning fall_id`,
    [time, most],
  )
  return deleted.length
}
