import { randomBytes } from 'node:crypto'
import { namedId } from '../../../src/telemetry/adapters/entity-names.ts'
import type { DeviceKind } from '../../../src/telemetry/devices/device.ts'
import { defaultTopicPrefix } from '../../../src/telemetry/mqtt/topics.ts'
import type { Happening } from './day.ts'

/** What a device publishes. */
export interface Published {
  topic: string
  payload: string
}

/** A device of a resident, and what it says of what happens. */
export interface HomeDevice {
  kind: DeviceKind
  /** The adapter that understands it; null for one that speaks our own topics. */
  adapter: string | null
  externalId: string
  says(what: Happening['what']): Published | undefined
}

/** The base of all topics of a run, so that the simulated devices are told from real ones. */
export const baseOf = (run: string) => `simulated/${run}`

/** The topics that an admin has to name for a run. */
export const topicsOf = (run: string) => [
  { topic: `${baseOf(run)}/zigbee/#`, adapter: 'zigbee2mqtt' },
  { topic: `${baseOf(run)}/tasmota/#`, adapter: 'tasmota' },
  { topic: `${baseOf(run)}/shelly/+/events/rpc`, adapter: 'shelly' },
  { topic: `${baseOf(run)}/esphome/+/binary_sensor/+/state`, adapter: 'esphome' },
]

/** A resident has a button, something in the bed, a sensor of motion, and a contact at the door or a sensor on the ceiling. */
export function devicesOfResident(run: string, resident: number): HomeDevice[] {
  const base = baseOf(run)
  const room = `room_${resident}`
  const buttons = [zigbeeButton, shellyButton, tasmotaButton, pendant]
  return [
    (buttons[resident % buttons.length] ?? pendant)(base, room),
    resident % 2 === 0 ? bedMat(base, room) : bed(),
    zigbee(base, 'MOTION', { moves: { occupancy: true }, alive: { occupancy: false } }),
    resident % 3 === 0
      ? radar()
      : zigbee(base, 'DOOR', {
          'opens the door': { contact: false },
          'closes the door': { contact: true },
        }),
  ]
}

/** The door of a ward belongs to nobody, and speaks our own topics. */
export const sharedDoor = (): HomeDevice =>
  ownTopics('DOOR', { 'opens the door': 'door_opened', 'closes the door': 'door_closed' })

type Says<T> = Partial<Record<Happening['what'], T>>

const json = (topic: string, message: object): Published => ({ topic, payload: JSON.stringify(message) })

function zigbee(base: string, kind: DeviceKind, says: Says<object>): HomeDevice {
  const externalId = randomBytes(8).toString('hex').toUpperCase()
  const topic = `${base}/zigbee/0x${externalId.toLowerCase()}`
  const state = { battery: 90, linkquality: 120 }
  return {
    ...{ kind, externalId, adapter: 'zigbee2mqtt' },
    says(what) {
      const message = says[what] ?? (what === 'alive' ? {} : undefined)
      return message && json(topic, { ...state, ...message })
    },
  }
}

const zigbeeButton = (base: string) => zigbee(base, 'BUTTON', { press: { action: 'emergency' } })

function shellyButton(base: string, room: string): HomeDevice {
  const gateway = `shellyblugw-${room}-${randomBytes(3).toString('hex')}`
  const component = 'bthomedevice:200'
  const topic = `${base}/shelly/${gateway}/events/rpc`
  return {
    ...{ kind: 'BUTTON', externalId: `${gateway}:${component}`, adapter: 'shelly' },
    says(what) {
      const ts = Date.now() / 1000
      const event = { component, id: 200, event: 'single_push', idx: 0, ts }
      if (what === 'press')
        return json(topic, { src: gateway, method: 'NotifyEvent', params: { ts, events: [event] } })
      if (what !== 'alive') return undefined
      const status = { ts, [component]: { id: 200, rssi: -60, battery: 100 } }
      return json(topic, { src: gateway, method: 'NotifyStatus', params: status })
    },
  }
}

function tasmotaButton(base: string, room: string): HomeDevice {
  const device = `${base}/tasmota/${room}`
  return {
    kind: 'BUTTON',
    adapter: 'tasmota',
    externalId: namedId('tasmota', `${device}/Button1`),
    says: (what) =>
      what === 'press'
        ? json(`${base}/tasmota/stat/${room}/RESULT`, { Button1: { Action: 'SINGLE' } })
        : undefined,
  }
}

/** A mat under the mattress, at a board of somebody who makes things. */
function bedMat(base: string, room: string): HomeDevice {
  const node = `${base}/esphome/${room}`
  const topic = `${node}/binary_sensor/bed_occupancy/state`
  return {
    kind: 'BED',
    adapter: 'esphome',
    externalId: namedId('esphome', `${node}/binary_sensor/bed_occupancy`),
    says(what) {
      if (what === 'lies down') return { topic, payload: 'ON' }
      return what === 'gets up' ? { topic, payload: 'OFF' } : undefined
    },
  }
}

function ownTopics(kind: DeviceKind, says: Says<string>): HomeDevice {
  const externalId = randomBytes(8).toString('hex').toUpperCase()
  let events = 0
  return {
    ...{ kind, externalId, adapter: null },
    says(what) {
      const event = says[what]
      if (!event) return undefined
      const message = { event, event_id: `${externalId}-${++events}`, battery_level: 80 }
      return json(`${defaultTopicPrefix}/${externalId}/events`, message)
    },
  }
}

const pendant = () => ownTopics('PENDANT', { press: 'sos', alive: 'alive' })
const bed = () => ownTopics('BED', { 'gets up': 'bed_exit', 'lies down': 'bed_return', alive: 'alive' })
const radar = () => ownTopics('RADAR', { falls: 'fall', moves: 'motion', alive: 'alive' })
