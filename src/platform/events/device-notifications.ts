import type { Context } from '../context.ts'
import { devicesChannel } from '../db/channels.ts'
import type { Db } from '../db/database.ts'
import { appendEvent } from './append-event.ts'

/** Makes every process load the device again, once the transaction has been committed. */
export async function notifyDeviceChange(tx: Db, macAddress: string): Promise<void> {
  await tx.query('select pg_notify($1, $2)', [devicesChannel, macAddress])
}

/** Does the same for all devices of a user; it must run before they are deleted. */
export async function notifyDevicesOfUser(tx: Db, userId: string): Promise<void> {
  await tx.query(
    'select pg_notify($1, mac) from devices where user_id = $2',
    [devicesChannel, userId],
    'notify-devices-of-user',
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

/**
 * Shows a device that was added or changed by somebody on live streams. What readings change is
 * not shown, apart from the end of a silence: there would be an event for each.
 */
export async function appendDeviceChange(
  ctx: Context,
  tx: Db,
  { id, userId }: { id: string; userId: string | null },
): Promise<void> {
  await appendEvent(tx, { type: 'device.changed', at: ctx.now(), patientId: userId, subjectId: id })
}
