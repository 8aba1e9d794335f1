export const deviceStatuses = ['ACTIVE', 'INACTIVE', 'OFFLINE', 'DISABLED', 'UNREGISTERED'] as const
export type DeviceStatus = (typeof deviceStatuses)[number]

const minute = 60_000
export const silentAfter = 30 * minute
const offlineAfter = 24 * 60 * minute

/** deviceStatus follows from the last reading and the time: nothing has to run for it to be right. */
export function deviceStatus(device: { disabled: boolean; lastSeen: Date | null }, now: Date): DeviceStatus {
  if (device.disabled) return 'DISABLED'
  if (!device.lastSeen) return 'UNREGISTERED'
  const age = now.getTime() - device.lastSeen.getTime()
  if (age < silentAfter) return 'ACTIVE'
  return age < offlineAfter ? 'INACTIVE' : 'OFFLINE'
}
