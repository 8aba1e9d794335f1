import { silentAfter } from '../devices/device-status.ts'
import type { LogType } from '../devices/devices.service.ts'
import type { ReadingAssessment } from './assessment.ts'
import { isStalled } from './clock-stall.ts'
import type { LiveDevice } from './live-devices.ts'
import type { Reading } from './reading.ts'

const lowBattery = 20

type Event = [type: LogType, message: string]

/** eventsIn is what a reading tells that the one before it did not, for the device's log. */
export function eventsIn(
  device: LiveDevice,
  reading: Reading,
  at: Date,
  { clockStalls }: ReadingAssessment,
  fallOpened: boolean,
): Event[] {
  const events: Event[] = []
  const silence = device.lastSeen ? at.getTime() - device.lastSeen : 0
  if (silence >= silentAfter) events.push(['INFO', 'Device back online'])
  if (reading.battery !== null && reading.battery < lowBattery && (device.battery ?? 100) >= lowBattery) {
    events.push(['WARNING', `Low battery: ${Math.round(reading.battery)} %`])
  }
  if (reading.sensorsInitialized === false && device.sensorsInitialized !== false) {
    events.push(['ERROR', 'Sensors not initialized'])
  }
  if (isStalled(clockStalls) && !isStalled(device.clockStalls)) {
    events.push([
      'WARNING',
      'Device clock does not advance in milliseconds (uptime_ms): falls are detected by the arrival of readings',
    ])
  }
  if (fallOpened) events.push(['WARNING', 'Possible fall'])
  return events
}
