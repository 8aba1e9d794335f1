import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { conflict } from '../lib/errors.ts'
import { insertDeviceLog } from './device-logs.store.ts'
import { countDevices, insertDevice } from './devices.store.ts'

const mostDevicesOfUser = 10

/**
 * registerDevice makes the device of a MAC address that nobody has, for the user who sent its first reading. Of
 * several who try at once, one makes it. Where somebody has it already, nothing happens.
 */
export async function registerDevice(ctx: Context, userId: string, mac: string): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction(async (tx) => {
    const count = await countDevices(tx, userId)
    const name = `Wearable ${mac.slice(-5)}`
    const number = await insertDevice(tx, { id: randomUUID(), userId, macAddress: mac, name, createdAt: now })
    if (number === undefined) return
    if (count >= mostDevicesOfUser) throw conflict(`An account can have at most ${mostDevicesOfUser} devices`)
    await insertDeviceLog(tx, number, 'INFO', 'Device registered', now)
  })
}
