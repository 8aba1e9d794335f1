import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Alarms } from '../alerting.ts'
import { setMonitoring } from '../device-alarms.ts'
import { makeWebhook, nearby, randomEui, type Webhook } from '../intake.ts'
import type { Person } from '../readings.ts'
import type { Answer, TestService } from '../service.ts'
import { createTeam } from '../teams.ts'
import { settleIn } from '../wards.ts'
import { type AddedCompanion, addCompanion } from './added-companions.ts'
import { planOf } from './companions.ts'
import { beatEvery, hasPendant, type Life, type Watched } from './lives.ts'

export const wards = ['North', 'South'] as const
export type Ward = (typeof wards)[number]
export const wardOf = (index: number): Ward => wards[index % wards.length] as Ward
export const nurseOf = (ward: Ward) => `Nurse ${ward}`

/** A device of the home, and how it is heard of. */
export interface HomeDevice {
  /** As the way writes it. */
  externalId: string
  way: 'http' | keyof Webhooks
}

/** What a resident has in the room. */
export interface Room {
  life: Life
  person: Person
  call: HomeDevice
  bed: HomeDevice
  /** Null of whoever has a companion instead. */
  motion: HomeDevice | null
  /** A contact at the door, or a sensor on the ceiling; or a companion instead. */
  last: HomeDevice | null
  companion: AddedCompanion | null
}

/** Something that a device says at a time. */
export interface HomeMessage {
  at: number
  send: () => Promise<Answer>
}

export interface SharedDoor {
  externalId: string
  ward: Ward
  name: string
}

export interface Webhooks {
  'things-stack': Webhook
  traccar: Webhook
  'home-assistant': Webhook
  json: Webhook
  'sensor-logger': Webhook
}

export interface Home {
  service: TestService
  /** Who speaks for shared doors. */
  admin: string
  webhooks: Webhooks
  rooms: Room[]
  sharedDoors: SharedDoor[]
  nurses: Record<Ward, Person>
  /** What incidents are called that are of a patient, or of a shared door. */
  names: Map<string, string>
  deviceCount: number
}

/** Sets up a home as an admin does: wards with their teams, residents with their settings, and four devices in each room. */
export async function setUpHome(alarms: Alarms, lives: readonly Life[]): Promise<Home> {
  const { service } = alarms
  const admin = await service.adminToken()
  const site = 'Elm House'
  await tellOnce(service, admin)
  const nurses = {} as Record<Ward, Person>
  for (const ward of wards) {
    const nurse: Person = await service.signUp({ role: 'CAREGIVER', firstName: nurseOf(ward) })
    nurses[ward] = nurse
    await alarms.reach(nurse, nurseOf(ward), ['ntfy'])
  }
  const webhooks: Webhooks = {
    'things-stack': await makeWebhook(service, admin, 'things-stack'),
    traccar: await makeWebhook(service, admin, 'traccar'),
    'home-assistant': await makeWebhook(service, admin, 'home-assistant'),
    json: await makeWebhook(service, admin, 'json', {
      rule: { path: 'state', equals: 'pressed', event: 'sos', device: 'button' },
    }),
    'sensor-logger': await makeWebhook(service, admin, 'sensor-logger'),
  }
  const names = new Map<string, string>()
  const rooms: Room[] = []
  for (const life of lives) {
    const { index, watched } = life
    const person: Person = await service.signUp({ firstName: `Resident${index}` })
    names.set(person.id, `resident ${index}`)
    await settleIn(service, person, { site, ward: wardOf(index), room: String(100 + index) })
    rooms.push({ life, person, ...devicesOf(index, watched), companion: null })
  }
  // A team looks after whoever lives in its ward when it is made.
  for (const ward of wards) await createTeam(service, admin, { site, ward }, [nurses[ward]])
  const home = { service, admin, webhooks, rooms, sharedDoors: [], nurses, names, deviceCount: 0 }
  await registerDevices(home)
  for (const room of rooms) room.companion = await addCompanion(home, room)
  const sharedDoors: SharedDoor[] = []
  for (const ward of wards) {
    for (const side of ['garden', 'street']) {
      const externalId = randomEui()
      const body = { externalId, kind: 'DOOR', name: side, place: { site, ward, room: null } }
      const answer = await service.call('POST', '/admin/devices', { token: admin, body })
      assert.equal(answer.status, 201, answer.text)
      const name = `door ${ward} ${side}`
      names.set(answer.body.data.id, name)
      sharedDoors.push({ externalId, ward, name })
    }
  }
  // Last, because it also waits until the service knows which devices were assigned.
  for (const { life, person } of rooms) {
    const settings = { ...settingsOf(life.watched), ...life.companion?.alarms }
    await setMonitoring(service, person, settings)
  }
  return { ...home, sharedDoors, deviceCount: 4 * rooms.length + sharedDoors.length }
}

/** Everybody who looks after somebody is told at once, and no more. */
async function tellOnce(service: TestService, token: string): Promise<void> {
  const steps = [{ afterSeconds: 0, tell: [{ who: 'assigned', channels: 'best' }] }]
  for (const severity of ['MEDIUM', 'HIGH', 'CRITICAL']) {
    const body = { severity, policy: { steps, repeat: null } }
    const answer = await service.call('PUT', '/admin/escalation-policies', { token, body })
    assert.equal(answer.status, 200, answer.text)
  }
}

/** Which devices a resident has: each way and each kind is in several rooms. */
function devicesOf(index: number, { doors }: Watched): Pick<Room, 'call' | 'bed' | 'motion' | 'last'> {
  const replaced = planOf(index)?.replaces
  const calls = [
    { way: 'http', externalId: randomEui() },
    { way: 'things-stack', externalId: randomEui() },
    { way: 'traccar', externalId: `86${randomBytes(6).readUIntBE(0, 6) % 1e13}` },
    { way: 'json', externalId: `cord:${randomUUID()}` },
  ] as const
  return {
    call: calls[index % calls.length] as HomeDevice,
    bed:
      index % 2 === 0
        ? { way: 'http', externalId: randomEui() }
        : { way: 'home-assistant', externalId: `binary_sensor.bed_${index}_mat` },
    motion:
      replaced === 'motion'
        ? null
        : index % 4 === 3
          ? { way: 'home-assistant', externalId: `binary_sensor.room_${index}_motion` }
          : { way: 'http', externalId: randomEui() },
    last:
      replaced === 'last'
        ? null
        : { way: doors && index % 2 === 1 ? 'things-stack' : 'http', externalId: randomEui() },
  }
}

/** Registers what the webhooks have seen, and the rest by its id. */
async function registerDevices({ service, admin, webhooks, rooms }: Home): Promise<void> {
  const all = rooms.flatMap(({ life, person, call, bed, motion, last }) => [
    {
      device: call,
      person,
      kind: hasPendant(life.index) ? 'PENDANT' : 'BUTTON',
      beats: hasPendant(life.index),
    },
    { device: bed, person, kind: 'BED', beats: false },
    ...(motion ? [{ device: motion, person, kind: 'MOTION', beats: false }] : []),
    ...(last ? [{ device: last, person, kind: life.watched.doors ? 'DOOR' : 'RADAR', beats: false }] : []),
  ])
  for (const { device } of all) {
    if (device.way === 'http') continue
    const answer = await webhooks[device.way].send(firstMessage(device))
    assert.deepEqual(answer.body?.data.unassigned, 1, answer.text)
  }
  const seen: { externalId: string; lastMessage: string }[] = await nearby(service, admin)
  for (const { device, person, kind, beats } of all) {
    // An entity of Home Assistant has only a name, of which the service makes an id.
    const externalId =
      device.way === 'home-assistant'
        ? seen.find(({ lastMessage }) => lastMessage.includes(device.externalId))?.externalId
        : device.externalId
    const body = {
      ...{ userId: person.id, externalId, kind },
      ...(beats && { expectedEverySeconds: beatEvery / 1000 }),
    }
    const answer = await service.call('POST', '/admin/devices', { token: admin, body })
    assert.equal(answer.status, 201, answer.text)
  }
}

function firstMessage({ way, externalId }: HomeDevice): object {
  if (way === 'things-stack')
    return { ...endDevice(externalId), uplink_message: { f_cnt: 0, decoded_payload: {} } }
  if (way === 'traccar') return { event: { id: 1, type: 'deviceOnline' }, device: { uniqueId: externalId } }
  if (way === 'json') return { button: externalId, state: 'idle' }
  return { entity_id: externalId, state: 'off', device_class: 'occupancy' }
}

export const endDevice = (devEui: string) => ({
  end_device_ids: { device_id: `eui-${devEui.toLowerCase()}`, dev_eui: devEui },
})

function settingsOf({ bed, doors, activity }: Watched): Record<string, unknown> {
  return {
    bedExitEnabled: bed !== null,
    ...(bed && { bedExitFrom: bed.from, bedExitTo: bed.to, bedExitAfterMinutes: bed.afterMinutes }),
    wanderingEnabled: doors !== null,
    ...(doors && { wanderingFrom: doors.from, wanderingTo: doors.to }),
    inactivityEnabled: activity !== null,
    ...(activity && {
      inactivityFrom: activity.from,
      inactivityTo: activity.to,
      inactivityAfterHours: activity.afterHours,
    }),
  }
}
