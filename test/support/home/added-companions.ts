import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { nearby, randomEui } from '../intake.ts'
import { randomMac } from '../readings.ts'
import { beginOfHome } from './clock.ts'
import type { Home, Room } from './home.ts'

/** A wearable, a phone or something else as the service knows it. */
export interface AddedCompanion {
  kind: string
  /** Of a phone with the app, the id that the app has. */
  id: string
  /** A key of its own; empty of the app, whose webhook speaks for it. */
  key: string
  /** By which the page of a phone calls for help. */
  cookie?: string
}

type At = Pick<Home, 'service' | 'admin' | 'webhooks'>

/** Adds the companion of a resident, each in the way in which such a device comes in. */
export async function addCompanion(home: At, { life, person }: Room): Promise<AddedCompanion | null> {
  const { companion } = life
  if (!companion) return null
  const { kind, way, expectedEvery } = companion
  if (way === 'page') return { kind, ...(await pairPhone(home, person)) }
  if (way === 'sensor-logger') {
    const id = randomUUID()
    await register(home, { userId: person.id, kind, externalId: await seenNearby(home, id) })
    return { kind, id, key: '' }
  }
  const id = way === 'readings' ? randomMac() : randomEui()
  const expected = expectedEvery === undefined ? {} : { expectedEverySeconds: expectedEvery / 1000 }
  const { key } = await register(home, { userId: person.id, kind, externalId: id, ...expected })
  return { kind, id, key }
}

async function register({ service, admin }: At, body: object): Promise<{ key: string }> {
  const answer = await service.call('POST', '/admin/devices', { token: admin, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

/** The browser of a phone becomes a device by a link, as by the code that it scans. */
async function pairPhone({ service }: At, { id, token }: Room['person']) {
  const link = await service.call('POST', `/patients/${id}/phone-links`, { token, body: {} })
  assert.equal(link.status, 201, link.text)
  const claim = randomBytes(32).toString('base64url')
  const answer = await service.call('POST', '/device/phones', {
    body: { token: link.body.data.token, claim },
    headers: { 'x-requested-with': 'test' },
  })
  assert.equal(answer.status, 201, answer.text)
  const { macAddress, key } = answer.body.data
  return { id: macAddress, key, cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' }
}

/** The app sends for the first time; returns the id that the service makes of its own one. */
async function seenNearby({ service, admin, webhooks }: At, id: string): Promise<string> {
  const answer = await webhooks['sensor-logger'].send(pushOfApp(id, beginOfHome, 100))
  assert.equal(answer.body?.data.unassigned, 1, answer.text)
  const seen: { externalId: string; lastMessage: string }[] = await nearby(service, admin)
  const found = seen.find(({ lastMessage }) => lastMessage.includes(id))
  assert.ok(found, 'the app was not seen')
  return found.externalId
}

/** What the app Sensor Logger sends of the last second of somebody who sits still. */
export function pushOfApp(deviceId: string, at: number, battery: number): object {
  const second = Array.from({ length: 26 }, (_, i) => ({
    name: 'totalacceleration',
    time: (at - 1000 + i * 40) * 1e6,
    values: { x: 0, y: 0, z: 9.8 },
  }))
  const level = { name: 'battery', time: at * 1e6, values: { batteryLevel: battery / 100 } }
  return { messageId: 1, sessionId: 's', deviceId, payload: [...second, level] }
}
