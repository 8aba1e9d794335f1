import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beginOfHome, hour, minute, type Span } from './clock.ts'
import { messagesOfCompanion } from './companion-messages.ts'
import {
  endDevice,
  type Home,
  type HomeDevice,
  type HomeMessage,
  type Room,
  type SharedDoor,
} from './home.ts'
import { beatsOf } from './lives.ts'

/** What the devices of a room say of a life, with what devices and networks say twice. */
export function messagesOfRoom(home: Home, room: Room, end: number): HomeMessage[] {
  const { life, call, bed, motion, last } = room
  const said = [
    ...life.presses.flatMap((at) => pressesOf(home, room, call, at)),
    ...beatsOf(life, end).map((at) => beat(home, call, at)),
    ...life.inBed.flatMap((span) => bedSays(home, room, bed, span)),
    ...(motion ? life.motions.flatMap((at) => motionSays(home, room, motion, at)) : []),
    ...(last ? life.doors.flatMap((span) => doorSays(home, room, last, span)) : []),
    ...(last ? life.falls.map((at) => say(home, room, last, 'fall', at, { confidence: 0.9 })) : []),
    ...messagesOfCompanion(home, room),
    ...noise(home, room, end),
  ]
  return said.filter(({ at }) => at <= end)
}

export function messagesOfSharedDoor(
  { service, admin: token }: Home,
  { externalId }: SharedDoor,
  openings: readonly Span[],
): HomeMessage[] {
  const tell = (event: string, at: number): HomeMessage => ({
    at,
    send: () => service.call('POST', '/device/events', { token, body: { device_id: externalId, event } }),
  })
  return openings.flatMap(({ from, to }) => [tell('door_opened', from), tell('door_closed', to)])
}

function say(
  { service }: Home,
  { person }: Room,
  { externalId }: HomeDevice,
  event: string,
  at: number,
  fields: object = {},
): HomeMessage {
  const body = { device_id: externalId, event, ...fields }
  return { at, send: () => service.call('POST', '/device/events', { token: person.token, body }) }
}

const post = ({ webhooks }: Home, { way }: HomeDevice, at: number, body: object): HomeMessage => {
  assert.ok(way !== 'http')
  return { at, send: () => webhooks[way].send(body) }
}

let frames = 0
let positions = 0

function uplink(home: Home, device: HomeDevice, at: number, payload: object): HomeMessage {
  const body = {
    ...endDevice(device.externalId),
    received_at: new Date(at).toISOString(),
    uplink_message: { session_key_id: 'AXBSH1Pk6Z0G166ozpQvUA==', f_cnt: ++frames, decoded_payload: payload },
  }
  return post(home, device, at, body)
}

const entity = (home: Home, device: HomeDevice, at: number, isOn: boolean) =>
  post(home, device, at, {
    ...{ entity_id: device.externalId, state: isOn ? 'on' : 'off', device_class: 'occupancy' },
    last_changed: new Date(at).toISOString(),
  })

/** The same message again, as a network sends it whose answer was lost. */
const again = ({ at, send }: HomeMessage, later: number): HomeMessage => ({ at: at + later, send })

function pressesOf(home: Home, room: Room, device: HomeDevice, at: number): HomeMessage[] {
  if (device.way === 'http') {
    const press = say(home, room, device, 'sos', at, { event_id: randomUUID() })
    return [press, again(press, 20_000), again(press, 2 * hour)]
  }
  if (device.way === 'things-stack') {
    const press = uplink(home, device, at, { battery: 90, button_event: { status: 'short press' } })
    return [press, again(press, 30_000), again(press, 40 * minute)]
  }
  if (device.way === 'traccar') {
    const attributes = { alarm: 'sos', batteryLevel: 80 }
    const positionId = ++positions
    const time = new Date(at).toISOString()
    const tracker = { uniqueId: device.externalId }
    const event = { id: positionId, type: 'alarm', attributes, eventTime: time, positionId }
    const position = { id: positionId, attributes, deviceTime: time }
    // The event is forwarded with its position, and the position by itself.
    return [
      post(home, device, at, { event, position, device: tracker }),
      post(home, device, at + 1000, { position, device: tracker }),
      post(home, device, at + hour, { event, position, device: tracker }),
    ]
  }
  // A cord that bounces, and says nothing of which pull it is.
  const pull = post(home, device, at, { button: device.externalId, state: 'pressed' })
  return [
    pull,
    again(pull, 2000),
    post(home, device, at + 5000, { button: device.externalId, state: 'idle' }),
  ]
}

const beat = (home: Home, device: HomeDevice, at: number) =>
  post(home, device, at, {
    position: { id: ++positions, attributes: { batteryLevel: 80 }, deviceTime: new Date(at).toISOString() },
    device: { uniqueId: device.externalId },
  })

function bedSays(
  home: Home,
  room: Room,
  device: HomeDevice,
  { from, to, isReturnLost }: Room['life']['inBed'][0],
) {
  if (device.way !== 'http') {
    // Home Assistant repeats states.
    const lies = entity(home, device, from, true)
    return [lies, again(lies, 3 * minute), entity(home, device, to, false)]
  }
  const exit = say(home, room, device, 'bed_exit', to)
  return isReturnLost ? [exit] : [say(home, room, device, 'bed_return', from), exit]
}

function motionSays(home: Home, room: Room, device: HomeDevice, at: number): HomeMessage[] {
  if (device.way === 'http') return [say(home, room, device, 'motion', at)]
  return [entity(home, device, at, true), entity(home, device, at + 45_000, false)]
}

function doorSays(home: Home, room: Room, device: HomeDevice, { from, to }: Span): HomeMessage[] {
  if (device.way === 'http')
    return [say(home, room, device, 'door_opened', from), say(home, room, device, 'door_closed', to)]
  const state = (at: number, magnet_status: string) =>
    uplink(home, device, at, { battery: 100, magnet_status, tamper_status: 'installed' })
  // A contact repeats its state.
  return [state(from, 'open'), state(from + 4000, 'open'), state(to, 'close'), state(to + 5 * hour, 'close')]
}

/** What no one needs to know, by devices of which nothing else says that somebody is there. */
function noise(home: Home, room: Room, end: number): HomeMessage[] {
  const { life, last, bed } = room
  const said: HomeMessage[] = []
  const events = ['alive', 'battery', 'tamper', 'no_motion']
  for (const device of [last, bed].filter((device) => device?.way === 'http'))
    for (let at = beginOfHome + hour + 4 * minute, i = life.index; device && at < end; at += 7 * hour, i++)
      said.push(say(home, room, device, events[i % events.length] as string, at, { battery_level: 77 }))
  return said
}
