import { macSchema, nameSchema } from '../http/schemas.ts'
import { normalizeMac } from '../lib/mac.ts'
import type { ImportRow } from './import-file.ts'
import type { ImportPlan } from './import-plan.ts'
import { LineError } from './import-register.ts'

/** planDevice registers a device for the patient of a line, with a key. */
export function planDevice(plan: ImportPlan, row: ImportRow): void {
  const { macAddress, name } = row.cells
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
  if (taken || (!mac && name && owned.some((device) => device.name === name))) {
    plan.report(row, 'SKIP', 'this device is registered already', patient.id)
    return
  }
  if (owned.length >= 10) throw new LineError('a person can have at most 10 devices')
  const device = { userId: patient.id, macAddress: mac, name }
  plan.devices.push(device)
  plan.newDevices.push({ ...device, row })
  plan.report(row, 'CREATE', 'the device is registered, with a key', patient.id)
}
