import { msPerDay, msPerMinute } from '../../platform/lib/duration.ts'

export const deviceStatuses = ['ACTIVE', 'INACTIVE', 'OFFLINE', 'DISABLED', 'UNREGISTERED'] as const
export type DeviceStatus = (typeof deviceStatuses)[number]

/** Of the contract, and the same for everybody; a device is silent much earlier, by the limit of its patient. */
export const inactiveAfterMs = 30 * msPerMinute
const offlineAfterMs = msPerDay

/** Derived from the last reading and the time, so it needs no job to be correct. */
export function deviceStatus(device: { disabled: boolean; lastSeen: Date | null }, now: Date): DeviceStatus {
  if (device.disabled) return 'DISABLED'
  if (!device.lastSeen) return 'UNREGISTERED'
  const age = now.getTime() - device.lastSeen.getTime()
  if (age < inactiveAfterMs) return 'ACTIVE'
  return age < offlineAfterMs ? 'INACTIVE' : 'OFFLINE'
}
