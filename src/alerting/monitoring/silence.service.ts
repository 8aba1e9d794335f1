import type { Context } from '../../platform/context.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import {
  appendDeviceChange,
  appendDeviceChanges,
  notifyDevicesOfUser,
  notifyDevicesOfUsers,
} from '../../platform/events/device-notifications.ts'
import { createBatcher } from '../../platform/lib/batcher.ts'
import { msPerHour, msPerMinute } from '../../platform/lib/duration.ts'
import { raiseIncident, reopenIncident } from '../incidents/raise-incident.ts'
import { type AlarmedDevice, lockOwner, ownersOf, subjectIdOf, subjectOf } from '../model/alarmed-device.ts'
import { clearIfOver } from './alarms.service.ts'
import { deleteAlarm, findCleared, findUnresolved } from './alarms.store.ts'
import * as connection from './connection-changes.store.ts'
import * as store from './silence.store.ts'
import type { SilentDevice } from './silent-devices.store.ts'

/** A device that becomes silent again within this time reopens the incident. */
const reopenMs = 15 * msPerMinute

/** More changes within this time are an unstable connection, until there was none for as long. */
const maxChanges = 4
const instabilityMs = msPerHour

/** From then on a silence is urgent. */
const urgentAfterMs = 30 * msPerMinute

const kind = 'DEVICE_SILENT'
const ago = (ctx: Context, ms: number) => new Date(ctx.now().getTime() - ms)

/** Marks a device as silent and opens, joins or reopens its patient's incident. */
export async function markSilent(ctx: Context, device: SilentDevice): Promise<boolean> {
  return changePatient(ctx, ctx.db, device, async (tx) => {
    const [mark] = await store.insertSilences(tx, [device], false)
    if (!mark) return false
    const changes = await recordChange(ctx, tx, device)
    if (mark.unstable) return true
    await openIncident(ctx, tx, device)
    if (changes > maxChanges) await becomeUnstable(ctx, tx, device, changes, false)
    return true
  })
}

/** Returns a function that ends the silence of a device. After an outage many devices come back at once. */
export function createReturns(ctx: Context): (device: AlarmedDevice) => Promise<unknown> {
  return createBatcher(100, async (devices: AlarmedDevice[]) => {
    const returned = await returnFromOutage(ctx, devices)
    for (const device of devices) if (!returned.has(device.number)) await markBack(ctx, device)
    return devices
  })
}

/** Ends the silence of a device that says again that something happened. */
export async function endSilence(ctx: Context, device: AlarmedDevice): Promise<void> {
  const returned = await returnFromOutage(ctx, [device])
  if (!returned.has(device.number)) await markBack(ctx, device)
}

/** Unmarks the devices that were part of an outage: their patients have no incident. */
async function returnFromOutage(ctx: Context, devices: AlarmedDevice[]): Promise<ReadonlySet<number>> {
  return ctx.db.reserved.transaction(async (tx) => {
    const numbers = await store.deleteOutageMarks(
      tx,
      devices.map(({ number }) => number),
    )
    const returned = devices.filter(({ number }) => numbers.includes(number))
    if (returned.length === 0) return new Set(numbers)
    await notifyDevicesOfUsers(tx, ownersOf(returned))
    await appendDeviceChanges(ctx, tx, returned)
    return new Set(numbers)
  })
}

/** Ends the silence of a device, and the incident of its patient after the last one. */
async function markBack(ctx: Context, device: AlarmedDevice): Promise<void> {
  await changePatient(ctx, ctx.db.reserved, device, async (tx) => {
    const silence = await store.findSilence(tx, device.number)
    if (!silence) return false
    const changes = await recordChange(ctx, tx, device)
    if (silence.unstable) {
      await connection.markUnstable(tx, device.number, true)
    } else if (changes > maxChanges) {
      await becomeUnstable(ctx, tx, device, changes, true)
    } else {
      await deleteAlarm(tx, device.number, kind)
      await clearIfOver(ctx, tx, subjectIdOf(device), kind, { code: 'DEVICE_SENDS' })
    }
    return true
  })
}

/** Keeps the incident while the connection changes often; one that somebody has resolved stays so. */
async function becomeUnstable(
  ctx: Context,
  tx: Db,
  device: AlarmedDevice,
  changes: number,
  sending: boolean,
): Promise<void> {
  await connection.markUnstable(tx, device.number, sending)
  if (!(await findUnresolved(tx, subjectIdOf(device), kind))) return
  const evidence = { unstable: true, changes }
  const data = { code: 'CONNECTION_UNSTABLE', changes } as const
  await raiseIncident(ctx, tx, {
    kind,
    severity: 'LOW',
    ...subjectOf(device),
    deviceId: device.id,
    evidence,
    data,
  })
}

/** Makes silences of half an hour urgent, unless somebody has resolved their incident. */
export async function raiseLongSilences(ctx: Context): Promise<void> {
  for (const device of await store.listLongSilences(ctx.db, ago(ctx, urgentAfterMs), ctx.now())) {
    const { id, number } = device
    await changePatient(ctx, ctx.db, device, async (tx) => {
      if (!(await store.setUrgent(tx, number))) return false
      if (!(await findUnresolved(tx, subjectIdOf(device), kind))) return false
      const data = { code: 'DEVICE_STILL_SILENT', minutes: urgentAfterMs / msPerMinute } as const
      await raiseIncident(ctx, tx, { kind, severity: 'MEDIUM', ...subjectOf(device), deviceId: id, data })
      return false
    })
  }
}

/** Ends what was an unstable connection after an hour without a change. */
export async function settleConnections(ctx: Context): Promise<void> {
  const since = ago(ctx, instabilityMs)
  for (const device of await connection.listCalmConnections(ctx.db, since)) {
    const { number } = device
    await changePatient(ctx, ctx.db, device, async (tx) => {
      const ended = await connection.endInstability(tx, number, since)
      if (!ended) return false
      if (ended.sending) {
        await deleteAlarm(tx, number, kind)
        await clearIfOver(ctx, tx, subjectIdOf(device), kind, { code: 'CONNECTION_STABLE' })
      } else {
        await openIncident(ctx, tx, device)
      }
      return false
    })
  }
  await connection.deleteConnectionChanges(ctx.db, since)
}

/** Gives a device that stays silent after an outage an incident of its own. */
export async function leaveOutage(ctx: Context, device: SilentDevice): Promise<void> {
  await changePatient(ctx, ctx.db, device, async (tx) => {
    if (await store.leaveOutage(tx, device.number)) await openIncident(ctx, tx, device)
    return false
  })
}

/** Joins the unresolved incident of the patient, reopens one that has just cleared, or opens one. */
async function openIncident(ctx: Context, tx: Db, device: SilentDevice) {
  const { lastSeen } = device
  const subjectId = subjectIdOf(device)
  const data = { code: 'DEVICE_SILENT', since: lastSeen.toISOString() } as const
  const cleared =
    !(await findUnresolved(tx, subjectId, kind)) &&
    (await findCleared(tx, subjectId, kind, ago(ctx, reopenMs)))
  if (cleared) return reopenIncident(ctx, tx, cleared, data)
  const evidence = { lastSeen: lastSeen.toISOString() }
  await raiseIncident(ctx, tx, {
    kind,
    severity: 'LOW',
    ...subjectOf(device),
    deviceId: device.id,
    evidence,
    data,
  })
}

/**
 * Runs `change` while the patient is locked, and returns its result: whether the device has become silent
 * or is back, of which other processes and live streams then learn.
 */
async function changePatient(
  ctx: Context,
  db: Pick<Database, 'transaction'>,
  device: AlarmedDevice,
  change: (tx: Db) => Promise<boolean>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await lockOwner(tx, device))) return false
    const isChanged = await change(tx)
    if (!isChanged) return false
    if (device.userId) await notifyDevicesOfUser(tx, device.userId)
    await appendDeviceChange(ctx, tx, device)
    return true
  })
}

const recordChange = (ctx: Context, tx: Db, { number }: AlarmedDevice) =>
  connection.insertConnectionChange(tx, number, ctx.now(), ago(ctx, instabilityMs))
