import type pg from 'pg'
import { openDatabase } from '../../../src/platform/db/database.ts'
import type { Api } from '../../simulate/api.ts'
import { createLibrary, type Library } from '../../simulate/library.ts'
import type { Credentials } from '../../simulate/people.ts'
import type { Receivers } from '../receivers.ts'
import { createAccounts } from './accounts.ts'
import { writeHistory } from './history.ts'
import { type House, type HousePatient, sends } from './house.ts'
import { writeMessages } from './past-messages.ts'
import { writeNotes } from './past-notes.ts'
import { lowBattery } from './past-readings.ts'

export interface FurnishOptions {
  /** The database of the same service, which must be a throwaway one: the API cannot write the past. */
  connection: pg.ClientConfig
  /** An admin of the service, which is otherwise empty. */
  admin: Credentials
  /** The same seed gives the same lives. */
  seed?: number
  /** The password of everybody but the admin. */
  password?: string
  now?: Date
  /** Makes the caregivers and the admin reachable by e-mail and ntfy; the service must know the receivers (`receivers.settings`). */
  receivers?: Receivers
  /** The motions of the wearers, if the caller goes on with the same; must be of the same seed. */
  library?: Library
  signal?: AbortSignal
}

export const demoPassword = 'Lindenhof-2026!'

/**
 * Fills an empty service: twelve patients with a wearable each, three caregivers, eight weeks of falls and
 * vital signs, messages, notes, one low battery and one silent wearable. Everybody else's wearable has just sent a reading.
 * It takes some seconds. RATE_LIMIT_GLOBAL must be off.
 */
export async function furnishHouse(api: Api, options: FurnishOptions): Promise<House> {
  const { connection, seed = 1, password = demoPassword, now = new Date(), signal } = options
  const { library = createLibrary({ seed, hz: houseHz }) } = options
  const house = await createAccounts(api, {
    ...{ admin: options.admin, seed, password, signal },
    receivers: options.receivers,
  })
  // Nobody waits for a request here, and the machine may be busy.
  const database = openDatabase({ ...connection, connectionTimeoutMillis: 60_000 }, () => {})
  try {
    const db = database.background
    await writeHistory(db, house, { now, library, signal })
    await writeMessages(db, house, now)
    await writeNotes(db, house, now)
  } finally {
    await database.close()
  }
  await Promise.all(house.patients.filter(sends).map((patient) => sendFirstReadings(api, patient, signal)))
  return house
}

/** Samples per second of the wearables. */
export const houseHz = 50

/** Sends through the API. Two readings raise the alarm of a low battery. */
async function sendFirstReadings(
  api: Api,
  { resident, wearable }: HousePatient,
  signal?: AbortSignal,
): Promise<void> {
  const isLow = resident.wearable === 'low battery'
  for (let n = 0; n < (isLow ? 2 : 1); n++) {
    const body = {
      ...{ device_id: wearable.mac, uptime_ms: 1000 + n * 1000 },
      ...{ accel_x: 0.3, accel_y: 9.7, accel_z: 0.8, gyro_x: 0.4, gyro_y: 0.5, gyro_z: -0.4 },
      ...{ heart_rate: 68, spo2: 97, sensors_initialized: true, signal_strength: -62 },
      battery_level: isLow ? lowBattery : wearable.battery,
    }
    await api.ask('POST', '/device/sensor-stream', { token: wearable.key, body, signal })
  }
}
