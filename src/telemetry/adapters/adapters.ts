import { externalIdPattern } from '../../platform/lib/external-id.ts'
import { printable } from '../../platform/lib/printable.ts'
import type { DeviceEvent } from '../device-events/device-event.ts'
import type { DeviceKind } from '../devices/device.ts'
import type { Adapter, AdapterMessage, Decoded, Way } from './adapter.ts'
import type { Report } from './binary-report.ts'
import { chirpstack } from './chirpstack.ts'
import { clueOf } from './entity-names.ts'
import { esphome } from './esphome.ts'
import { homeAssistant } from './home-assistant.ts'
import { json } from './json.ts'
import { sensorLogger } from './sensor-logger.ts'
import type { PhoneReading } from './sensor-logger-readings.ts'
import { shelly } from './shelly.ts'
import { tasmota } from './tasmota.ts'
import { thingsStack } from './things-stack.ts'
import { traccar } from './traccar.ts'
import { zigbee2mqtt } from './zigbee2mqtt.ts'

/** Every adapter; schemas and the console take their names from here. */
export const adapters: readonly Adapter[] = [
  zigbee2mqtt,
  tasmota,
  shelly,
  esphome,
  homeAssistant,
  thingsStack,
  chirpstack,
  traccar,
  sensorLogger,
  json,
]

export const adapterNamesFor = (way: Way) =>
  adapters.filter(({ ways }) => ways.includes(way)).map(({ name }) => name)

export const findAdapter = (name: string) => adapters.find((adapter) => adapter.name === name)

/** A message that says more is no message of one device. */
const maxDecoded = 20
const maxDetail = 200

export const isReading = (decoded: Decoded): decoded is PhoneReading => 'readings' in decoded
export const isReport = (decoded: Decoded): decoded is Report => 'sensor' in decoded

/**
 * Runs an adapter on a message. Whatever was sent, it throws nothing, and what it returns can be stored: an adapter that
 * fails has understood nothing.
 */
export function decodeMessage(adapter: Adapter, message: AdapterMessage): Decoded[] {
  let decoded: Decoded[]
  try {
    decoded = adapter.decode(message)
  } catch {
    return []
  }
  return decoded
    .filter(({ externalId }) => externalIdPattern.test(externalId))
    .slice(0, maxDecoded)
    .map((one) => (isReading(one) ? one : storable(one, message.receivedAt, decoded.length > 1)))
}

const eventIdPattern = /^[\x21-\x7e]{1,100}$/

/** The clocks of devices are wrong more often than their events are old: what cannot be true is left out. */
function storable<T extends DeviceEvent | Report>(one: T, receivedAt: Date, isOneOfSeveral: boolean): T {
  const { at, eventId, detail, batteryLevel } = one
  const ageMs = at ? receivedAt.getTime() - at.getTime() : 0
  const what = 'event' in one ? one.event : (one as Report).sensor
  return {
    ...one,
    at: at && ageMs >= 0 && ageMs < maxAgeMs ? at : undefined,
    // Several events of one message are different ones.
    eventId:
      eventId && eventIdPattern.test(eventId) ? (isOneOfSeveral ? `${eventId}:${what}` : eventId) : undefined,
    detail: detail && (printable(detail).slice(0, maxDetail).toWellFormed().trim() || undefined),
    batteryLevel:
      batteryLevel !== undefined && batteryLevel >= 0 && batteryLevel <= 100 ? batteryLevel : undefined,
  }
}

/** As long as the service knows an event by its id. */
const maxAgeMs = 7 * 24 * 3600 * 1000

/** What a device probably is, by what it said; a proposal for whoever assigns it. */
export function suggestedKind(adapter: Adapter, externalId: string, decoded: readonly Decoded[]): DeviceKind {
  if (decoded.some(isReading)) return 'PHONE'
  const named = clueOf(externalId.replace(/-[0-9a-f]{8}$/, ''))?.kind
  if (named) return named
  for (const one of decoded) {
    if (isReading(one)) continue
    const what = 'event' in one ? one.event : one.sensor
    const kind = kindOfEvent[what]
    if (kind) return kind === 'BUTTON' && adapter === traccar ? 'PENDANT' : kind
  }
  return 'OTHER'
}

const kindOfEvent: Partial<Record<DeviceEvent['event'] | Report['sensor'], DeviceKind>> = {
  sos: 'BUTTON',
  assist: 'BUTTON',
  fall: 'RADAR',
  fall_cleared: 'RADAR',
  bed_exit: 'BED',
  bed_return: 'BED',
  door_opened: 'DOOR',
  door_closed: 'DOOR',
  contact: 'DOOR',
  motion: 'MOTION',
  no_motion: 'MOTION',
  presence: 'MOTION',
  switch: 'BUTTON',
}
