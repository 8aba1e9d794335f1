import type { Context } from '../context.ts'
import { devicesChannel } from '../db/channels.ts'
import type { Db } from '../db/database.ts'
import { appendEvents } from './append-event.ts'

/** Makes every process load the device again, once the transaction has been committed. */
export async function notifyDeviceChange(tx: Db, macAddress: string): Promise<void> {
  await tx.query('select pg_notify($1, $2)', [devicesChannel, macAddress])
}

/** Does the same for all devices of a user; it must run before they are deleted. */
export const notifyDevicesOfUser = (tx: Db, userId: string) => notifyDevicesOfUsers(tx, [userId])

export async function notifyDevicesOfUsers(tx: Db, userIds: readonly string[]): Promise<void> {
  await tx.query(
    'select pg_notify($1, mac) from devices where user_id = any ($2::uuid[])',
    [devicesChannel, userIds],
    'notify-devices-of-users',
  )
}

/** Makes every process load one device again: those of a user may be thousands. */
export async function notifyDevice(tx: Db, number: number): Promise<void> {
  await tx.query(
    'select pg_notify($1, mac) from devices where number = $2',
    [devicesChannel, number],
    'notify-device',
  )
}

interface ChangedDevice {
  id: string
  userId: string | null
}

/**
 * Shows a device that was added or changed by somebody on live streams. What readings change is
 * not shown, apart from the end of a silence: there would be an event for each.
 */
export const appendDeviceChange = (ctx: Context, tx: Db, device: ChangedDevice) =>
  appendDeviceChanges(ctx, tx, [device])

export async function appendDeviceChanges(
  ctx: Context,
  tx: Db,
  devices: readonly ChangedDevice[],
): Promise<void> {
  const at = ctx.now()
  await appendEvents(
    tx,
    devices.map(({ id, userId }) => ({ type: 'device.changed', at, patientId: userId, subjectId: id })),
  )
}
