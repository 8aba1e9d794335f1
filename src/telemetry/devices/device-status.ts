import { ownSilenceSeconds } from '../../alerting/monitoring/silence-evidence.ts'
import { msPerDay, msPerMinute, msPerSecond } from '../../platform/lib/duration.ts'

export const deviceStatuses = ['ACTIVE', 'INACTIVE', 'OFFLINE', 'DISABLED', 'UNREGISTERED'] as const
export type DeviceStatus = (typeof deviceStatuses)[number]

/** Of the contract, and the same for everybody; a device is silent much earlier, by the limit of its patient. */
export const inactiveAfterMs = 30 * msPerMinute
const offlineAfterMs = msPerDay

/** What is known of when a device was heard of. */
interface HeardDevice {
  disabled: boolean
  lastSeen: Date | null
  lastEventAt?: Date | null
  expectedEverySeconds?: number | null
  learnedEverySeconds?: number | null
}

/** When a device was last heard of, by a reading or by an event. */
export function lastHeardAt({ lastSeen, lastEventAt = null }: HeardDevice): Date | null {
  return lastSeen && lastEventAt
    ? lastSeen > lastEventAt
      ? lastSeen
      : lastEventAt
    : (lastSeen ?? lastEventAt)
}

/** A device that is only heard of when something happens is active for as long. */
const eventfulMs = 7 * msPerDay

/**
 * Derived from when it was last heard of and the time, so it needs no job to be correct. A device that sends no readings is
 * inactive after the interval at which it is silent, and offline after another.
 */
export function deviceStatus(device: HeardDevice, now: Date): DeviceStatus {
  if (device.disabled) return 'DISABLED'
  const heardAt = lastHeardAt(device)
  if (!heardAt) return 'UNREGISTERED'
  const age = now.getTime() - heardAt.getTime()
  if (!device.lastSeen) {
    const silenceSeconds = ownSilenceSeconds(device)
    const activeMs = silenceSeconds === undefined ? eventfulMs : silenceSeconds * msPerSecond
    return age < activeMs ? 'ACTIVE' : age < 2 * activeMs ? 'INACTIVE' : 'OFFLINE'
  }
  if (age < inactiveAfterMs) return 'ACTIVE'
  return age < offlineAfterMs ? 'INACTIVE' : 'OFFLINE'
}
