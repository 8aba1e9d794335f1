import type { Place } from '../../accounts/residences/place.ts'
import { isRecentFall } from '../../alerting/falls/recent-falls.ts'
import type { RaisedAlarm } from '../../alerting/monitoring/alarm.ts'
import type { AlarmSettings } from '../../alerting/monitoring/monitoring-settings.ts'
import { lastHeard } from '../../alerting/monitoring/silence-evidence.ts'
import type { Sensitivity } from '../../detection/confidence.ts'
import type { Db } from '../../platform/db/database.ts'
import { listPage, type Page, type PageResult } from '../../platform/db/page.ts'
import {
  type Device,
  type DeviceCount,
  type DeviceKind,
  type DeviceSettings,
  deviceColumns,
  effectivePlacement,
  type Placement,
  withState,
} from './device.ts'

const selectDevice = `select ${deviceColumns} from ${withState}`

export async function findDevice(db: Db, id: string): Promise<Device | undefined> {
  const [device] = await db.query<Device>(`${selectDevice} where devices.id = $1`, [id], 'find-device')
  return device
}

/** Returns those that exist, in no particular order. */
export function findDevices(db: Db, ids: readonly string[]): Promise<Device[]> {
  return db.query(`${selectDevice} where devices.id = any($1)`, [ids], 'find-devices')
}

export async function findDeviceByMac(db: Db, mac: string): Promise<Device | undefined> {
  const [device] = await db.query<Device>(
    `${selectDevice} where devices.mac = $1`,
    [mac],
    'find-device-by-mac',
  )
  return device
}

export interface WornDevice extends Device {
  /** A shared device sends no readings. */
  userId: string
  /** The number of recent falls of its owner. */
  recentFalls: number
  /** The sensitivity of the owner. */
  sensitivity: Sensitivity
  /** What the owner's alarm settings deviate in from the defaults; null for nothing. */
  alarmSettings: Partial<AlarmSettings> | null
  /** The alarms that are raised; null for none. */
  raisedAlarms: RaisedAlarm[] | null
}

/** More falls do not lower the score further, and counting all of a user with endless falls would take long. */
const maxRecentFalls = 50

/** Where the states are distributed, those of more devices are read at once. */
const fewDevices = 3
const withStatesOfMany = `devices join states_of_devices(array(select number from devices where mac = any($1))) as state
  on state.device = devices.number`

/** Returns those that exist, in no particular order. */
export async function findWornDevices(db: Db, macs: string[], fallsSince: Date): Promise<WornDevice[]> {
  const isLong = db.isDistributed && macs.length > fewDevices
  return db.query(
    `select ${deviceColumns},
            (select count(*)::int from (
               select from falls where falls.user_id = devices.user_id and ${isRecentFall('$2')}
               limit ${maxRecentFalls}
             ) as recent) as "recentFalls",
            (select sensitivity from users where users.id = devices.user_id) as sensitivity,
            (select alarms from monitoring_settings where patient_id = devices.user_id) as "alarmSettings",
            (select json_agg(json_build_object('alarm', alarm, 'urgent', urgent,
                                               'silentAfterSeconds', silent_after_seconds))
             from device_alarms where device_alarms.device = devices.number and not sending) as "raisedAlarms"
     from ${isLong ? withStatesOfMany : withState} where devices.mac = any($1) and devices.user_id is not null`,
    [macs, fallsSince],
    isLong ? 'find-many-worn-devices' : 'find-worn-devices',
  )
}

/** Returns the number of each device, or undefined where there is none. */
export async function findDeviceNumbers(db: Db, macs: string[]): Promise<(number | undefined)[]> {
  const rows = await db.query<{ mac: string; number: number }>(
    'select mac, number from devices where mac = any($1)',
    [macs],
    'find-device-numbers',
  )
  const numbers = new Map(rows.map(({ mac, number }) => [mac, number]))
  return macs.map((mac) => numbers.get(mac))
}

export function listDevicesOfUser(db: Db, userId: string, page: Page): Promise<PageResult<Device>> {
  return listPage(
    db,
    {
      columns: deviceColumns,
      from: withState,
      where: 'devices.user_id = $1',
      values: [userId],
      id: 'devices.id',
      sorts: { created_at: 'devices.created_at' },
    },
    page,
  )
}

export interface NewDevice extends Place {
  id: string
  userId: string | null
  macAddress: string
  /** Null for a MAC address. */
  externalId: string | null
  kind: DeviceKind
  expectedEverySeconds: number | null
  watchedFrom: string | null
  watchedTo: string | null
  name: string
  createdAt: Date
}

/** Returns undefined, and inserts nothing, if there is a device with that MAC address. */
export async function insertDevice(tx: Db, device: NewDevice): Promise<number | undefined> {
  const [row] = await tx.query<{ number: number }>(
    `insert into devices (id, user_id, mac, name, created_at, updated_at, external_id, kind, expected_every_seconds,
                          site, ward, room, watched_from, watched_to)
     values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (mac) do nothing
     returning number`,
    [
      ...[device.id, device.userId, device.macAddress, device.name, device.createdAt, device.externalId],
      ...[device.kind, device.expectedEverySeconds, device.site, device.ward, device.room],
      ...[device.watchedFrom, device.watchedTo],
    ],
  )
  if (row) await tx.query('insert into device_states (device) values ($1)', [row.number])
  return row?.number
}

/**
 * Locks the user's row, so that nobody else adds a device meanwhile. It returns undefined if there is no
 * such user.
 */
export async function countDevices(tx: Db, userId: string): Promise<DeviceCount | undefined> {
  const owner = await tx.query('select 1 from users where id = $1 for no key update', [userId])
  if (owner.length === 0) return undefined
  const [count] = await tx.query<DeviceCount>(
    `select count(*) filter (where not replaced)::int as "inUse", count(*)::int as "withReplaced"
     from devices where user_id = $1`,
    [userId],
  )
  return count
}

/** Whether the user has another device that is enabled. */
export async function hasOtherDevices(tx: Db, userId: string, id: string): Promise<boolean> {
  const others = await tx.query(
    'select 1 from devices where user_id = $1 and id <> $2 and not disabled limit 1',
    [userId, id],
  )
  return others.length > 0
}

export async function renameDevice(db: Db, id: string, name: string, at: Date): Promise<void> {
  await db.query('update devices set name = $2, updated_at = $3 where id = $1', [id, name, at])
}

/** Returns false if there is nothing to change. */
export async function updateOwnerPlacement(
  tx: Db,
  id: string,
  placement: Placement,
  at: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `update devices set owner_placement = $2, updated_at = $3 where id = $1 and owner_placement <> $2
     returning id`,
    [id, placement, at],
  )
  return rows.length > 0
}

/** Returns undefined, and changes nothing, if the device has sent readings after that time. */
export async function updateReportedPlacement(
  tx: Db,
  number: number,
  reported: Placement,
  at: Date,
): Promise<Pick<Device, 'macAddress' | 'placement'> | undefined> {
  const [device] = await tx.query<Pick<Device, 'macAddress' | 'placement'>>(
    `update devices set reported_placement = $2 from device_state($1) as state
     where devices.number = $1 and state.last_seen <= $3
     returning devices.mac as "macAddress", ${effectivePlacement}`,
    [number, reported, at],
  )
  return device
}

/** Returns false if there is nothing to change. A device that was replaced cannot be enabled. */
export async function setDisabled(tx: Db, id: string, disabled: boolean, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `update devices set disabled = $2, updated_at = $3
     where id = $1 and disabled <> $2 and ($2 or not replaced) returning id`,
    [id, disabled, at],
  )
  return rows.length > 0
}

export async function markReplaced(tx: Db, id: string): Promise<void> {
  await tx.query('update devices set replaced = true where id = $1', [id])
}

/** Returns false if there is none. */
export async function deleteDevice(tx: Db, id: string): Promise<boolean> {
  return (await tx.query('delete from devices where id = $1 returning id', [id])).length > 0
}

/**
 * Marks those of the devices that have not sent since, and returns their numbers. It locks devices before their
 * states, as a deletion does, to avoid deadlocks.
 */
export async function markSilentDevices(
  tx: Db,
  silent: readonly { number: number; lastSeen: Date }[],
): Promise<number[]> {
  const numbers = silent.map(({ number }) => number)
  await tx.query('select from devices where number = any ($1::int[]) order by number for key share', [
    numbers,
  ])
  const marked = await tx.query<{ device: number }>(
    `update device_states as state set silent = true
     from unnest($1::int[], $2::timestamptz[]) as given (device, last_seen)
     where state.device = given.device and ${lastHeard} <= given.last_seen and not state.silent
     returning state.device`,
    [numbers, silent.map(({ lastSeen }) => lastSeen)],
  )
  return marked.map(({ device }) => device)
}

/** True until the next reading of a device is stored. */
export async function isMarkedSilent(db: Db, device: number): Promise<boolean> {
  const [row] = await db.query<{ silent: boolean }>(
    'select silent from device_states where device = $1',
    [device],
    'is-marked-silent',
  )
  return row?.silent ?? false
}

/** Stores that a device was heard of, which ends its silence in the log. Last in a transaction: readings wait for it. */
export async function noteHeard(
  tx: Db,
  device: number,
  at: Date,
  batteryLevel: number | null,
): Promise<void> {
  await tx.query(
    `update device_states
     set last_event_at = greatest(last_event_at, $2), battery = coalesce($3, battery), silent = false
     where device = $1`,
    [device, at, batteryLevel],
    'note-device-heard',
  )
}

/**
 * Learns how often devices say that they are alive from those that did so for some days, and returns how many: the longest
 * pause between two times counts.
 */
export async function learnIntervals(
  db: Db,
  { since, until, mostSeconds }: { since: Date; until: Date; mostSeconds: number },
): Promise<number> {
  const rows = await db.query(
    `update devices set learned_every_seconds = least($3, greatest(60, round(seen.pause)))::int
     from (
       select device, max(pause) as pause
       from (
         select device, received_at,
                extract(epoch from received_at - lag(received_at) over (partition by device order by received_at)) as pause
         from device_events where type in ('alive', 'battery') and received_at > $1
       ) as pauses
       group by device having count(pause) >= 5 and min(received_at) <= $2
     ) as seen
     where devices.number = seen.device and learned_every_seconds is null
     returning number`,
    [since, until, mostSeconds],
  )
  return rows.length
}

/** Stores what a device is that nobody knew before it said something. */
export async function setDeviceKind(tx: Db, number: number, kind: DeviceKind): Promise<void> {
  await tx.query('update devices set kind = $2 where number = $1', [number, kind])
}

/** Changes the given settings; an interval that is cleared is learned anew. */
export async function updateSettings(
  tx: Db,
  id: string,
  { name, kind, expectedEverySeconds, place, watched }: DeviceSettings,
  at: Date,
): Promise<void> {
  await tx.query(
    `update devices set updated_at = $2, name = coalesce($3, name), kind = coalesce($4, kind),
       expected_every_seconds = case when $5 then $6 else expected_every_seconds end,
       learned_every_seconds = case when $5 then null else learned_every_seconds end,
       site = case when $7 then $8 else site end, ward = case when $7 then $9 else ward end,
       room = case when $7 then $10 else room end,
       watched_from = case when $11 then $12 else watched_from end,
       watched_to = case when $11 then $13 else watched_to end
     where id = $1`,
    [
      ...[id, at, name ?? null, kind ?? null],
      ...[expectedEverySeconds !== undefined, expectedEverySeconds ?? null],
      ...[place !== undefined, place?.site ?? null, place?.ward ?? null, place?.room ?? null],
      ...[watched !== undefined, watched?.from ?? null, watched?.to ?? null],
    ],
  )
}
