import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { refusal } from '../../platform/lib/errors.ts'
import {
  assignToOnlySource,
  assignToSource,
  endAssignment,
  findAssignment,
  findDeviceAddress,
} from './intake-devices.store.ts'
import { isSource } from './intake-sources.store.ts'
import { notifyIntake } from './intake-topics.service.ts'
import { deleteSighting } from './nearby.store.ts'

/**
 * Assigns a device that an admin has just registered to the source where it was seen nearby; to none if it was seen in
 * several, or nowhere. Returns the source.
 */
export async function assignSeenDevice(
  ctx: Context,
  caller: Caller,
  deviceId: string,
): Promise<string | null> {
  return ctx.db.transaction(async (tx) => {
    const device = await findDeviceAddress(tx, deviceId)
    const source = device && (await assignToOnlySource(tx, device.number))
    if (!device || !source) return null
    await deleteSighting(tx, source, device.address)
    const message = `Device ${deviceId} assigned to what source ${source} sends`
    await recordAuditEntry(ctx, tx, caller, { action: 'intake.device_assigned', message })
    await notifyIntake(tx)
    return source
  })
}

/** Says which source may speak for a device, or that none may. */
export async function setIntakeSource(
  ctx: Context,
  caller: Caller,
  deviceId: string,
  sourceId: string | null,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const device = await findDeviceAddress(tx, deviceId)
    if (!device) throw refusal('DEVICE_NOT_FOUND')
    if (sourceId === null) await endAssignment(tx, device.number)
    else {
      if (!(await isSource(tx, sourceId))) throw refusal('INTAKE_SOURCE_NOT_FOUND')
      await assignToSource(tx, device.number, sourceId)
      await deleteSighting(tx, sourceId, device.address)
    }
    const message = sourceId
      ? `Device ${deviceId} assigned to what source ${sourceId} sends`
      : `Device ${deviceId} assigned to no source`
    await recordAuditEntry(ctx, tx, caller, { action: 'intake.device_assigned', message })
    await notifyIntake(tx)
  })
}

/** Lets the source of a device speak for the one that takes its place: a button that is given away still calls. */
export async function keepSource(
  tx: Db,
  { number }: { number: number },
): Promise<(added: { number: number }) => Promise<void>> {
  const source = await findAssignment(tx, number)
  return async (added) => {
    if (!source) return
    await assignToSource(tx, added.number, source)
    await notifyIntake(tx)
  }
}
