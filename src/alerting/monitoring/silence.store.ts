import type { Db } from '../../platform/db/database.ts'
import { lastHeard } from './silence-evidence.ts'
import type { SilentDevice } from './silent-devices.store.ts'

/**
 * Marks devices as silent that have not sent since, and returns them with whether their connection is
 * unstable. A device that is marked already, was disabled or deleted is left out.
 */
export async function insertSilences(
  tx: Db,
  silent: readonly SilentDevice[],
  outage: boolean,
): Promise<{ device: number; unstable: boolean }[]> {
  return tx.query(
    `insert into device_alarms (device, alarm, since, silent_after_seconds, outage)
     select devices.number, 'DEVICE_SILENT', given.since, given.seconds, $5
     from unnest($1::int[], $2::timestamptz[], $3::timestamptz[], $4::int[]) as given (device, last_seen, since, seconds)
     join devices on devices.number = given.device
     cross join lateral device_state(devices.number) as state
     where not devices.disabled and ${lastHeard} <= given.last_seen
     order by devices.number
     for key share of devices
     on conflict (device, alarm) do update set since = excluded.since, sending = false, urgent = false,
       silent_after_seconds = excluded.silent_after_seconds
     where device_alarms.sending
     returning device, unstable`,
    [
      silent.map(({ number }) => number),
      silent.map(({ lastSeen }) => lastSeen),
      silent.map(({ since }) => since),
      silent.map(({ silentAfterSeconds }) => silentAfterSeconds),
      outage,
    ],
  )
}

/** Locks the mark of a silent device until the transaction ends. */
export async function findSilence(tx: Db, device: number): Promise<{ unstable: boolean } | undefined> {
  const [row] = await tx.query<{ unstable: boolean }>(
    `select unstable from device_alarms
     where device = $1 and alarm = 'DEVICE_SILENT' and not sending and not outage for update`,
    [device],
  )
  return row
}

export const silentColumns = `devices.id, devices.number, devices.user_id as "userId", devices.site, devices.ward,
  devices.room, ${lastHeard} as "lastSeen", alarm.since,
  alarm.silent_after_seconds as "silentAfterSeconds"`
export const silentDevices = `device_alarms as alarm join devices on devices.number = alarm.device
  cross join lateral device_state(devices.number) as state`

/**
 * Returns the devices that have been silent since a time and whose alarm is not urgent yet. One that sends no readings is
 * heard of so seldom that its silence becomes urgent only when it has lasted for twice as long as it may.
 */
export async function listLongSilences(db: Db, since: Date, now: Date): Promise<SilentDevice[]> {
  return db.query(
    `select ${silentColumns} from ${silentDevices}
     where alarm.alarm = 'DEVICE_SILENT' and not sending and not outage and not urgent and alarm.since <= $1
       and (state.last_seen is not null
         or alarm.since <= $2::timestamptz - 2 * alarm.silent_after_seconds * interval '1 second')`,
    [since, now],
  )
}

/** Returns false if the device is not silent any more, or the alarm is urgent already. */
export async function setUrgent(tx: Db, device: number): Promise<boolean> {
  const rows = await tx.query(
    `update device_alarms set urgent = true
     where device = $1 and alarm = 'DEVICE_SILENT' and not sending and not urgent returning device`,
    [device],
  )
  return rows.length > 0
}

/** Unmarks those of the devices that were part of an outage, and returns their numbers. */
export async function deleteOutageMarks(tx: Db, devices: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ device: number }>(
    `delete from device_alarms where device = any ($1::int[]) and alarm = 'DEVICE_SILENT' and outage
     returning device`,
    [devices],
  )
  return rows.map(({ device }) => device)
}

export async function listOutageMarks(db: Db): Promise<SilentDevice[]> {
  return db.query(
    `select ${silentColumns} from ${silentDevices} where alarm.alarm = 'DEVICE_SILENT' and outage order by number`,
  )
}

/** Makes the silence of a device its own; false if the device is back. */
export async function leaveOutage(tx: Db, device: number): Promise<boolean> {
  const rows = await tx.query(
    `update device_alarms set outage = false where device = $1 and alarm = 'DEVICE_SILENT' and outage
     returning device`,
    [device],
  )
  return rows.length > 0
}

/** Returns how many devices sent after a time, and how many of the other devices became silent after one. */
export async function countSilences(
  db: Db,
  activeSince: Date,
  silentSince: Date,
): Promise<{ active: number; silent: number }> {
  const [row] = await db.query<{ active: number; silent: number }>(
    `select (select count(*)::int from device_states join devices on number = device
             where greatest(last_seen, last_event_at) > $1 and not disabled) as active,
            (select count(*)::int from device_alarms
             where alarm = 'DEVICE_SILENT' and not sending and not outage and since > $2) as silent`,
    [activeSince, silentSince],
  )
  return row ?? { active: 0, silent: 0 }
}
