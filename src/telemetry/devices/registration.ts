import { randomUUID } from 'node:crypto'
import type { Sessions } from '../../accounts/auth/sessions.ts'
import { nowhere, type Place } from '../../accounts/residences/place.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { appendDeviceChange, notifyDeviceChange } from '../../platform/events/device-notifications.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { deviceAddress, shownExternalId } from '../../platform/lib/external-id.ts'
import type { Device, DeviceCount, DeviceKind } from './device.ts'
import { deleteKeysOfDevice } from './device-keys.store.ts'
import { insertFirstLog } from './device-logs.store.ts'
import { countDevices, deleteDevice, findDevice, findDeviceByMac, insertDevice } from './devices.store.ts'

export const maxDevicesPerUser = 10
/** Replaced devices stay with their readings; nobody has that many at once. */
export const maxDevicesWithReplaced = 50
const noDevices: DeviceCount = { inUse: 0, withReplaced: 0 }

/**
 * Creates an unknown device, for the user who sent its first reading, or connected with its key. Of concurrent
 * calls, one creates it. If the device exists, nothing happens.
 */
export async function registerDevice(ctx: Context, userId: string, externalId: string): Promise<void> {
  // Only a device with a MAC address sends readings; of another one, its first event says what it is.
  const kind = isMac(externalId) ? 'WEARABLE' : 'OTHER'
  await ctx.db.transaction((tx) => registerDeviceIn(ctx, tx, { userId, externalId, kind }))
}

const isMac = (externalId: string) => shownExternalId(externalId) === deviceAddress(externalId)

/** Does the same in a transaction, for a device that is heard of for the first time by whatever it sends. */
export async function registerDeviceIn(
  ctx: Context,
  tx: Db,
  registration: Registration & { userId: string },
): Promise<void> {
  const { userId } = registration
  const count = await countDevices(tx, userId)
  if (count === undefined) throw refusal('INVALID_TOKEN')
  const id = await createDevice(ctx, tx, registration, count)
  if (id) await appendDeviceChange(ctx, tx, { id, userId })
}

export interface Registration {
  /** Null for a shared device, which has a place. */
  userId: string | null
  externalId: string
  name?: string | undefined
  kind?: DeviceKind | undefined
  expectedEverySeconds?: number | null | undefined
  place?: Place | null | undefined
  /** The hours in which a shared bed or door is watched. */
  watched?: { from: string; to: string } | null | undefined
}

/** What is kept of a device for the one of its new owner, read before it is deleted. */
export type CarryOver = (tx: Db, device: Device) => Promise<(added: Device) => Promise<void>>

/**
 * Deletes a device with its logs and readings, as if the owner had done it: its MAC address then belongs
 * to whoever sends with it first, or at once to `newOwnerId`, before the former owner can send again. Falls stay with
 * the former owner. The keys that were made for the device end with it. A shared device keeps its name; that of
 * somebody's own may say whose it was.
 */
export async function releaseDevice(
  ctx: Context,
  caller: Caller,
  sessions: Sessions,
  id: string,
  newOwnerId?: string,
  carryOver?: CarryOver,
) {
  const found = await findDevice(ctx.db, id)
  if (!found) throw refusal('DEVICE_NOT_FOUND')
  const formerOwnerId = found.userId
  return sessions.alter(formerOwnerId ?? caller.actor.id, async (tx) => {
    const device = await findDevice(tx, id)
    if (device?.userId !== formerOwnerId) throw refusal('DEVICE_NOT_FOUND')
    // The user is locked before the device, as for a first reading, to avoid deadlocks.
    const count = newOwnerId === undefined ? noDevices : await countDevicesOf(tx, newOwnerId)
    if (newOwnerId !== undefined && device.userId === newOwnerId) throw refusal('DEVICE_IS_THEIRS')
    const carry = newOwnerId === undefined ? undefined : await carryOver?.(tx, device)
    await deleteKeysOfDevice(tx, id)
    if (!(await deleteDevice(tx, id))) throw refusal('DEVICE_NOT_FOUND')
    const { macAddress, externalId, userId, kind, expectedEverySeconds } = device
    await notifyDeviceChange(tx, macAddress)
    const message = 'Device released'
    await recordAuditEntry(ctx, tx, caller, { action: 'device.released', message, subjectId: userId })
    if (newOwnerId === undefined) return { id, macAddress, newDeviceId: null }
    const registration = {
      ...{ userId: newOwnerId, externalId, kind, expectedEverySeconds },
      ...(userId === null && { name: device.name }),
    }
    const added = await addDeviceTo(ctx, tx, caller, registration, count)
    await carry?.(added)
    return { id, macAddress, newDeviceId: added.id }
  })
}

export async function countDevicesOf(tx: Db, userId: string): Promise<DeviceCount> {
  const count = await countDevices(tx, userId)
  if (count === undefined) throw refusal('USER_NOT_FOUND')
  return count
}

/**
 * Creates a device before its first reading, in a transaction that has locked the owner, who has
 * `devicesBefore` devices; throws 409 for a known address.
 */
export async function addDeviceTo(
  ctx: Context,
  tx: Db,
  caller: Caller,
  registration: Registration,
  devicesBefore: DeviceCount,
): Promise<Device> {
  const { userId, externalId } = registration
  const made = await createDevice(ctx, tx, registration, devicesBefore)
  const device = await findDeviceByMac(tx, deviceAddress(externalId))
  if (!made || !device) throw refusal('MAC_TAKEN')
  await recordAuditEntry(ctx, tx, caller, {
    action: 'device.added',
    message: 'Device added',
    subjectId: userId,
  })
  await appendDeviceChange(ctx, tx, device)
  return device
}

/** What a device is called until somebody gives it a name. */
const firstNames: Record<DeviceKind, string> = {
  WEARABLE: 'Wearable',
  BUTTON: 'Button',
  PENDANT: 'Pendant',
  RADAR: 'Radar',
  BED: 'Bed sensor',
  DOOR: 'Door',
  MOTION: 'Motion sensor',
  PHONE: 'Phone',
  OTHER: 'Device',
}

/** Returns the id of the new device, or undefined, and creates nothing, if there is a device with that MAC address. */
async function createDevice(
  ctx: Context,
  tx: Db,
  registration: Registration,
  devicesBefore: DeviceCount,
): Promise<string | undefined> {
  const createdAt = ctx.now()
  const id = randomUUID()
  const { userId, externalId, kind = 'WEARABLE', place, watched, expectedEverySeconds = null } = registration
  const { name = `${firstNames[kind]} ${endOf(externalId)}` } = registration
  const macAddress = deviceAddress(externalId)
  const number = await insertDevice(tx, {
    ...{
      id,
      userId,
      macAddress,
      externalId: isMac(externalId) ? null : externalId,
      name,
      kind,
      expectedEverySeconds,
    },
    ...(place ?? nowhere),
    ...{ watchedFrom: watched?.from ?? null, watchedTo: watched?.to ?? null, createdAt },
  })
  if (number === undefined) return undefined
  if (devicesBefore.inUse >= maxDevicesPerUser)
    throw refusal('TOO_MANY_DEVICES', { limit: maxDevicesPerUser })
  if (devicesBefore.withReplaced >= maxDevicesWithReplaced)
    throw refusal('TOO_MANY_DEVICES_WITH_REPLACED', { limit: maxDevicesWithReplaced })
  await insertFirstLog(tx, number, 'INFO', 'Device registered', createdAt)
  return id
}

const shortId = 8

/** What tells a device from others of its kind: a short id as a whole, or the end of a long one. */
const endOf = (externalId: string) =>
  externalId.length <= shortId ? externalId : externalId.slice(-5).replace(/^[:._-]/, '')
