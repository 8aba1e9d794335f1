import { randomUUID } from 'node:crypto'
import { lockDeviceOwner, type Raised, type Said } from '../../alerting/incidents/device-calls.ts'
import { endSilence } from '../../alerting/monitoring/silence.service.ts'
import { noteSign } from '../../alerting/monitoring/watches.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { appendDeviceChange } from '../../platform/events/device-notifications.ts'
import { msPerDay, msPerMinute, msPerSecond } from '../../platform/lib/duration.ts'
import { invalidFields, refusal } from '../../platform/lib/errors.ts'
import { deviceAddress } from '../../platform/lib/external-id.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { insertDeviceLogs, type NewDeviceLog, noteHeard, setDeviceKind } from '../devices/devices.service.ts'
import { registerDeviceIn } from '../devices/registration.ts'
import type { Detection } from '../ingest/assessment.ts'
import type { DeviceEvent } from './device-event.ts'
import * as store from './device-events.store.ts'
import { followBattery } from './event-battery.ts'
import { eventKinds } from './event-effects.ts'
import { fallsInWindow, type ImpactWindow } from './impact-window.ts'

/** Who says what happened, and for which devices they may speak. */
export type EventSource =
  /** The owner of a device key, or of a session: an unknown device becomes theirs. An admin also speaks for shared devices. */
  | { type: 'ACCOUNT'; userId: string }
  /** A topic or a webhook that an admin named: only for devices that were assigned to it. An unknown one is refused. */
  | {
      type: 'INTAKE'
      /** Asked once the device is locked, so that what was taken from a source is not acted on a moment later. */
      isAssigned: (tx: Db, device: EventDevice) => boolean | Promise<boolean>
      /** Messages of other devices come the same way, and wait behind those of this one. */
      isGateway: boolean
    }

/** The device of an event, as far as a source is asked about it. */
export interface EventDevice {
  id: string
  number: number
}

/** What came of an event: it opened an incident, joined one, was recorded, or was known already. */
export const deviceEventActions = [...store.storedActions, 'REPEATED'] as const
export type DeviceEventAction = (typeof deviceEventActions)[number]

export interface DeviceEventOutcome {
  eventId: string
  action: DeviceEventAction
  incidentId: string | null
}

/** How long the id of an event means the same event, and how long the same type does without one. */
const repeatableMs = 7 * msPerDay
const sameEventMs = 10 * msPerSecond
/** An event that arrives later than this has notified nobody when it was news. */
const lateAfterMs = 15 * msPerMinute
/** A clock that is a little ahead is no reason to refuse a call for help. */
const clockToleranceMs = msPerMinute

/**
 * Records an event of a device with all that comes of it, in one transaction; what it returns is true after the commit.
 * It throws 400 for a time in the future, 403 for a device of somebody else, one that is not assigned to the source or is
 * disabled, 404 for one that a source does not know, and 409 for an owner who has too many devices. `isFlood` says that the
 * device says more than it may: what it says again is only counted.
 */
export async function recordDeviceEvent(
  ctx: Context,
  source: EventSource,
  event: DeviceEvent,
  isFlood = false,
): Promise<DeviceEventOutcome> {
  const said = saidBy(event, ctx.now())
  // Before the transaction: the networks take milliseconds, in which it would hold a connection and the device.
  const falls = event.window ? await findFalls(ctx.db, source, event, event.window, said.at) : []
  const pool = eventKinds[event.event].isCall ? ctx.db.reserved : ctx.db
  const { outcome, silent } = await pool.transaction(async (tx) => {
    const device = await lockDevice(ctx, tx, source, event)
    const outcome = await recordIn(ctx, tx, device, event, { ...said, falls }, isFlood)
    return { outcome, silent: device.hasSilenceAlarm ? device : undefined }
  })
  // The event is stored; that the device is no longer silent is found again with the next one.
  if (silent)
    await endSilence(ctx, silent).catch((error) =>
      ctx.log.warn({ err: error, deviceId: silent.id }, 'the silence of a device could not be ended'),
    )
  return outcome
}

function saidBy({ at: given, detail }: DeviceEvent, now: Date): Said {
  if (given && given.getTime() > now.getTime() + clockToleranceMs)
    throw invalidFields({ at: fieldMessage('IN_FUTURE') })
  const at = given && given < now ? given : now
  return { at, late: now.getTime() - at.getTime() > lateAfterMs, detail }
}

/** Returns the device, locked with its owner, or registers it; throws 403, 404 or 409. */
async function lockDevice(
  ctx: Context,
  tx: Db,
  source: EventSource,
  { externalId, event }: DeviceEvent,
): Promise<store.ReportingDevice> {
  const address = deviceAddress(externalId)
  let found = await store.findReportingDevice(tx, address)
  if (!found) {
    if (source.type === 'INTAKE') throw refusal('DEVICE_NOT_FOUND')
    const { userId } = source
    await registerDeviceIn(ctx, tx, { userId, externalId, kind: eventKinds[event].deviceKind })
    found = await store.findReportingDevice(tx, address)
  }
  if (!found) throw refusal('DEVICE_NOT_FOUND')
  if (source.type === 'ACCOUNT') await assertMaySpeak(tx, source, found)
  // The owner is locked before the device, as in a deletion, to avoid deadlocks.
  if (!(await lockDeviceOwner(tx, found))) throw refusal('OTHER_OWNER')
  const device = await store.lockReportingDevice(tx, found.number)
  if (!device || device.userId !== found.userId) throw refusal('OTHER_OWNER')
  if (source.type === 'INTAKE') await assertMaySpeak(tx, source, device)
  if (device.disabled) throw refusal('DEVICE_DISABLED')
  return device
}

async function assertMaySpeak(tx: Db, source: EventSource, device: store.ReportingDevice): Promise<void> {
  const { userId } = device
  const may =
    source.type === 'INTAKE'
      ? await source.isAssigned(tx, { id: device.id, number: device.number })
      : userId === null
        ? await store.isActiveAdmin(tx, source.userId)
        : userId === source.userId
  if (!may) throw refusal('OTHER_OWNER')
}

async function recordIn(
  ctx: Context,
  tx: Db,
  device: store.ReportingDevice,
  event: DeviceEvent,
  said: Said & { falls: Detection[] },
  isFlood: boolean,
): Promise<DeviceEventOutcome> {
  const now = ctx.now()
  const known = await findRepeated(tx, device.number, event, said.at, now, isFlood)
  if (known) {
    await store.countRepeat(tx, known.id)
    return { eventId: event.eventId ?? known.eventId, action: 'REPEATED', incidentId: known.incidentId }
  }
  const { act, isCall, isSignOfLife } = eventKinds[event.event]
  const { batteryLevel = null, window } = event
  const confidence = window ? Math.max(0, ...said.falls.map((fall) => fall.confidence)) : event.confidence
  const result =
    said.late && !mayActLate(event, isCall)
      ? undefined
      : await act?.(ctx, tx, device, { ...said, confidence })
  const outcome = outcomeOf(result)
  const id = randomUUID()
  const eventId = event.eventId ?? id
  await store.insertEvent(tx, {
    ...{
      id,
      device: device.number,
      eventId,
      type: event.event,
      at: said.at,
      receivedAt: now,
      late: said.late,
    },
    ...{ batteryLevel, confidence: confidence ?? null, detail: event.detail ?? null, window, ...outcome },
  })
  if (isSignOfLife && device.userId !== null) await noteSign(ctx, tx, device.userId, said.at)
  const lowBattery = await followBattery(ctx, tx, device, batteryLevel)
  const logs = logsOf(device, event, lowBattery, now)
  if (logs.length > 0) await insertDeviceLogs(tx, logs)
  const { deviceKind } = eventKinds[event.event]
  if (device.kind === 'OTHER' && deviceKind !== 'OTHER') await setDeviceKind(tx, device.number, deviceKind)
  // Whoever sets the device up sees it arrive.
  if (event.event === 'test') await appendDeviceChange(ctx, tx, device)
  await noteHeard(tx, device.number, now, batteryLevel)
  return { eventId, ...outcome }
}

/** Returns the falls in the motion around an impact. */
async function findFalls(
  db: Db,
  source: EventSource,
  { externalId }: DeviceEvent,
  window: ImpactWindow,
  at: Date,
): Promise<Detection[]> {
  const senderId = source.type === 'ACCOUNT' ? source.userId : null
  return fallsInWindow(window, at, await store.findSensitivity(db, deviceAddress(externalId), senderId))
}

/** What ends something still does so late, and notifies nobody. */
const mayActLate = ({ event }: DeviceEvent, isCall = false) =>
  (isCall && event !== 'assist') ||
  event === 'bed_return' ||
  event === 'sos_cancelled' ||
  event === 'fall_cleared'

function outcomeOf(result: Raised | string | undefined): {
  action: store.StoredAction
  incidentId: string | null
} {
  if (result === undefined) return { action: 'RECORDED', incidentId: null }
  if (typeof result === 'string') return { action: 'RECORDED', incidentId: result }
  return { action: result.isNew ? 'OPENED' : 'JOINED', incidentId: result.id }
}

/** Returns the event that this one repeats. */
async function findRepeated(
  tx: Db,
  device: number,
  { event: type, eventId }: DeviceEvent,
  at: Date,
  now: Date,
  isFlood: boolean,
): Promise<store.StoredEvent | undefined> {
  if (eventId !== undefined) {
    const known = await store.findEvent(tx, device, eventId)
    if (known && now.getTime() - known.receivedAt.getTime() < repeatableMs) return known
    if (known) await store.freeEventId(tx, known.id)
    if (!isFlood) return undefined
  }
  const spanMs = isFlood ? eventKinds[type].spacingMs : sameEventMs
  const span = [-spanMs, spanMs].map((ms) => new Date(at.getTime() + ms)) as [Date, Date]
  return store.findEventOfType(tx, device, type, span)
}

function logsOf(
  { number: device, isMarkedSilent }: store.ReportingDevice,
  { event, batteryLevel, detail }: DeviceEvent,
  isBatteryLow: boolean,
  at: Date,
): NewDeviceLog[] {
  const logs: NewDeviceLog[] = []
  if (isMarkedSilent) logs.push({ device, type: 'INFO', message: 'Device back online', at })
  const percent = batteryLevel === undefined ? '' : `: ${Math.round(batteryLevel)} %`
  if (isBatteryLow) logs.push({ device, type: 'WARNING', message: `Low battery${percent}`, at })
  const { log } = eventKinds[event]
  if (!log || (event === 'battery' && isBatteryLow)) return logs
  const [type, message] = log
  const about = event === 'battery' ? percent : detail ? `: ${detail}` : ''
  return [...logs, { device, type, message: message + about, at }]
}
