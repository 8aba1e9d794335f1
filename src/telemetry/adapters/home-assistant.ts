import { msPerMinute } from '../../platform/lib/duration.ts'
import type { Adapter, AdapterMessage, Decoded } from './adapter.ts'
import type { Sensor } from './binary-report.ts'
import { isPress } from './button-presses.ts'
import { clueOf, namedId } from './entity-names.ts'
import { at, flagOf, objectOf, percentOf, textOf, timeOf } from './fields.ts'

/** The classes of binary sensors that mean something here. */
const sensorOfClass: Record<string, Sensor> = {
  door: 'contact',
  window: 'contact',
  opening: 'contact',
  garage_door: 'contact',
  motion: 'presence',
  occupancy: 'presence',
  presence: 'presence',
  moving: 'presence',
  vibration: 'presence',
  tamper: 'tamper',
  battery: 'batteryLow',
}

/** These entities have the time of the last press as their state. */
const pressed = new Set(['event', 'button', 'input_button'])

/** Home Assistant repeats all states when it starts; a press of long ago is no call. */
const maxPressAgeMs = 15 * msPerMinute

interface State {
  entity: string
  state: unknown
  deviceClass?: string | undefined
  eventType?: string | undefined
  changedAt?: Date | undefined
  batteryLevel?: number | undefined
}

/** Home Assistant: its `mqtt_statestream` on a topic, or a `rest_command` that is called by an automation. */
export const homeAssistant: Adapter = {
  name: 'home-assistant',
  ways: ['topic', 'webhook'],
  decode(message) {
    const state = message.topic === null ? inRequest(message.body) : onTopic(message)
    return state ? decodeState(state, message.receivedAt) : []
  },
}

/** `<base topic>/binary_sensor/bathroom_cord/state`; texts come with and without quotation marks. */
function onTopic({ topic, body }: AdapterMessage): State | undefined {
  const [, domain, name] = /([a-z_]+)\/([^/]+)\/state$/.exec(topic ?? '') ?? []
  return domain && name ? { entity: `${domain}.${name}`, state: body } : undefined
}

function inRequest(body: unknown): State | undefined {
  const entity = textOf(at(body, 'entity_id'))
  if (!entity || !/^[a-z_]+\.\w+$/.test(entity)) return undefined
  return {
    entity,
    state: at(body, 'state'),
    deviceClass: textOf(at(body, 'device_class')),
    eventType: textOf(at(body, 'event_type')),
    changedAt: timeOf(at(body, 'last_changed')),
    batteryLevel: percentOf(at(body, 'battery_level')),
  }
}

function decodeState({ entity, state, ...given }: State, receivedAt: Date): Decoded[] {
  const [domain = '', name = ''] = entity.split('.')
  const origin = {
    externalId: namedId('home-assistant', entity),
    at: given.changedAt,
    batteryLevel: given.batteryLevel,
  }
  const text = textOf(state)
  if (pressed.has(domain)) {
    const time = timeOf(state) ?? given.changedAt
    const isCall = given.eventType === undefined || isPress(given.eventType)
    if (!time || !isCall || receivedAt.getTime() - time.getTime() > maxPressAgeMs)
      return text && text !== 'unavailable' ? [{ ...origin, event: 'alive' }] : []
    return [
      { ...origin, at: time, event: 'sos', eventId: `press:${time.toISOString()}`, detail: given.eventType },
    ]
  }
  // The last action of a remote control, as Zigbee2MQTT shows it there.
  if (domain === 'sensor' && text && name.endsWith('_action'))
    return isPress(text) ? [{ ...origin, event: 'sos', detail: text }] : []
  const isOn = flagOf(objectOf(state) ? undefined : state)
  if (isOn === undefined || (domain !== 'binary_sensor' && domain !== 'input_boolean')) return []
  const sensor = sensorOfClass[given.deviceClass ?? ''] ?? clueOf(name)?.sensor ?? 'switch'
  return [{ ...origin, sensor, isOn }]
}
