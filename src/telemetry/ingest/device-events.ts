import { hasDroppedBelow } from '../../alerting/monitoring/low-battery.ts'
import type { LogType } from '../devices/devices.service.ts'
import type { ReadingAssessment } from './assessment.ts'
import type { CachedDevice } from './cached-device.ts'
import { isStalled } from './clock-stall.ts'
import type { Reading } from './reading.ts'

type Event = [type: LogType, message: string]

/** Lists what changed with a reading, for the device's log. */
export function eventsIn(
  device: CachedDevice,
  reading: Reading,
  { clockStalls }: ReadingAssessment,
  { fallOpened, isBack }: { fallOpened: boolean; isBack: boolean },
): Event[] {
  const events: Event[] = []
  if (isBack) events.push(['INFO', 'Device back online'])
  if (reading.battery !== null && hasDroppedBelow(device.battery, reading.battery, device.alarmSettings)) {
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
