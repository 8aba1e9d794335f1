import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { incidentsOf } from '../support/incidents.ts'
import { assignDevice, eventsOf, makeWebhook, nearby, randomEui, uplink } from '../support/intake.ts'
import { countRows, readingsOfUser } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService({ SESSION_DURATION: '30d' })
let admin: string
before(async () => {
  admin = await service.adminToken()
})

// biome-ignore lint/suspicious/noExplicitAny: answers have several shapes
const ofId = (externalId: string, list: any[]) => list.filter((seen) => seen.externalId === externalId)

async function makeButton(kind = 'BUTTON') {
  const { id: userId, token } = await service.signUp()
  const webhook = await makeWebhook(service, admin, 'things-stack')
  const externalId = randomEui()
  await webhook.send(uplink(externalId, {}, 0))
  const device = await assignDevice(service, admin, { userId, externalId, kind })
  return { token, webhook, externalId, device }
}

describe('a webhook in', () => {
  test('shows its secret once, and is revoked at once', async () => {
    const webhook = await makeWebhook(service, admin, 'chirpstack', { name: 'ChirpStack of the house' })
    assert.match(webhook.url, /\/api\/intake\/fwi_[\w-]{43}$/)
    const secret = webhook.url.split('/').at(-1) ?? ''
    const list = await service.call('GET', '/admin/intake/sources', { token: admin })
    assert.ok(list.body.data.some(({ id }: { id: string }) => id === webhook.id))
    assert.ok(!list.text.includes(secret))
    assert.equal(
      await countRows(service, 'intake_sources where secret_hash::text like $1', [`%${secret}%`]),
      0,
    )
    const again = { name: 'chirpstack of THE house', adapter: 'chirpstack' }
    assert.equal(
      (await service.call('POST', '/admin/intake/sources', { token: admin, body: again })).status,
      409,
    )
    assert.equal((await webhook.send({})).status, 200)
    assert.equal(
      (await service.call('DELETE', `/admin/intake/sources/${webhook.id}`, { token: admin })).status,
      200,
    )
    assert.equal((await webhook.send({})).status, 404)
    assert.ok(!service.logLines.some((line) => line.includes(secret)))
  })

  test('has a rule only for JSON, and JSON needs one', async () => {
    const make = (body: object) => service.call('POST', '/admin/intake/sources', { token: admin, body })
    const rule = { path: 'a.b', equals: 1, event: 'sos' }
    assert.equal((await make({ name: 'a', adapter: 'json' })).status, 400)
    assert.equal((await make({ name: 'a', adapter: 'traccar', rule })).status, 400)
    assert.equal((await make({ name: 'a', adapter: 'zigbee2mqtt' })).status, 400)
    assert.equal((await make({ name: 'a', adapter: 'json', rule: { ...rule, path: '$..*' } })).status, 400)
    const answer = await make({ name: 'Rule', adapter: 'json', rule })
    assert.equal(answer.status, 201)
    assert.deepEqual(answer.body.data.rule, rule)
    await service.call('DELETE', `/admin/intake/sources/${answer.body.data.id}`, { token: admin })
    assert.equal(
      (
        await service.call('DELETE', '/admin/intake/sources/00000000-0000-0000-0000-000000000000', {
          token: admin,
        })
      ).status,
      404,
    )
  })

  test('says what came of a message', async () => {
    const webhook = await makeWebhook(service, admin, 'things-stack')
    const nothing = { understood: false, recorded: 0, unassigned: 0, refused: 0 }
    assert.deepEqual((await webhook.send({ hello: 'world' })).body.data, nothing)
    const seen = await webhook.send(uplink(randomEui(), { button: 'short' }))
    assert.deepEqual(seen.body.data, { ...nothing, understood: true, unassigned: 1 })
  })
})

describe('what was seen nearby', () => {
  test('is listed with its last message, and nothing comes of it', async () => {
    const webhook = await makeWebhook(service, admin, 'things-stack')
    const externalId = randomEui()
    await webhook.send(uplink(externalId, { button: 'short' }, 1))
    await webhook.send(uplink(externalId, { battery: 50 }, 2))
    const [seen, ...others] = ofId(externalId, await nearby(service, admin))
    assert.equal(others.length, 0)
    assert.equal(seen.count, 2)
    assert.equal(seen.suggestedKind, 'BUTTON')
    assert.equal(seen.source.id, webhook.id)
    assert.match(seen.lastMessage, /"battery":50/)
    assert.ok((await countRows(service, 'events where type = $1', ['nearby.changed'])) > 0)
    assert.equal(await countRows(service, 'device_events', []), 0)
  })

  test('takes no more room than a source may fill, and is forgotten after a day', async () => {
    const webhook = await makeWebhook(service, admin, 'things-stack')
    for (let i = 0; i < 120; i++) await webhook.send(uplink(randomEui(), {}))
    await nearby(service, admin)
    assert.equal(await countRows(service, 'intake_nearby where source = $1', [webhook.id]), 100)
    service.advance('25h')
    assert.equal((await nearby(service, admin)).length, 0)
    const other = await makeWebhook(service, admin, 'things-stack')
    await other.send(uplink(randomEui(), {}))
    await nearby(service, admin)
    assert.equal(await countRows(service, 'intake_nearby where source = $1', [webhook.id]), 0)
  })

  test('still calls when its device is given to somebody else', async () => {
    const { webhook, externalId, device } = await makeButton()
    const luis = await service.signUp()
    const released = await service.call('POST', `/admin/devices/${device.id}/release`, {
      token: admin,
      body: { userId: luis.id },
    })
    assert.equal(released.status, 200, released.text)
    const answer = await webhook.send(uplink(externalId, { button: 'short' }, 7))
    assert.equal(answer.body.data.recorded, 1)
    assert.equal((await incidentsOf(service, luis))[0]?.kind, 'SOS')
  })

  test('acts as soon as it was assigned', async () => {
    const { token, webhook, externalId, device } = await makeButton()
    assert.deepEqual(ofId(externalId, await nearby(service, admin)), [])
    const answer = await webhook.send(uplink(externalId, { button: 'short' }, 1))
    assert.equal(answer.body.data.recorded, 1)
    const [incident] = await incidentsOf(service, { id: '', token })
    assert.equal(incident?.kind, 'SOS')
    // The network server sends a message again whose answer it has not seen.
    await webhook.send(uplink(externalId, { button: 'short' }, 1))
    assert.deepEqual(
      (await eventsOf(service, device.id)).filter((type) => type === 'sos'),
      ['sos'],
    )
  })
})

describe('a source speaks only for devices that were assigned to it', () => {
  test('another one that sends the same id is only seen', async () => {
    const { token, externalId, device } = await makeButton()
    const stranger = await makeWebhook(service, admin, 'things-stack')
    const answer = await stranger.send(uplink(externalId, { button: 'short' }))
    assert.deepEqual([answer.body.data.recorded, answer.body.data.unassigned], [0, 1])
    assert.deepEqual(await incidentsOf(service, { id: '', token }), [])
    const [seen] = ofId(externalId, await nearby(service, admin))
    assert.equal(seen.deviceId, device.id)
  })

  test('a device that two sources have seen waits for a decision', async () => {
    const { id: userId } = await service.signUp()
    const externalId = randomEui()
    const [one, other] = [
      await makeWebhook(service, admin, 'things-stack'),
      await makeWebhook(service, admin, 'things-stack'),
    ]
    await one.send(uplink(externalId, {}))
    await other.send(uplink(externalId, {}))
    const device = await assignDevice(service, admin, { userId, externalId, kind: 'BUTTON' })
    assert.equal((await other.send(uplink(externalId, { button: 'short' }))).body.data.recorded, 0)
    const put = (source: string | null) =>
      service.call('PUT', `/admin/intake/devices/${device.id}`, { token: admin, body: { source } })
    assert.equal((await put('11111111-1111-4111-8111-111111111111')).status, 404)
    assert.equal((await put(other.id)).status, 200)
    assert.equal((await one.send(uplink(externalId, { button: 'short' }, 2))).body.data.recorded, 0)
    assert.equal((await other.send(uplink(externalId, { button: 'short' }, 3))).body.data.recorded, 1)
    assert.equal((await put(null)).status, 200)
    assert.equal((await other.send(uplink(externalId, { button: 'short' }, 4))).body.data.recorded, 0)
  })
})

describe('a state that is repeated', () => {
  test('of a door is one event, until it changes', async () => {
    const { webhook, externalId, device } = await makeButton('DOOR')
    for (const [frame, state] of ['open', 'open', 'close', 'close', 'open'].entries()) {
      await webhook.send(uplink(externalId, { magnet_status: state }, frame + 1))
      service.advance('11s')
    }
    const doors = (await eventsOf(service, device.id)).filter((type) => type.startsWith('door'))
    assert.deepEqual(doors, ['door_opened', 'door_closed', 'door_opened'])
  })

  test('of a mat in a bed means what the device is', async () => {
    const { webhook, externalId, device } = await makeButton('BED')
    await webhook.send(uplink(externalId, { magnet_status: 'close' }, 1))
    await webhook.send(uplink(externalId, { magnet_status: 'open' }, 2))
    assert.ok((await eventsOf(service, device.id)).includes('bed_exit'))
  })

  test('of a call is another call after a while', async () => {
    const { webhook, externalId, device } = await makeButton()
    const pull = (frame: number) => webhook.send(uplink(externalId, { magnet_status: 'open' }, frame))
    await pull(1)
    service.advance('15s')
    await pull(2)
    assert.equal((await eventsOf(service, device.id)).filter((type) => type === 'sos').length, 1)
    service.advance('2m')
    await pull(3)
    assert.equal((await eventsOf(service, device.id)).filter((type) => type === 'sos').length, 2)
  })
})

test('the readings of a phone are stored as those of a device', async () => {
  const { id: userId } = await service.signUp()
  const webhook = await makeWebhook(service, admin, 'sensor-logger')
  const startNs = Date.now() * 1e6
  const push = (seconds: number, atMs: number) => ({
    messageId: 1,
    sessionId: 's',
    deviceId: `phone ${userId}`,
    payload: Array.from({ length: 50 * seconds + 1 }, (_, i) => ({
      name: 'totalacceleration',
      time: startNs + atMs * 1e6 + i * 2e7,
      values: { x: 0, y: 0, z: 9.8 },
    })),
  })
  await webhook.send(push(1, 0))
  await service.app.intake.nearby.flush()
  const list = await nearby(service, admin)
  const [seen] = list.filter(({ source }: { source: { id: string } }) => source.id === webhook.id)
  assert.equal(seen.suggestedKind, 'PHONE')
  await assignDevice(service, admin, { userId, externalId: seen.externalId, kind: 'PHONE' })
  assert.equal((await webhook.send(push(1, 1000))).body.data.recorded, 1)
  assert.equal(await readingsOfUser(service, userId), 1)
})

describe('attacks', () => {
  test('a source that floods is cut at its own limit, and another one is not', async () => {
    const { webhook, externalId } = await makeButton()
    const other = await makeButton()
    const flood = await Promise.all(Array.from({ length: 1300 }, () => webhook.send({})))
    const refused = flood.filter(({ status }) => status === 429)
    assert.ok(refused.length >= 100, String(refused.length))
    assert.ok(Number(refused[0]?.headers['retry-after']) > 0)
    assert.equal((await webhook.send(uplink(externalId, { button: 'short' }))).status, 429)
    assert.equal(
      (await other.webhook.send(uplink(other.externalId, { button: 'short' }))).body.data.recorded,
      1,
    )
  })

  test('whoever guesses secrets is slowed down, without a word about which are near', async () => {
    const guess = (secret: string, ip?: string) =>
      service.call('POST', `/intake/${secret}`, { body: {}, ...(ip && { ip }) })
    const known = await makeWebhook(service, admin, 'traccar')
    const near = `${known.path.slice('/intake/'.length, -1)}_`
    const texts = new Set<string>()
    for (const secret of [near, 'fwi_', 'x', '%00', 'fwi_'.padEnd(47, 'A')]) {
      const answer = await guess(secret)
      assert.equal(answer.status, 404, secret)
      texts.add(answer.body.code)
    }
    assert.deepEqual([...texts], ['NOT_FOUND'])
    const tries = await Promise.all(
      Array.from({ length: 80 }, () => guess('fwi_'.padEnd(47, 'B'), '192.0.2.9')),
    )
    assert.ok(tries.some(({ status }) => status === 429))
    assert.equal((await known.send({}, '192.0.2.9')).status, 200)
  })

  test('bodies are bounded, and refused without a 5xx', async () => {
    const { path, send } = await makeWebhook(service, admin, 'json', {
      rule: { path: 'a.a.a.a.a.a.a.a.a.a', equals: 'x', event: 'sos' },
    })
    const raw = (payload: string, type = 'application/json') =>
      service.app.inject({ method: 'POST', url: `/api${path}`, headers: { 'content-type': type }, payload })
    assert.equal((await raw(`{"a":"${'x'.repeat(300_000)}"}`)).statusCode, 413)
    assert.equal((await raw(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)).statusCode, 400)
    assert.equal((await raw('[1,2]')).statusCode, 400)
    assert.equal((await raw('not json')).statusCode, 400)
    assert.equal((await raw('{"__proto__":{"id":"1"}}')).statusCode, 400)
    assert.equal((await raw('a=b', 'application/x-www-form-urlencoded')).statusCode, 415)
    assert.equal((await raw('')).json().data.understood, false)
    for (const id of ['x'.repeat(65), 'a b', '<script>', '\u202egnp', 12345, null, {}, []])
      assert.equal((await send({ id, a: 1 })).status, 200)
    for (const seen of await nearby(service, admin)) assert.match(seen.externalId, /^[\w:.-]{1,64}$/)
  })

  test('a webhook cannot use its secret for anything else', async () => {
    const { url } = await makeWebhook(service, admin, 'traccar')
    const token = url.split('/').at(-1) ?? ''
    for (const path of ['/me', '/admin/nearby', '/admin/intake/sources'])
      assert.equal((await service.call('GET', path, { token })).status, 401)
  })
})

describe('topics of the broker', () => {
  const put = (topics: object[], token = admin) =>
    service.call('PUT', '/admin/intake/topics', { token, body: { topics } })

  test('are named by admins, in their order', async () => {
    const rule = { path: '$', equals: 'ON', event: 'assist' }
    const topics = [
      { topic: 'zigbee2mqtt/#', adapter: 'zigbee2mqtt' },
      { topic: '+/events/rpc', adapter: 'shelly' },
      { topic: 'ward/+/button', adapter: 'json', rule },
    ]
    const answer = await put(topics)
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(
      answer.body.data.topics,
      topics.map((topic) => ({ rule: null, ...topic })),
    )
    assert.equal(answer.body.data.brokerConnected, null)
    const reversed = (await put([...topics].reverse())).body.data.topics
    assert.deepEqual(
      reversed.map(({ topic }: { topic: string }) => topic),
      ['ward/+/button', '+/events/rpc', 'zigbee2mqtt/#'],
    )
    assert.deepEqual(
      (await service.call('GET', '/admin/intake/topics', { token: admin })).body.data.topics,
      reversed,
    )
    assert.equal((await put([], (await service.signUp()).token)).status, 403)
    assert.deepEqual((await put([])).body.data.topics, [])
  })

  test('are refused where they would mean everything, nothing, or our own', async () => {
    for (const topic of [
      '#',
      '',
      '$SYS/#',
      '$share/a/b',
      'a/#/b',
      'a+',
      'fallwatch/+/events',
      'fallwatch',
      'x'.repeat(201),
      'a\0b',
    ])
      assert.equal((await put([{ topic, adapter: 'zigbee2mqtt' }])).status, 400, topic)
    const twice = { topic: 'a/#', adapter: 'tasmota' }
    assert.equal((await put([twice, twice])).status, 400)
    assert.equal((await put([{ topic: 'a', adapter: 'sensor-logger' }])).status, 400)
    assert.equal(
      (await put(Array.from({ length: 51 }, (_, i) => ({ topic: `a/${i}`, adapter: 'tasmota' })))).status,
      400,
    )
  })
})
