import { macSchema, nameSchema } from '../../platform/http/schemas.ts'
import { normalizeMac } from '../../platform/lib/mac.ts'
import { maxKeysPerUser } from '../../telemetry/devices/device-keys.service.ts'
import { maxDevicesPerUser, maxDevicesWithReplaced } from '../../telemetry/devices/registration.ts'
import type { PlannedDevice } from './import-device-index.ts'
import type { ImportRow } from './import-file.ts'
import { lineError, say } from './import-messages.ts'
import type { ImportPlan } from './import-plan.ts'

/** Registers a device for the patient of a line, with a key. */
export function planDevice(plan: ImportPlan, row: ImportRow): void {
  const { macAddress, deviceName: name } = row.cells
  if (macAddress && !macSchema.safeParse(macAddress).success) throw lineError('MAC_INVALID')
  if (name && !nameSchema.safeParse(name).success) throw lineError('DEVICE_NAME_INVALID', { maximum: 100 })
  const patient = plan.register.getPatient(row.cells)
  const mac = macAddress && normalizeMac(macAddress)
  const owned = plan.devices.ofOwner(patient.id)
  const taken = mac ? plan.devices.withMac(mac) : undefined
  if (taken && taken.userId !== patient.id) throw lineError('MAC_TAKEN')
  const inUse = owned.filter(({ replaced }) => !replaced)
  const known = taken ?? (!mac && name ? findNamed(plan, inUse, name) : undefined)
  if (known) {
    if (!plan.deviceLines.has(known)) plan.deviceLines.set(known, row)
    plan.report(row, 'SKIP', say('DEVICE_UNCHANGED'), patient.id)
    return
  }
  const devices = { inUse: inUse.length, withReplaced: owned.length }
  const before = { devices, keys: plan.keys.get(patient.id) ?? 0 }
  if (devices.inUse >= maxDevicesPerUser) throw lineError('TOO_MANY_DEVICES', { limit: maxDevicesPerUser })
  if (devices.withReplaced >= maxDevicesWithReplaced)
    throw lineError('TOO_MANY_DEVICES_WITH_REPLACED', { limit: maxDevicesWithReplaced })
  if (before.keys >= maxKeysPerUser) throw lineError('TOO_MANY_DEVICE_KEYS', { limit: maxKeysPerUser })
  const device = { userId: patient.id, macAddress: mac, name, replaced: false }
  plan.devices.add(device)
  plan.deviceLines.set(device, row)
  plan.keys.set(patient.id, before.keys + 1)
  const result = plan.report(row, 'CREATE', say('DEVICE_REGISTERED'), patient.id)
  plan.newDevices.push({ ...device, result, before })
}

/** Finds the device of a line without an address by its name. A second such line means another device. */
function findNamed(
  plan: ImportPlan,
  owned: readonly PlannedDevice[],
  name: string,
): PlannedDevice | undefined {
  const namesakes = owned.filter((device) => device.name === name)
  const lines = namesakes.map((device) => plan.deviceLines.get(device))
  const same = lines.find((line) => line && !line.cells.macAddress)
  if (same) throw lineError('SAME_DEVICE', { line: same.line, file: same.file })
  return namesakes.find((device) => !plan.deviceLines.has(device))
}
