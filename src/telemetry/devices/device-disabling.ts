import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { appendDeviceChange, notifyDeviceChange } from '../../platform/events/device-notifications.ts'
import { refusal } from '../../platform/lib/errors.ts'
import type { Device } from './device.ts'
import { insertDeviceLog } from './device-logs.store.ts'
import { findDevice, setDisabled } from './devices.store.ts'

/** Disables or enables a device; without a change it writes no entries. One that was replaced is 409. */
export async function setDeviceDisabled(
  ctx: Context,
  caller: Caller,
  id: string,
  disabled: boolean,
): Promise<Device> {
  return ctx.db.transaction((tx) => setDeviceDisabledIn(ctx, tx, caller, id, disabled))
}

export async function setDeviceDisabledIn(
  ctx: Context,
  tx: Db,
  caller: Caller,
  id: string,
  disabled: boolean,
): Promise<Device> {
  const changed = await setDisabled(tx, id, disabled, ctx.now())
  const device = await findDevice(tx, id)
  if (!device) throw refusal('DEVICE_NOT_FOUND')
  if (!changed && !disabled && device.replaced) throw refusal('DEVICE_REPLACED')
  if (!changed) return device
  await notifyDeviceChange(tx, device.macAddress)
  const message = disabled ? 'Device disabled' : 'Device enabled'
  await insertDeviceLog(tx, device.number, disabled ? 'WARNING' : 'INFO', message, ctx.now())
  const action = disabled ? 'device.disabled' : 'device.enabled'
  await recordAuditEntry(ctx, tx, caller, { action, message, subjectId: device.userId })
  await appendDeviceChange(ctx, tx, device)
  return device
}
