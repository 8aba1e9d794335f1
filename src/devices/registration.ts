import { randomUUID } from 'node:crypto'
import { type Origin, recordDeed } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { conflict, notFound, unauthorized } from '../lib/errors.ts'
import { insertFirstLog } from './device-logs.store.ts'
import { countDevices, type Device, findDeviceByMac, insertDevice } from './devices.store.ts'

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
  const { userId, macAddress } = registration
  return ctx.db.transaction(async (tx) => {
    const count = await countDevices(tx, userId)
    if (count === undefined) throw notFound('User not found')
    const made = await makeDevice(ctx, tx, registration, count)
    const device = await findDeviceByMac(tx, macAddress)
    if (!made || !device) throw conflict('There is already a device with this MAC address')
    await recordDeed(ctx, tx, origin, { action: 'device.added', message: 'Device added', subjectId: userId })
    return device
  })
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
