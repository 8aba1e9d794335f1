import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { appendDeviceChange, notifyDeviceChange } from '../../platform/events/device-notifications.ts'
import { invalidFields, refusal } from '../../platform/lib/errors.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import type { Device, DeviceSettings } from './device.ts'
import { findDevice, updateSettings } from './devices.store.ts'

/** Changes what a device is, and where a shared one is; throws 404, and 400 for a place of somebody's own device. */
export async function changeDeviceSettings(
  ctx: Context,
  caller: Caller,
  id: string,
  settings: DeviceSettings,
): Promise<Device> {
  return ctx.db.transaction(async (tx) => {
    const before = await findDevice(tx, id)
    if (!before) throw refusal('DEVICE_NOT_FOUND')
    if (before.userId !== null && (settings.place || settings.watched !== undefined))
      throw invalidFields({ [settings.place ? 'place' : 'watched']: fieldMessage('NOT_SHARED') })
    await updateSettings(tx, id, settings, ctx.now())
    await notifyDeviceChange(tx, before.macAddress)
    await appendDeviceChange(ctx, tx, before)
    const message = `Device ${id} changed: ${Object.keys(settings).join(', ')}`
    const subjectId = before.userId
    await recordAuditEntry(ctx, tx, caller, { action: 'device.changed', message, subjectId })
    const device = await findDevice(tx, id)
    if (!device) throw refusal('DEVICE_NOT_FOUND')
    return device
  })
}
