import { randomBytes } from 'node:crypto'
import { assertMayReplaceDevice } from '../../accounts/access/policy.ts'
import type { Sessions } from '../../accounts/auth/sessions.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { normalizeMac } from '../../platform/lib/mac.ts'
import type { Device, DeviceCount } from './device.ts'
import { setDeviceDisabledIn } from './device-disabling.ts'
import { createKeyIn, type NewDeviceKey } from './device-keys.service.ts'
import { countDeviceKeys, deleteKeysOfDevice, deleteKeysOfUser } from './device-keys.store.ts'
import { findDevice, hasOtherDevices, markReplaced, updateOwnerPlacement } from './devices.store.ts'
import { addDeviceTo, countDevicesOf, type Registration } from './registration.ts'

/** A device with the key that was made for it. */
export interface ProvisionedDevice {
  device: Device
  key: NewDeviceKey
}

/** What somebody has before another device is registered. */
export interface CountsBefore {
  devices: DeviceCount
  keys: number
}

export type NewDevice = Omit<Registration, 'externalId'> & { externalId?: string | undefined }

/** Registers a device of somebody and makes a key for it; throws 404 for an unknown user, and 409. */
export function provisionDevice(ctx: Context, caller: Caller, device: NewDevice): Promise<ProvisionedDevice> {
  return ctx.db.transaction((tx) => provisionOne(ctx, tx, caller, device))
}

const countKeysOf = async (tx: Db, userId: string) => (await countDeviceKeys(tx, userId)) ?? 0

/** Does the same in a transaction of the caller. */
export async function provisionOne(
  ctx: Context,
  tx: Db,
  caller: Caller,
  device: NewDevice,
): Promise<ProvisionedDevice> {
  return provisionIn(ctx, tx, caller, device, await countsBefore(tx, device.userId))
}

/** A ward has any number of shared devices, whose keys belong to the admins who have registered them. */
async function countsBefore(tx: Db, userId: string | null): Promise<CountsBefore> {
  if (userId === null) return { devices: { inUse: 0, withReplaced: 0 }, keys: 0 }
  return { devices: await countDevicesOf(tx, userId), keys: await countKeysOf(tx, userId) }
}

/**
 * Makes a key for a device in place of the one that was made with it, of which nobody has heard: the device has sent nothing.
 * Undefined if it has, or if somebody has revoked that key or disabled the device, which this must not undo.
 */
export async function renewUnusedKey(
  ctx: Context,
  tx: Db,
  caller: Caller,
  deviceId: string,
): Promise<ProvisionedDevice | undefined> {
  const device = await findDevice(tx, deviceId)
  if (!device || device.userId === null || device.disabled || device.lastSeen) return undefined
  // The owner is locked, as for every new key.
  await countDevicesOf(tx, device.userId)
  if ((await deleteKeysOfDevice(tx, deviceId)) === 0) return undefined
  const owner = { userId: device.userId, name: device.name, deviceId }
  return { device, key: await createKeyIn(ctx, tx, caller, owner, await countKeysOf(tx, device.userId)) }
}

/** Provisions a device in a transaction that has counted what the owner has before. */
export async function provisionIn(
  ctx: Context,
  tx: Db,
  caller: Caller,
  { externalId = localMacAddress(), ...registration }: NewDevice,
  before: CountsBefore,
): Promise<ProvisionedDevice> {
  const device = await addDeviceTo(ctx, tx, caller, { ...registration, externalId }, before.devices)
  const owner = { userId: device.userId ?? caller.actor.id, name: device.name, deviceId: device.id }
  return { device, key: await createKeyIn(ctx, tx, caller, owner, before.keys) }
}

/**
 * Invents the address of a device: the first byte says that it is administered locally, so that no
 * manufacturer has burnt it into another device.
 */
export function localMacAddress(): string {
  return normalizeMac(`02${randomBytes(5).toString('hex')}`)
}

/**
 * Disables a lost or broken device, revokes its keys, and registers another one with its name and settings.
 * Readings and falls stay with the person. A key that was made for all devices of the person is revoked only if they
 * have no other device that would need it.
 */
export async function replaceDevice(
  ctx: Context,
  caller: Caller,
  sessions: Sessions,
  id: string,
  externalId: string | undefined,
): Promise<ProvisionedDevice & { replaced: Device; revokedKeys: number }> {
  const found = await findDevice(ctx.db, id)
  if (!found) throw refusal('DEVICE_NOT_FOUND')
  await assertMayReplaceDevice(ctx.db, caller.actor, found)
  const { userId } = found
  return sessions.alter(userId ?? caller.actor.id, async (tx) => {
    // The user is locked before the device, as for a first reading, to avoid deadlocks.
    const count = await countsBefore(tx, userId)
    const before = await findDevice(tx, id)
    if (before?.userId !== userId) throw refusal('DEVICE_NOT_FOUND')
    if (before.disabled) throw refusal('DEVICE_REPLACED_OR_DISABLED')
    const revokedKeys = await revokeKeys(ctx, tx, caller, before)
    const replaced = await setDeviceDisabledIn(ctx, tx, caller, id, true)
    await markReplaced(tx, id)
    const { name, kind, expectedEverySeconds, site, ward, room, watchedFrom: from, watchedTo: to } = before
    const registration = {
      ...{ userId, name, kind, expectedEverySeconds, externalId },
      place: userId === null ? { site, ward, room } : null,
      watched: from !== null && to !== null ? { from, to } : null,
    }
    // A replacement is no additional device.
    const keys = userId === null ? 0 : await countKeysOf(tx, userId)
    const counts = { devices: { ...count.devices, inUse: 0 }, keys }
    const { device, key } = await provisionIn(ctx, tx, caller, registration, counts)
    await updateOwnerPlacement(tx, device.id, before.ownerPlacement, ctx.now())
    await recordAuditEntry(ctx, tx, caller, {
      action: 'device.replaced',
      message: `Device ${id} replaced by ${device.id}`,
      subjectId: userId,
    })
    return { device: (await findDevice(tx, device.id)) ?? device, key, replaced, revokedKeys }
  })
}

async function revokeKeys(ctx: Context, tx: Db, caller: Caller, { id, userId }: Device): Promise<number> {
  const revoked =
    userId === null || (await hasOtherDevices(tx, userId, id))
      ? await deleteKeysOfDevice(tx, id)
      : await deleteKeysOfUser(tx, userId)
  if (revoked > 0) {
    const message = `${revoked} device keys revoked`
    await recordAuditEntry(ctx, tx, caller, { action: 'device_key.revoked', message, subjectId: userId })
  }
  return revoked
}
