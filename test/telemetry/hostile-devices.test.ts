import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { fullTest } from '../support/full.ts'
import { incidentsOf } from '../support/incidents.ts'
import { assignDevice, eventsOf, makeWebhook, nearby, randomEui, uplink } from '../support/intake.ts'
import { countWaiting, whileLocked } from '../support/locks.ts'
import { readingsOfUser } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService({ SESSION_DURATION: '30d' })
let admin: string
before(async () => {
  admin = await service.adminToken()
})

const say = (token: string, device_id: string, event: string, fields: object = {}) =>
  service.call('POST', '/device/events', { token, body: { device_id, event, ...fields } })

async function assignedButton(kind = 'BUTTON') {
  const person = await service.signUp()
  const webhook = await makeWebhook(service, admin, 'things-stack')
  const externalId = randomEui()
  await webhook.send(uplink(externalId, {}, 0))
  const device = await assignDevice(service, admin, { userId: person.id, externalId, kind })
  return { person, webhook, externalId, device }
}

describe('what a device says of itself', () => {
  test('is never more than can be stored, however small or long ago it is', async () => {
    const { token } = await service.signUp()
    const id = randomEui()
    const odd = [
      { battery_level: 1e-320 },
      { battery_level: 5e-324, event_id: '1' },
      { confidence: 1e-45, event_id: '2' },
      { at: '0000-01-01T00:00:00Z', event_id: '3' },
      { at: '0001-01-01T00:00:00+14:00', event_id: '4' },
      { event_id: '~'.repeat(128) },
      { detail: '\u{1f6cf}'.repeat(100), event_id: '5' },
    ]
    for (const event of ['alive', 'fall', 'bed_exit', 'battery'])
      for (const fields of odd) {
        const answer = await say(token, id, event, fields)
        assert.equal(answer.status, 200, `${JSON.stringify(fields)}: ${answer.text}`)
      }
    for (const fields of [
      { at: '+275760-09-13T00:00:00Z' },
      { at: '9999-12-31T23:59:59Z' },
      { battery_level: -1e-320 },
      { event_id: 'a\u0000b' },
      { detail: 'a\u0000b' },
      { device_id: ':::' },
      { device_id: '\u0660'.repeat(12) },
    ]) {
      const answer = await say(token, id, 'alive', fields)
      assert.equal(answer.status, 400, `${JSON.stringify(fields)}: ${answer.text}`)
    }
    const [device] = await service.ctx.db.query<{ id: string }>('select id from devices where mac = $1', [
      id.toLowerCase(),
    ])
    const list = await service.call('GET', `/device/${device?.id}/events`, { token })
    assert.equal(list.status, 200, list.text)
  })

  test('does not make the other devices of its owner wait, not even those of a whole house', async () => {
    const place = { ward: 'North' }
    const [stuck, other] = [randomEui(), randomEui()]
    for (const externalId of [stuck, other])
      await assignDevice(service, admin, { externalId, kind: 'BUTTON', place })
    let waiting = 45
    const flood = Array.from({ length: waiting }, async (_, i) => {
      await say(admin, stuck, 'sos', { event_id: `press-${i}` })
      waiting--
    })
    const call = await say(admin, other, 'sos')
    assert.equal(call.body.data.action, 'OPENED')
    assert.ok(waiting > 0, 'the stuck one is still slowed down')
    await Promise.all(flood)
  })
})

describe('a source', () => {
  test('is heard no more as soon as its device was taken from it, also of what had come before', async () => {
    const { person, webhook, externalId, device } = await assignedButton()
    const lock = 'select from devices where id = $1 for update'
    const sending = await whileLocked(service, lock, [device.id], async () => {
      const answer = webhook.send(uplink(externalId, { button: 'short' }, 1))
      await until(async () => (await countWaiting(service)) > 0)
      const path = `/admin/intake/devices/${device.id}`
      const taken = await service.call('PUT', path, { token: admin, body: { source: null } })
      assert.equal(taken.status, 200, taken.text)
      return { answer }
    })
    assert.equal((await sending.answer).status, 200)
    assert.deepEqual(await eventsOf(service, device.id), [])
    assert.deepEqual(await incidentsOf(service, person), [])
  })

  fullTest('is heard from an address at which somebody else guesses secrets without end', async () => {
    const ip = '192.0.2.77'
    const webhook = await makeWebhook(service, admin, 'traccar')
    const guess = async () => (await service.call('POST', '/intake/guess', { body: {}, ip })).status
    let last = 0
    for (let sent = 0; sent < 6100; sent += 100)
      last = (await Promise.all(Array.from({ length: 100 }, guess)))[0] ?? 0
    assert.equal(last, 429)
    assert.equal((await webhook.send({}, ip)).status, 200)
  })

  test('that makes up devices leaves the list to others', async () => {
    const [hostile, honest] = [
      await makeWebhook(service, admin, 'things-stack'),
      await makeWebhook(service, admin, 'things-stack'),
    ]
    const { nearby: book } = service.app.intake
    const about = { adapter: 'things-stack', suggestedKind: 'BUTTON', lastMessage: '{}' } as const
    const sighting = { ...about, at: service.ctx.now() }
    for (let i = 0; i < 400; i++) {
      const externalId = randomEui()
      book.note({ ...sighting, sourceId: hostile.id, externalId, address: externalId.toLowerCase() })
    }
    const externalId = randomEui()
    book.note({ ...sighting, sourceId: honest.id, externalId, address: externalId.toLowerCase() })
    const list: { externalId: string }[] = await nearby(service, admin)
    assert.ok(list.some((seen) => seen.externalId === externalId))
  })

  test('shows its secret in no line of the log, whatever is wrong with a message', async () => {
    const { path } = await makeWebhook(service, admin, 'json', {
      rule: { path: 'a', equals: 1, event: 'sos' },
    })
    const secret = path.split('/').at(-1) ?? ''
    const url = `/api${path}`
    const send = (type: string, payload: string, method: 'POST' | 'PUT' | 'GET' = 'POST') =>
      service.app.inject({
        method,
        url,
        headers: { 'content-type': type },
        ...(method !== 'GET' && { payload }),
      })
    const statuses = [
      await send('application/json', '{'),
      await send('application/json', `{"a":"${'x'.repeat(300_000)}"}`),
      await send('text/plain', 'x'),
      await send('application/json', '{}', 'PUT'),
      await send('application/json', '', 'GET'),
      await service.app.inject({ method: 'POST', url: `${url}/more`, payload: {} }),
      await service.app.inject({ method: 'POST', url: `${url}?again=${secret}`, payload: { a: 1 } }),
    ].map(({ statusCode }) => statusCode)
    assert.deepEqual(statuses, [400, 413, 415, 404, 404, 404, 200])
    assert.ok(service.logLines.length > 0)
    assert.deepEqual(
      service.logLines.filter((line) => line.includes(secret)),
      [],
    )
  })
})

test('a phone that sends a little early loses no second of motion', async () => {
  const { id: userId } = await service.signUp()
  const webhook = await makeWebhook(service, admin, 'sensor-logger')
  const startNs = service.ctx.now().getTime() * 1e6
  const push = (second: number) => ({
    deviceId: `phone ${userId}`,
    payload: Array.from({ length: 50 }, (_, i) => ({
      name: 'totalacceleration',
      time: startNs + second * 1e9 + i * 2e7,
      values: { x: 0, y: 0, z: 9.8 },
    })),
  })
  await webhook.send(push(0))
  const list: { externalId: string; source: { id: string } }[] = await nearby(service, admin)
  const externalId = list.find(({ source }) => source.id === webhook.id)?.externalId
  await assignDevice(service, admin, { userId, externalId, kind: 'PHONE' })
  let nowMs = service.ctx.now().getTime()
  const pass = (ms: number) => {
    nowMs += ms
    service.setClock(new Date(nowMs))
  }
  for (const [second, wait] of [1200, 800, 1000, 1150, 750].entries()) {
    pass(wait)
    const sending = webhook.send(push(second + 1))
    // As long as it waits, time goes on.
    if (wait < 1000) setTimeout(pass, 50, 300)
    assert.deepEqual((await sending).body.data, { understood: true, recorded: 1, unassigned: 0, refused: 0 })
  }
  assert.equal(await readingsOfUser(service, userId), 5)
})
