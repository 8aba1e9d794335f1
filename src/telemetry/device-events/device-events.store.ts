import type { WatchedDevice } from '../../alerting/monitoring/watches.service.ts'
import type { Sensitivity } from '../../detection/confidence.ts'
import type { Db } from '../../platform/db/database.ts'
import { listPage, type Page, type PageResult } from '../../platform/db/page.ts'
import type { DeviceKind } from '../devices/device.ts'
import { packSamples } from '../packing/samples.ts'
import type { DeviceEventType } from './device-event.ts'
import type { ImpactWindow } from './impact-window.ts'

/** What came of a stored event. */
export const storedActions = ['OPENED', 'JOINED', 'RECORDED'] as const
export type StoredAction = (typeof storedActions)[number]

/** A device as far as its events need it. */
export interface ReportingDevice extends WatchedDevice {
  kind: DeviceKind
  disabled: boolean
  battery: number | null
  /** Its log says that it is silent, or an alarm does. */
  isMarkedSilent: boolean
  hasSilenceAlarm: boolean
}

const columns = `devices.id, devices.number, devices.user_id as "userId", devices.site, devices.ward, devices.room,
  devices.watched_from as "watchedFrom", devices.watched_to as "watchedTo", devices.kind, devices.disabled, state.battery,
  state.silent as "isMarkedSilent", exists (
    select from device_alarms where device_alarms.device = devices.number and alarm = 'DEVICE_SILENT' and not sending
  ) as "hasSilenceAlarm"`
const from = 'devices cross join lateral device_state(devices.number) as state'

export async function findReportingDevice(db: Db, address: string): Promise<ReportingDevice | undefined> {
  const [device] = await db.query<ReportingDevice>(
    `select ${columns} from ${from} where devices.mac = $1`,
    [address],
    'find-reporting-device',
  )
  return device
}

/** Lets events of a device wait for each other until the transaction ends; undefined if it does not exist any more. */
export async function lockReportingDevice(tx: Db, number: number): Promise<ReportingDevice | undefined> {
  const [device] = await tx.query<ReportingDevice>(
    `select ${columns} from ${from} where devices.number = $1 for no key update of devices`,
    [number],
    'lock-reporting-device',
  )
  return device
}

/** Returns how easily motion of the owner of a device raises an alarm; one that has none yet is its sender's. */
export async function findSensitivity(
  db: Db,
  address: string,
  senderId: string | null,
): Promise<Sensitivity> {
  const [owner] = await db.query<{ sensitivity: Sensitivity }>(
    `select sensitivity from users
     where id = coalesce((select user_id from devices where mac = $1), $2::uuid)`,
    [address, senderId],
    'find-sensitivity-of-owner',
  )
  return owner?.sensitivity ?? 'normal'
}

/** True for an account that may speak for shared devices. */
export async function isActiveAdmin(db: Db, userId: string): Promise<boolean> {
  const rows = await db.query(`select from users where id = $1 and role = 'ADMIN' and status = 'active'`, [
    userId,
  ])
  return rows.length > 0
}

export interface StoredEvent {
  id: string
  eventId: string
  type: DeviceEventType
  at: Date
  receivedAt: Date
  late: boolean
  batteryLevel: number | null
  confidence: number | null
  detail: string | null
  action: StoredAction
  incidentId: string | null
  /** How often it was said again. */
  repeats: number
}

interface NewEvent extends Omit<StoredEvent, 'repeats'> {
  device: number
  /** The motion that came with it. */
  window: ImpactWindow | undefined
}

const eventColumns = `id, event_id as "eventId", type, at, received_at as "receivedAt", late,
  battery as "batteryLevel", confidence, detail, action, incident_id as "incidentId", repeats`

export async function findEvent(tx: Db, device: number, eventId: string): Promise<StoredEvent | undefined> {
  const [event] = await tx.query<StoredEvent>(
    `select ${eventColumns} from device_events where device = $1 and event_id = $2`,
    [device, eventId],
    'find-device-event',
  )
  return event
}

/** Returns the last event of the same type that happened between two times. */
export async function findEventOfType(
  tx: Db,
  device: number,
  type: DeviceEventType,
  [from, to]: readonly [Date, Date],
): Promise<StoredEvent | undefined> {
  const [event] = await tx.query<StoredEvent>(
    `select ${eventColumns} from device_events
     where device = $1 and type = $2 and at between $3 and $4
     order by at desc limit 1`,
    [device, type, from, to],
    'find-device-event-of-type',
  )
  return event
}

/** Counts an event that is said again. */
export async function countRepeat(tx: Db, id: string): Promise<void> {
  await tx.query('update device_events set repeats = repeats + 1 where id = $1', [id], 'count-device-event')
}

/** Frees the id of an event that is too old to be repeated. */
export async function freeEventId(tx: Db, id: string): Promise<void> {
  await tx.query('update device_events set event_id = id::text where id = $1', [id])
}

export async function insertEvent(tx: Db, { device, ...event }: NewEvent): Promise<void> {
  await tx.query(
    `insert into device_events (id, device, event_id, type, at, received_at, late, battery, confidence, detail, action,
                                incident_id, samples)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      ...[event.id, device, event.eventId, event.type, event.at, event.receivedAt, event.late],
      ...[event.batteryLevel, event.confidence, event.detail, event.action, event.incidentId],
      event.window ? packSamples(event.window) : null,
    ],
    'insert-device-event',
  )
}

export function listEvents(db: Db, device: number, page: Page): Promise<PageResult<StoredEvent>> {
  return listPage(
    db,
    {
      columns: eventColumns,
      from: 'device_events',
      where: 'device = $1',
      values: [device],
      id: 'device_events.id',
      sorts: { received_at: 'device_events.received_at' },
    },
    page,
  )
}

/** The events of each device beyond its newest that nobody repeats any more. */
const surplus = `
  select id from (
    select id, received_at, row_number() over (partition by device order by received_at desc, id desc) as place
    from device_events
  ) as placed where place > $2 and received_at < $1`

export async function deleteSurplusEvents(db: Db, before: Date, kept: number): Promise<number> {
  return (await db.query(`delete from device_events where id in (${surplus}) returning id`, [before, kept]))
    .length
}
