import type { Adapter, AdapterMessage, Decoded } from './adapter.ts'
import type { Report } from './binary-report.ts'
import { isPress } from './button-presses.ts'
import { namedId } from './entity-names.ts'
import { at, flagOf, objectOf, percentOf, textOf, timeOf } from './fields.ts'
import { belowFilter } from './topic-filter.ts'

/** The states of a device in one message; a device has some of them. */
const inputs: readonly { name: string; sensor: Report['sensor']; isOn: (value: boolean) => boolean }[] = [
  { name: 'contact', sensor: 'contact', isOn: (isClosed) => !isClosed },
  { name: 'occupancy', sensor: 'presence', isOn: Boolean },
  { name: 'presence', sensor: 'presence', isOn: Boolean },
  { name: 'tamper', sensor: 'tamper', isOn: Boolean },
  { name: 'battery_low', sensor: 'batteryLow', isOn: Boolean },
]

const calls = ['sos', 'panic', 'emergency']

/** Zigbee2MQTT: one topic for each device, and the state of the whole device in each message. */
export const zigbee2mqtt: Adapter = {
  name: 'zigbee2mqtt',
  ways: ['topic'],
  decode(message) {
    const body = objectOf(message.body)
    const externalId = body && idOf(message)
    if (!body || !externalId) return []
    const origin = { externalId, batteryLevel: percentOf(body.battery), at: timeOf(body.last_seen) }
    const decoded: Decoded[] = []
    const action = textOf(body.action)
    if (action && isPress(action)) decoded.push({ ...origin, event: 'sos', detail: action })
    if (calls.some((name) => body[name] === true)) decoded.push({ ...origin, event: 'sos' })
    if (body.vibration === true) decoded.push({ ...origin, event: 'motion' })
    const fall = textOf(body.fall_down_status)
    if (fall) decoded.push({ ...origin, sensor: 'fall', isOn: fall === 'fall' })
    for (const { name, sensor, isOn } of inputs) {
      const value = flagOf(body[name])
      if (value !== undefined) decoded.push({ ...origin, sensor, isOn: isOn(value), detail: name })
    }
    return decoded.length > 0 ? decoded : [{ ...origin, event: 'alive' }]
  },
}

const eui64 = /^0x([0-9a-f]{16})$/i
/** What the bridge says of itself, and what others say to a device. */
const notOfDevice = /^bridge(\/|$)|\/(set|get|availability)(\/|$)/

function idOf({ topic, filter, body }: AdapterMessage): string | undefined {
  const name = topic === null || filter === null ? undefined : belowFilter(filter, topic)
  if (!name || notOfDevice.test(name)) return undefined
  const address = textOf(at(body, 'device', 'ieeeAddr')) ?? textOf(at(body, 'device', 'ieee_address')) ?? name
  return eui64.exec(address)?.[1]?.toUpperCase() ?? namedId('zigbee2mqtt', name)
}
