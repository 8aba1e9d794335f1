import { healthScore } from '../../../src/detection/health-score.ts'
import type { Db } from '../../../src/platform/db/database.ts'
import { msPerDay, msPerHour, msPerMinute } from '../../../src/platform/lib/duration.ts'
import type { Reading } from '../../../src/telemetry/ingest/reading.ts'
import { ensurePartitionsOf } from '../../../src/telemetry/packing/reading-partitions.ts'
import { packSamples } from '../../../src/telemetry/packing/samples.ts'
import { createChance } from '../../simulate/chance.ts'
import { createVitals } from '../../simulate/vitals.ts'
import { firmware } from '../../simulate/wearable.ts'
import { type HousePatient, sends } from './house.ts'

/** A reading of the history, as the service would have stored it. */
export interface PastReading {
  at: Date
  reading: Reading
  confidence: number
}

/** The last days are as dense as charts of a day need, and the weeks before as dense as charts of months do. */
const denseDays = 3
export const historyDays = 56

/** Everybody has worn the device for so long before now, even at night: a house in which all devices are silent says nothing. */
const wornBeforeNowMs = 45 * msPerMinute

/** A full battery is down to a third in the evening. */
const dischargePerHour = 4

/** Gives the vital signs of a patient, oldest first; nobody wears a device at night. */
export function pastReadings(patient: HousePatient, seed: number, now: Date): PastReading[] {
  const { resident, number } = patient
  // The wearables that live afterwards begin with the same seed, and are of the same person.
  const vitals = createVitals(createChance(seed, number, 2), { level: 100, drain: 0 })
  const chance = createChance(seed, number, 5)
  const end = now.getTime() - (sends(patient) ? 0 : msPerDay + chance.whole(20, 180) * msPerMinute)
  const denseFrom = now.getTime() - denseDays * msPerDay
  const [wakes, retires] = [chance.between(6.2, 7.4), chance.between(21.4, 22.9)]
  const nap = chance.between(13.2, 14.5)
  const past: PastReading[] = []
  for (let at = now.getTime() - historyDays * msPerDay; at < end; ) {
    const hour = hourOf(at)
    const isWorn =
      (hour > wakes && hour < retires) || (sends(patient) && now.getTime() - at < wornBeforeNowMs)
    const isNapping = Math.abs(hour - nap) < 0.5
    const effort = isNapping ? 0.05 : 0.25 + 0.2 * Math.sin((hour - 7) / 2) + chance.between(-0.1, 0.25)
    const { heart_rate, spo2, pressure, fsr } = vitals({ height: 0.9, load: isNapping ? 0.05 : 0.4 }, effort)
    if (isWorn) {
      const battery = Math.max(30, 100 - Math.max(0, hour - wakes) * dischargePerHour)
      const reading = calmReading(
        { heartRate: heart_rate, spo2, pressure, fsr, battery },
        at % 1e9,
        chance.noise(),
      )
      past.push({ at: new Date(at), reading, confidence: 0 })
    }
    at += at < denseFrom ? msPerHour : msPerMinute
  }
  if (resident.wearable === 'low battery') runDown(past, now)
  return past
}

/** A device that was not charged last night. */
function runDown(past: readonly PastReading[], now: Date): void {
  for (const { at, reading } of past) {
    const hoursAgo = (now.getTime() - at.getTime()) / msPerHour
    if (hoursAgo < 24) reading.battery = Math.min(95, lowBattery + hoursAgo * 2.5)
  }
}

/** In percent: below 20, from which on the service raises an alarm, and not yet urgent. */
export const lowBattery = 14

const hourOf = (at: number) => {
  const time = new Date(at)
  return time.getHours() + time.getMinutes() / 60
}

type Signs = Pick<Reading, 'heartRate' | 'spo2' | 'pressure' | 'fsr' | 'battery'>

function calmReading(signs: Signs, uptimeMs: number, noise: number): Reading {
  return {
    ...signs,
    uptimeMs: Math.round(uptimeMs),
    accel: [0.3 + noise * 0.1, 9.7 + noise * 0.05, 0.8],
    gyro: [noise, 0.5, -0.4],
    wifi: true,
    bluetooth: true,
    sensorsInitialized: true,
    firmware,
    signal: -62,
    placement: null,
    button: null,
  }
}

/** Makes room for the readings of the history. */
export function createPartitions(db: Db, now: Date): Promise<void> {
  const days = Array.from({ length: historyDays + 2 }, (_, i) => new Date(now.getTime() - i * msPerDay))
  return ensurePartitionsOf(db, days)
}

/** Writes history into the database of a throwaway service: the API does not take readings so old. */
export async function insertPastReadings(
  db: Db,
  deviceId: string,
  past: readonly PastReading[],
): Promise<void> {
  const columns: [
    name: string,
    type: string,
    read: (past: PastReading) => number | string | null | undefined,
  ][] = [
    ['at', 'timestamptz', ({ at }) => at.toISOString()],
    ['uptime_ms', 'bigint', ({ reading }) => reading.uptimeMs],
    ['accel_x', 'real', ({ reading }) => reading.accel[0]],
    ['accel_y', 'real', ({ reading }) => reading.accel[1]],
    ['accel_z', 'real', ({ reading }) => reading.accel[2]],
    ['gyro_x', 'real', ({ reading }) => reading.gyro[0]],
    ['gyro_y', 'real', ({ reading }) => reading.gyro[1]],
    ['gyro_z', 'real', ({ reading }) => reading.gyro[2]],
    ['pressure', 'real', ({ reading }) => reading.pressure],
    ['fsr', 'real', ({ reading }) => reading.fsr],
    ['battery', 'real', ({ reading }) => reading.battery],
    ['confidence', 'real', ({ confidence }) => confidence],
    ['heart_rate', 'smallint', ({ reading }) => reading.heartRate],
    ['spo2', 'smallint', ({ reading }) => reading.spo2],
    ['health_score', 'smallint', ({ reading }) => scoreOf(reading)],
    ['samples', 'bytea', ({ reading }) => reading.samples && asBytea(packSamples(reading.samples))],
  ]
  const names = columns.map(([name]) => name).join(', ')
  const arrays = columns.map(([, type], i) => `$${i + 2}::${type}[]`).join(', ')
  await db.query(
    `insert into readings (device, ${names}, wifi, bluetooth, sensors_initialized)
     select (select number from devices where id = $1), given.*, true, true, true
     from unnest(${arrays}) as given (${names})
     on conflict do nothing`,
    // Written here, because the driver looks for something to escape in each of half a million values.
    [deviceId, ...columns.map(([, , read]) => `{${past.map((row) => read(row) ?? 'null').join(',')}}`)],
  )
}

/** Writes readings instead of those of the same time: a calm one within a fall would be a jump. */
export async function replacePastReadings(
  db: Db,
  deviceId: string,
  past: readonly PastReading[],
): Promise<void> {
  await db.query(
    `delete from readings
     where device = (select number from devices where id = $1) and at between $2 and $3`,
    [deviceId, past[0]?.at, past.at(-1)?.at],
  )
  await insertPastReadings(db, deviceId, past)
}

const asBytea = (bytes: Buffer) => `"\\\\x${bytes.toString('hex')}"`

/** Writes what a device that sends no more was last heard to say. */
export async function insertLastState(db: Db, deviceId: string, { at, reading }: PastReading): Promise<void> {
  await db.query(
    `update device_states set last_seen = $2, uptime_ms = $3, battery = $4, signal = $5, heart_rate = $6,
            heart_rate_at = $2, spo2 = $7, spo2_at = $2, health_score = $8, wifi = true, bluetooth = true,
            sensors_initialized = true, firmware = $9, silent = now() - $2 > interval '30 minutes'
     from devices where number = device and devices.id = $1`,
    [
      deviceId,
      at,
      reading.uptimeMs,
      reading.battery,
      reading.signal,
      reading.heartRate,
      reading.spo2,
      scoreOf(reading),
      reading.firmware,
    ],
  )
}

const scoreOf = ({ heartRate, spo2, battery, sensorsInitialized }: Reading) =>
  healthScore({
    ...{ heartRate, battery, sensorsInitialized, oxygenSaturation: spo2, heartRateSpread: null },
    recentFalls: 0,
  })
