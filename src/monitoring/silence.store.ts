import type { Db } from '../db/database.ts'
import { msPerSecond } from '../lib/duration.ts'
import { batteryHistoryMinutes, intervalCount, maxSilenceDays } from './silence-evidence.ts'

/** SilentDevice is a device that has become silent, or came back. */
export interface SilentDevice {
  id: string
  number: number
  userId: string
  lastSeen: Date
  /** Since when it is silent while the service was there to receive readings. */
  since: Date
  /** After how long it counts as silent. */
  silentAfterSeconds: number
}

const usualIntervals = 3
const minSilenceSeconds = 300
/** A device that lost its connection, as its last will says, is silent sooner; a connection that flaps is back by then. */
const disconnectedSilenceSeconds = 120

/** A device was charging if its battery had risen by so many points within half an hour. */
const chargedPoints = 2
const maxChargingHours = 12

const usualIntervalSeconds = `(
  select percentile_cont(0.5) within group (order by extract(epoch from gap)) from (
    select at - lag(at) over (order by at) as gap from (
      select at from readings where readings.device = quiet.number and at <= quiet.last_seen
      order by at desc limit ${intervalCount + 1}
    ) as newest
  ) as gaps where gap is not null
)`

/** batteryBefore is the battery level that a device last reported at least so many minutes before its last reading. */
const batteryBefore = (minutes: number) => `(
  select battery from readings
  where readings.device = quiet.number and battery is not null
    and at <= quiet.last_seen - interval '${minutes} minutes'
    and at > quiet.last_seen - interval '${minutes + 10} minutes'
  order by at desc limit 1
)`
const lowestBefore = `least(${[5, 10, 20, batteryHistoryMinutes - 10].map(batteryBefore).join(', ')})`

const wasCharging = `coalesce(quiet.battery - ${lowestBefore} >= ${chargedPoints}, false)`

interface QuietDevice extends Omit<SilentDevice, 'silentAfterSeconds'> {
  /** The limit of the patient; null for the automatic one. */
  setSeconds: number | null
  /** Its last will says that it lost its connection after its last reading. */
  disconnected: boolean
}

/**
 * listSilentDevices returns the devices that have become silent and are not marked. Readings are looked at only for
 * devices that have been quiet for a while: planning a statement on all partitions takes longer than the rest. Those that
 * it looks at are never packed.
 */
export async function listSilentDevices(db: Db, now: Date, watchedFrom: Date): Promise<SilentDevice[]> {
  const quiet = await listQuietDevices(db, now, watchedFrom)
  if (quiet.length === 0) return []
  const limits = await db.query<{ number: number; seconds: number }>(
    `with limited as materialized (
       select quiet.number, quiet.last_seen, state.battery, coalesce(set_seconds,
         case when disconnected then ${disconnectedSilenceSeconds} end,
         greatest(${minSilenceSeconds}, ceil(${usualIntervals} * ${usualIntervalSeconds})::int)) as seconds,
         coalesce((alarms ->> 'ignoreSilenceWhileCharging')::boolean, true) as ignores_charging
       from unnest($1::int[], $2::timestamptz[], $3::int[], $5::boolean[])
         as quiet (number, last_seen, set_seconds, disconnected)
       join device_states as state on state.device = quiet.number
       join devices on devices.number = quiet.number
       left join monitoring_settings on patient_id = devices.user_id
     )
     select number, seconds from limited as quiet
     where not (ignores_charging and last_seen > $4::timestamptz - interval '${maxChargingHours} hours' and ${wasCharging})`,
    [
      quiet.map(({ number }) => number),
      quiet.map(({ lastSeen }) => lastSeen),
      quiet.map(({ setSeconds }) => setSeconds),
      now,
      quiet.map(({ disconnected }) => disconnected),
    ],
  )
  const secondsOf = new Map(limits.map(({ number, seconds }) => [number, seconds]))
  return quiet.flatMap(({ setSeconds: _, disconnected: __, ...device }) => {
    const silentAfterSeconds = secondsOf.get(device.number)
    if (silentAfterSeconds === undefined) return []
    const silenceMs = now.getTime() - device.since.getTime()
    return silenceMs >= silentAfterSeconds * msPerSecond ? [{ ...device, silentAfterSeconds }] : []
  })
}

/** listQuietDevices returns the devices that have sent nothing for the shortest time that can be a silence. */
function listQuietDevices(db: Db, now: Date, watchedFrom: Date): Promise<QuietDevice[]> {
  return db.query(
    `select devices.id, devices.number, devices.user_id as "userId", state.last_seen as "lastSeen",
            greatest(state.last_seen, $2) as since, (alarms ->> 'silentAfterMinutes')::int * 60 as "setSeconds",
            coalesce(lost.at >= state.last_seen, false) as disconnected
     from device_states as state join devices on devices.number = state.device
     left join monitoring_settings on patient_id = devices.user_id
     left join device_disconnections as lost on lost.device = devices.number
     where state.last_seen > $1::timestamptz - interval '${maxSilenceDays} days' and not devices.disabled
       and greatest(state.last_seen, $2) <= $1::timestamptz - interval '1 second' *
         coalesce((alarms ->> 'silentAfterMinutes')::int * 60,
           case when lost.at >= state.last_seen then ${disconnectedSilenceSeconds} else ${minSilenceSeconds} end)
       and coalesce((alarms ->> 'silentEnabled')::boolean, true)
       and not exists (
         select from device_alarms as raised
         where raised.device = state.device and raised.alarm = 'DEVICE_SILENT' and not raised.sending
       )
     order by devices.number`,
    [now, watchedFrom],
  )
}

/**
 * insertSilences marks devices as silent that have not sent since, and returns them with whether their connection is
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
     join device_states as state on state.device = devices.number
     where not devices.disabled and state.last_seen <= given.last_seen
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

/** findSilence locks the mark of a silent device until the transaction ends. */
export async function findSilence(tx: Db, device: number): Promise<{ unstable: boolean } | undefined> {
  const [row] = await tx.query<{ unstable: boolean }>(
    `select unstable from device_alarms
     where device = $1 and alarm = 'DEVICE_SILENT' and not sending and not outage for update`,
    [device],
  )
  return row
}

/** markUnstable keeps the alarm of a device, whether it sends now or not. */
export async function markUnstable(tx: Db, device: number, sending: boolean): Promise<void> {
  await tx.query(
    `update device_alarms set unstable = true, sending = $2, urgent = urgent and not $2
     where device = $1 and alarm = 'DEVICE_SILENT'`,
    [device, sending],
  )
}

/** deleteOutageMarks unmarks those of the devices that were part of an outage, and returns their numbers. */
export async function deleteOutageMarks(tx: Db, devices: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ device: number }>(
    `delete from device_alarms where device = any ($1::int[]) and alarm = 'DEVICE_SILENT' and outage
     returning device`,
    [devices],
  )
  return rows.map(({ device }) => device)
}

/** insertConnectionChange returns the number of changes of the device after a time, this one included. */
export async function insertConnectionChange(
  tx: Db,
  device: number,
  at: Date,
  countedAfter: Date,
): Promise<number> {
  await tx.query('insert into connection_changes (device, at) values ($1, $2)', [device, at])
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from connection_changes where device = $1 and at > $2',
    [device, countedAfter],
  )
  return row?.count ?? 0
}

export async function deleteConnectionChanges(db: Db, before: Date): Promise<void> {
  await db.query('delete from connection_changes where at <= $1', [before])
}

const silentColumns = `devices.id, devices.number, devices.user_id as "userId", state.last_seen as "lastSeen",
  alarm.since, alarm.silent_after_seconds as "silentAfterSeconds"`
const silentDevices = `device_alarms as alarm join devices on devices.number = alarm.device
  join device_states as state on state.device = alarm.device`

/** listLongSilences returns the devices that have been silent since a time and whose alarm is not urgent yet. */
export async function listLongSilences(db: Db, since: Date): Promise<SilentDevice[]> {
  return db.query(
    `select ${silentColumns} from ${silentDevices}
     where alarm.alarm = 'DEVICE_SILENT' and not sending and not outage and not urgent and alarm.since <= $1`,
    [since],
  )
}

/** setUrgent returns false if the device is not silent any more, or the alarm is urgent already. */
export async function setUrgent(tx: Db, device: number): Promise<boolean> {
  const rows = await tx.query(
    `update device_alarms set urgent = true
     where device = $1 and alarm = 'DEVICE_SILENT' and not sending and not urgent returning device`,
    [device],
  )
  return rows.length > 0
}

/** listCalmConnections returns the unstable devices without a change after a time. */
export async function listCalmConnections(db: Db, since: Date): Promise<SilentDevice[]> {
  return db.query(
    `select ${silentColumns} from ${silentDevices}
     where unstable and not exists (
       select from connection_changes as change where change.device = alarm.device and change.at > $1
     )`,
    [since],
  )
}

/**
 * endInstability ends the unstable connection of a device, whose alarm then ends, too, if it sends; undefined if there
 * was a change meanwhile.
 */
export async function endInstability(
  tx: Db,
  device: number,
  since: Date,
): Promise<{ sending: boolean } | undefined> {
  const [row] = await tx.query<{ sending: boolean }>(
    `update device_alarms as alarm set unstable = false
     where device = $1 and alarm = 'DEVICE_SILENT' and unstable and not exists (
       select from connection_changes as change where change.device = alarm.device and change.at > $2
     )
     returning sending`,
    [device, since],
  )
  return row
}

export async function listOutageMarks(db: Db): Promise<SilentDevice[]> {
  return db.query(
    `select ${silentColumns} from ${silentDevices} where alarm.alarm = 'DEVICE_SILENT' and outage order by number`,
  )
}

/** leaveOutage makes the silence of a device its own; false if the device is back. */
export async function leaveOutage(tx: Db, device: number): Promise<boolean> {
  const rows = await tx.query(
    `update device_alarms set outage = false where device = $1 and alarm = 'DEVICE_SILENT' and outage
     returning device`,
    [device],
  )
  return rows.length > 0
}

/** countSilences returns how many devices sent after a time, and how many of the other devices became silent after one. */
export async function countSilences(
  db: Db,
  activeSince: Date,
  silentSince: Date,
): Promise<{ active: number; silent: number }> {
  const [row] = await db.query<{ active: number; silent: number }>(
    `select (select count(*)::int from device_states join devices on number = device
             where last_seen > $1 and not disabled) as active,
            (select count(*)::int from device_alarms
             where alarm = 'DEVICE_SILENT' and not sending and not outage and since > $2) as silent`,
    [activeSince, silentSince],
  )
  return row ?? { active: 0, silent: 0 }
}

export interface Watch {
  /** When the service looked before; null at the first time. */
  previousLook: Date | null
  /** Since when it looks without a gap. */
  watchedFrom: Date
}

/** continueWatch stores that the service looks for silent devices now; undefined, and nothing stored, after a gap. */
export async function continueWatch(db: Db, now: Date, maxGapMs: number): Promise<Watch | undefined> {
  const [watch] = await db.query<Watch>(
    `update device_watch set last_look = $1 where last_look > $2
     returning last_look as "previousLook", watched_from as "watchedFrom"`,
    [now, new Date(now.getTime() - maxGapMs)],
  )
  return watch
}

/** startWatch does the same after a gap, with which watching begins anew, and at the first time. */
export async function startWatch(tx: Db, now: Date): Promise<Watch> {
  const [row] = await tx.query<Watch>(
    `with before as (select last_look from device_watch)
     insert into device_watch (last_look, watched_from) values ($1, 'epoch')
     on conflict (only_row) do update set last_look = excluded.last_look, watched_from = excluded.last_look
     returning (select last_look from before) as "previousLook", watched_from as "watchedFrom"`,
    [now],
  )
  return row ?? { previousLook: null, watchedFrom: now }
}
