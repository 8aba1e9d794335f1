import { randomUUID } from 'node:crypto'
import { type Origin, recordDeed } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { conflict, notFound, unauthorized } from '../lib/errors.ts'
import { announceDeviceChange } from './announcements.ts'
import { insertFirstLog } from './device-logs.store.ts'
import {
  countDevices,
  type Device,
  deleteDevice,
  findDevice,
  findDeviceByMac,
  insertDevice,
} from './devices.store.ts'

const mostDevicesOfUser = 10

/**
 * registerDevice makes the device of a MAC address that nobody has, for the user who sent its first reading. Of
 * several who try at once, one makes it. Where somebody has it already, nothing happens.
 */
export async function registerDevice(ctx: Context, userId: string, mac: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const count = await countDevices(tx, userId)
    if (count === undefined) throw unauthorized()
    await makeDevice(ctx, tx, { userId, macAddress: mac }, count)
  })
}

interface Registration {
  userId: string
  macAddress: string
  name?: string | undefined
}

/** addDevice makes a device that has not been heard yet; throws 404 for an unknown person and 409 for a known address. */
export async function addDevice(ctx: Context, origin: Origin, registration: Registration): Promise<Device> {
  return ctx.db.transaction(async (tx) =>
    addDeviceTo(ctx, tx, origin, registration, await countDevicesOf(tx, registration.userId)),
  )
}

/**
 * releaseDevice takes a device from its owner, with its logs and readings, as if the owner had deleted it: its MAC
 * address is then free for whoever sends with it first, or belongs to `newOwnerId` at once, before the former owner can
 * send again. Falls stay with the former owner.
 */
export async function releaseDevice(ctx: Context, origin: Origin, id: string, newOwnerId?: string) {
  return ctx.db.transaction(async (tx) => {
    const device = await findDevice(tx, id)
    if (!device) throw notFound('Device not found')
    // The person before the device, as a first reading does: in another order they could wait for each other.
    const count = newOwnerId === undefined ? 0 : await countDevicesOf(tx, newOwnerId)
    if (device.userId === newOwnerId) throw conflict('The device belongs to this account already')
    if (!(await deleteDevice(tx, id))) throw notFound('Device not found')
    const { macAddress, userId } = device
    await announceDeviceChange(tx, macAddress)
    const message = 'Device released'
    await recordDeed(ctx, tx, origin, { action: 'device.released', message, subjectId: userId })
    if (newOwnerId === undefined) return { id, macAddress, newDeviceId: null }
    const added = await addDeviceTo(ctx, tx, origin, { userId: newOwnerId, macAddress }, count)
    return { id, macAddress, newDeviceId: added.id }
  })
}

async function countDevicesOf(tx: Db, userId: string): Promise<number> {
  const count = await countDevices(tx, userId)
  if (count === undefined) throw notFound('User not found')
  return count
}

async function addDeviceTo(
  ctx: Context,
  tx: Db,
  origin: Origin,
  registration: Registration,
  devicesBefore: number,
): Promise<Device> {
  const { userId, macAddress } = registration
  const made = await makeDevice(ctx, tx, registration, devicesBefore)
  const device = await findDeviceByMac(tx, macAddress)
  if (!made || !device) throw conflict('There is already a device with this MAC address')
  await recordDeed(ctx, tx, origin, { action: 'device.added', message: 'Device added', subjectId: userId })
  return device
}

/** makeDevice answers false, and makes nothing, when there is a device with that MAC address. */
async function makeDevice(
  ctx: Context,
  tx: Db,
  { userId, macAddress, name = `Wearable ${macAddress.slice(-5)}` }: Registration,
  devicesBefore: number,
): Promise<boolean> {
  const createdAt = ctx.now()
  const number = await insertDevice(tx, { id: randomUUID(), userId, macAddress, name, createdAt })
  if (number === undefined) return false
  if (devicesBefore >= mostDevicesOfUser)
    throw conflict(`An account can have at most ${mostDevicesOfUser} devices`)
  await insertFirstLog(tx, number, 'INFO', 'Device registered', createdAt)
  return true
}
