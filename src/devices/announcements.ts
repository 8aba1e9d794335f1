import { devicesChannel } from '../db/channels.ts'
import type { Db } from '../db/database.ts'

/** announceDeviceChange makes every process look at the device anew, once the transaction has been committed. */
export async function announceDeviceChange(tx: Db, macAddress: string): Promise<void> {
  await tx.query('select pg_notify($1, $2)', [devicesChannel, macAddress])
}

/** announceDevicesOf does the same for all devices of a person; call it while they are still there. */
export async function announceDevicesOf(tx: Db, userId: string): Promise<void> {
  await tx.query('select pg_notify($1, mac) from devices where user_id = $2', [devicesChannel, userId])
}
