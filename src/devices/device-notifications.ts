import { devicesChannel } from '../db/channels.ts'
import type { Db } from '../db/database.ts'

/** notifyDeviceChange makes every process load the device again, once the transaction has been committed. */
export async function notifyDeviceChange(tx: Db, macAddress: string): Promise<void> {
  await tx.query('select pg_notify($1, $2)', [devicesChannel, macAddress])
}

/** notifyDevicesOfUser does the same for all devices of a user; it must run before they are deleted. */
export async function notifyDevicesOfUser(tx: Db, userId: string): Promise<void> {
  await tx.query('select pg_notify($1, mac) from devices where user_id = $2', [devicesChannel, userId])
}
