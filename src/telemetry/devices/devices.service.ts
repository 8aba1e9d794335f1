import semver from 'semver'
import { assertMayChangeDevice, assertMayReadDevice } from '../../accounts/access/policy.ts'
import type { Sessions } from '../../accounts/auth/sessions.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Page, PageResult } from '../../platform/db/page.ts'
import { appendDeviceChange, notifyDeviceChange } from '../../platform/events/device-notifications.ts'
import { refusal } from '../../platform/lib/errors.ts'
import type { Device, Placement } from './device.ts'
import { deleteKeysOfDevice } from './device-keys.store.ts'
import { type LogQuery, listDeviceLogs } from './device-logs.store.ts'
import { deviceStatus, lastHeardAt } from './device-status.ts'
import {
  deleteDevice,
  findDevice,
  listDevicesOfUser,
  renameDevice,
  updateOwnerPlacement,
  updateReportedPlacement,
} from './devices.store.ts'

export {
  deleteLogsOf,
  insertDeviceLog,
  insertDeviceLogs,
  type LogType,
  type NewDeviceLog,
} from './device-logs.store.ts'
export {
  findDeviceNumbers,
  findDevices,
  findWornDevices,
  learnIntervals,
  noteHeard,
  setDeviceKind,
  type WornDevice,
} from './devices.store.ts'

/** Returns a device if the caller may read it, or throws 404 or 403. */
export async function getReadableDevice(ctx: Context, caller: Caller, id: string): Promise<Device> {
  const device = await getDevice(ctx, id)
  await assertMayReadDevice(ctx.db, caller.actor, device)
  return device
}

export async function renameOwnDevice(
  ctx: Context,
  caller: Caller,
  id: string,
  name: string,
): Promise<Device> {
  assertMayChangeDevice(caller.actor, await getDevice(ctx, id))
  await ctx.db.transaction(async (tx) => {
    await renameDevice(tx, id, name, ctx.now())
    await appendDeviceChange(ctx, tx, { id, userId: caller.actor.id })
    const message = 'Device renamed'
    const subjectId = caller.actor.id
    await recordAuditEntry(ctx, tx, caller, { action: 'device.renamed', message, subjectId })
  })
  return getDevice(ctx, id)
}

/** Sets where the owner wears a device; with `unknown`, the reported placement applies. */
export async function setOwnPlacement(
  ctx: Context,
  caller: Caller,
  id: string,
  placement: Placement,
): Promise<Device> {
  const { userId, macAddress } = await getDevice(ctx, id)
  assertMayChangeDevice(caller.actor, { userId })
  await ctx.db.transaction(async (tx) => {
    const isChanged = await updateOwnerPlacement(tx, id, placement, ctx.now())
    if (!isChanged) return
    await notifyDeviceChange(tx, macAddress)
    await appendDeviceChange(ctx, tx, { id, userId })
    const message = 'Placement of a device changed'
    const action = 'device.placement_changed'
    await recordAuditEntry(ctx, tx, caller, { action, message, subjectId: userId })
  })
  return getDevice(ctx, id)
}

/**
 * Stores the reported placement and returns the effective one. It returns undefined, and
 * changes nothing, if the device has sent something newer.
 */
export async function changeReportedPlacement(
  ctx: Context,
  number: number,
  placement: Placement,
  at: Date,
): Promise<Placement | undefined> {
  return ctx.db.reserved.transaction(async (tx) => {
    const device = await updateReportedPlacement(tx, number, placement, at)
    if (device) await notifyDeviceChange(tx, device.macAddress)
    return device?.placement
  })
}

/**
 * Deletes a device with its logs and, in the background, its readings; falls stay with the person. A key that was made
 * for the device ends with it: whoever has it would register the device again.
 */
export async function deleteOwnDevice(
  ctx: Context,
  caller: Caller,
  sessions: Sessions,
  id: string,
): Promise<Device> {
  const device = await getDevice(ctx, id)
  assertMayChangeDevice(caller.actor, device)
  await sessions.alter(caller.actor.id, async (tx) => {
    await deleteKeysOfDevice(tx, id)
    if (!(await deleteDevice(tx, id))) throw refusal('DEVICE_NOT_FOUND')
    await notifyDeviceChange(tx, device.macAddress)
    const message = 'Device deleted'
    await recordAuditEntry(ctx, tx, caller, { action: 'device.deleted', message, subjectId: device.userId })
  })
  return device
}

export async function listReadableLogs(ctx: Context, caller: Caller, id: string, query: LogQuery) {
  const device = await getReadableDevice(ctx, caller, id)
  const { logs, total } = await listDeviceLogs(ctx.db, device.number, query)
  return { logs: logs.map((log) => ({ ...log, deviceId: device.id })), total, ownerId: device.userId }
}

/** Lists the devices of a user, by default the newest first. */
export function listDevicesOf(ctx: Context, userId: string, page: Page): Promise<PageResult<Device>> {
  return listDevicesOfUser(ctx.db, userId, page)
}

async function getDevice(ctx: Context, id: string): Promise<Device> {
  const device = await findDevice(ctx.db, id)
  if (!device) throw refusal('DEVICE_NOT_FOUND')
  return device
}

export function deviceView(device: Device, now: Date) {
  const { id, userId, externalId, name, kind, createdAt, updatedAt, site, ward, room } = device
  return {
    id,
    userId,
    // The contract has a text here; a device without a MAC address has its own id.
    macAddress: externalId,
    externalId,
    kind,
    expectedEverySeconds: device.expectedEverySeconds ?? device.learnedEverySeconds,
    place: userId === null ? { site, ward, room } : null,
    name,
    status: deviceStatus(device, now),
    lastSeen: lastHeardAt(device),
    batteryLevel: device.battery,
    firmwareVersion: device.firmware,
    createdAt,
    updatedAt,
  }
}

export function deviceStatusView(device: Device, now: Date, latestFirmware: string | undefined) {
  return {
    deviceId: device.id,
    status: deviceStatus(device, now),
    batteryLevel: device.battery,
    signalStrength: device.signal,
    lastDataPoint: lastHeardAt(device),
    sensorsInitialized: device.sensorsInitialized,
    wifiConnected: device.wifi,
    bluetoothConnected: device.bluetooth,
    uptime: device.uptimeMs,
    firmwareVersion: device.firmware,
    updateAvailable: isOlder(device.firmware, latestFirmware),
  }
}

/** False if either version is unknown or invalid. */
function isOlder(version: string | null, latest: string | undefined): boolean {
  return Boolean(semver.valid(version) && latest && version && semver.lt(version, latest))
}
