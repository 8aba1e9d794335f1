import { randomUUID } from 'node:crypto'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { appendDeviceChange, notifyDeviceChange } from '../../platform/events/device-notifications.ts'
import { refusal } from '../../platform/lib/errors.ts'
import type { Device, DeviceCount } from './device.ts'
import { insertFirstLog } from './device-logs.store.ts'
import { countDevices, deleteDevice, findDevice, findDeviceByMac, insertDevice } from './devices.store.ts'

export const maxDevicesPerUser = 10
/** Replaced devices stay with their readings; nobody has that many at once. */
export const maxDevicesWithReplaced = 50
const noDevices: DeviceCount = { inUse: 0, withReplaced: 0 }

/**
 * Creates the device of an unknown MAC address, for the user who sent its first reading. Of concurrent
 * calls, one creates it. If the device exists, nothing happens.
 */
export async function registerDevice(ctx: Context, userId: string, mac: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const count = await countDevices(tx, userId)
    if (count === undefined) throw refusal('INVALID_TOKEN')
    const id = await createDevice(ctx, tx, { userId, macAddress: mac }, count)
    if (id) await appendDeviceChange(ctx, tx, { id, userId })
  })
}

export interface Registration {
  userId: string
  macAddress: string
  name?: string | undefined
}

/**
 * Deletes a device with its logs and readings, as if the owner had done it: its MAC address then belongs
 * to whoever sends with it first, or at once to `newOwnerId`, before the former owner can send again. Falls stay with
 * the former owner.
 */
export async function releaseDevice(ctx: Context, caller: Caller, id: string, newOwnerId?: string) {
  return ctx.db.transaction(async (tx) => {
    const device = await findDevice(tx, id)
    if (!device) throw refusal('DEVICE_NOT_FOUND')
    // The user is locked before the device, as for a first reading, to avoid deadlocks.
    const count = newOwnerId === undefined ? noDevices : await countDevicesOf(tx, newOwnerId)
    if (device.userId === newOwnerId) throw refusal('DEVICE_IS_THEIRS')
    if (!(await deleteDevice(tx, id))) throw refusal('DEVICE_NOT_FOUND')
    const { macAddress, userId } = device
    await notifyDeviceChange(tx, macAddress)
    const message = 'Device released'
    await recordAuditEntry(ctx, tx, caller, { action: 'device.released', message, subjectId: userId })
    if (newOwnerId === undefined) return { id, macAddress, newDeviceId: null }
    const added = await addDeviceTo(ctx, tx, caller, { userId: newOwnerId, macAddress }, count)
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
  const { userId, macAddress } = registration
  const made = await createDevice(ctx, tx, registration, devicesBefore)
  const device = await findDeviceByMac(tx, macAddress)
  if (!made || !device) throw refusal('MAC_TAKEN')
  await recordAuditEntry(ctx, tx, caller, {
    action: 'device.added',
    message: 'Device added',
    subjectId: userId,
  })
  await appendDeviceChange(ctx, tx, device)
  return device
}

/** Returns the id of the new device, or undefined, and creates nothing, if there is a device with that MAC address. */
async function createDevice(
  ctx: Context,
  tx: Db,
  { userId, macAddress, name = `Wearable ${macAddress.slice(-5)}` }: Registration,
  devicesBefore: DeviceCount,
): Promise<string | undefined> {
  const createdAt = ctx.now()
  const id = randomUUID()
  const number = await insertDevice(tx, { id, userId, macAddress, name, createdAt })
  if (number === undefined) return undefined
  if (devicesBefore.inUse >= maxDevicesPerUser)
    throw refusal('TOO_MANY_DEVICES', { limit: maxDevicesPerUser })
  if (devicesBefore.withReplaced >= maxDevicesWithReplaced)
    throw refusal('TOO_MANY_DEVICES_WITH_REPLACED', { limit: maxDevicesWithReplaced })
  await insertFirstLog(tx, number, 'INFO', 'Device registered', createdAt)
  return id
}
