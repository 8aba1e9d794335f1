import { macSchema, nameSchema } from '../../platform/http/schemas.ts'
import { normalizeMac } from '../../platform/lib/mac.ts'
import { maxKeysPerUser } from '../../telemetry/devices/device-keys.service.ts'
import { maxDevicesPerUser, maxDevicesWithReplaced } from '../../telemetry/devices/registration.ts'
import type { ImportRow } from './import-file.ts'
import type { ImportPlan, PlannedDevice } from './import-plan.ts'
import { LineError } from './import-register.ts'

/** planDevice registers a device for the patient of a line, with a key. */
export function planDevice(plan: ImportPlan, row: ImportRow): void {
  const { macAddress, deviceName: name } = row.cells
  if (macAddress && !macSchema.safeParse(macAddress).success)
    throw new LineError('macAddress must be a MAC address such as AA:BB:CC:DD:EE:FF, or empty')
  if (name && !nameSchema.safeParse(name).success)
    throw new LineError('name must be a single line of up to 100 characters')
  const patient = plan.register.getPatient(row.cells)
  const mac = macAddress && normalizeMac(macAddress)
  const owned = plan.devices.filter(({ userId }) => userId === patient.id)
  const taken = mac ? plan.devices.find((device) => device.macAddress === mac) : undefined
  if (taken && taken.userId !== patient.id)
    throw new LineError('another person has a device with this MAC address')
  const inUse = owned.filter(({ replaced }) => !replaced)
  const known = taken ?? (!mac && name ? findNamed(plan, inUse, name) : undefined)
  if (known) {
    if (!plan.deviceLines.has(known)) plan.deviceLines.set(known, row)
    plan.report(row, 'SKIP', 'this device is registered already', patient.id)
    return
  }
  const devices = { inUse: inUse.length, withReplaced: owned.length }
  const before = { devices, keys: plan.keys.get(patient.id) ?? 0 }
  if (devices.inUse >= maxDevicesPerUser)
    throw new LineError(`a person can have at most ${maxDevicesPerUser} devices`)
  if (devices.withReplaced >= maxDevicesWithReplaced)
    throw new LineError(
      `An account can have at most ${maxDevicesWithReplaced} devices with those that were replaced`,
    )
  if (before.keys >= maxKeysPerUser)
    throw new LineError(`An account can have at most ${maxKeysPerUser} device keys`)
  const device = { userId: patient.id, macAddress: mac, name, replaced: false }
  plan.devices.push(device)
  plan.deviceLines.set(device, row)
  plan.keys.set(patient.id, before.keys + 1)
  const result = plan.report(row, 'CREATE', 'the device is registered, with a key', patient.id)
  plan.newDevices.push({ ...device, result, before })
}

/** findNamed finds the device of a line without an address by its name. A second such line means another device. */
function findNamed(
  plan: ImportPlan,
  owned: readonly PlannedDevice[],
  name: string,
): PlannedDevice | undefined {
  const namesakes = owned.filter((device) => device.name === name)
  const lines = namesakes.map((device) => plan.deviceLines.get(device))
  const same = lines.find((line) => line && !line.cells.macAddress)
  if (same)
    throw new LineError(
      `has the same device name as line ${same.line} of ${same.file}; give the second device another name or an address`,
    )
  return namesakes.find((device) => !plan.deviceLines.has(device))
}
