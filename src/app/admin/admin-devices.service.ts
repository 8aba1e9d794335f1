import { deviceView } from '../../telemetry/devices/devices.service.ts'
import type { OwnedDevice } from './admin-devices.store.ts'

export { listDevices } from './admin-devices.store.ts'

export function adminDeviceView(device: OwnedDevice, now: Date) {
  const { ownerName, ownerEmail, residence, teams, isBatteryLow, watchedFrom: from, watchedTo: to } = device
  return {
    ...deviceView(device, now),
    ...{ ownerName, ownerEmail, residence, teams, isBatteryLow },
    isIntervalSet: device.expectedEverySeconds !== null,
    watched: from !== null && to !== null ? { from, to } : null,
  }
}
