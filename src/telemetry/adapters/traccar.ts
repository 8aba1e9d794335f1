import type { DeviceEventType } from '../device-events/device-event.ts'
import type { Adapter, Decoded } from './adapter.ts'
import { at, numberOf, objectOf, percentOf, textOf, timeOf } from './fields.ts'

/** The alarms of Traccar's `Position.java` that mean something here. */
const eventOfAlarm: Record<string, DeviceEventType> = {
  sos: 'sos',
  fallDown: 'fall',
  lowBattery: 'battery',
  lowPower: 'battery',
  tampering: 'tamper',
  removing: 'tamper',
}

/** What a server notices by itself, when it hears nothing. */
const silent = new Set(['deviceOffline', 'deviceUnknown', 'deviceInactive'])

/**
 * Traccar, which decodes the protocols of more than two hundred kinds of trackers and pendants: its event forwarding, and
 * its position forwarding as JSON.
 */
export const traccar: Adapter = {
  name: 'traccar',
  ways: ['topic', 'webhook'],
  decode({ body }) {
    const externalId = textOf(at(body, 'device', 'uniqueId'))
    const event = objectOf(at(body, 'event'))
    const position = objectOf(at(body, 'position'))
    if (!externalId || (!event && !position) || silent.has(String(event?.type))) return []
    const origin = {
      externalId,
      at: timeOf(event?.eventTime) ?? timeOf(position?.deviceTime) ?? timeOf(position?.fixTime),
      batteryLevel: percentOf(Math.round(numberOf(at(position, 'attributes', 'batteryLevel')) ?? Number.NaN)),
    }
    // An alarm comes with its position, and where both are forwarded a second time as its event.
    const number = numberOf(event?.positionId) || numberOf(position?.id)
    const eventId = number ? `position:${number}` : event && `event:${numberOf(event.id)}`
    const alarms =
      textOf(at(event, 'attributes', 'alarm')) ?? textOf(at(position, 'attributes', 'alarm')) ?? ''
    const decoded: Decoded[] = alarms
      .split(',')
      .filter((alarm) => Object.hasOwn(eventOfAlarm, alarm))
      .map((alarm) => ({
        ...origin,
        eventId,
        event: eventOfAlarm[alarm] as DeviceEventType,
        detail: alarm,
      }))
    return decoded.length > 0 ? decoded : [{ ...origin, event: 'alive' }]
  },
}
