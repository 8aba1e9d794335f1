import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { takeTurn } from '../src/jobs/jobs.ts'
import {
  addDevice,
  assign,
  countRows,
  fallStory,
  type Person,
  randomMac,
  sendReading,
} from './support/readings.ts'
import { type CallOptions, useService } from './support/service.ts'

const service = useService()

interface Line {
  level: string
  action: string
  message: string
  actor: string | null
  subject: string | null
  ip: string | null
}

/** linesOf gives what one request left in the log. */
const linesOf = (requestId: string) =>
  service.ctx.db.query<Line>(
    `select level, action, message, actor_id as actor, subject_id as subject, ip
     from audit_log where request_id = $1 order by at`,
    [requestId],
  )

const address = '198.51.100.7'

/** trace makes a call and gives its status and the lines that it left. */
async function trace(method: string, path: string, options: CallOptions = {}) {
  const id = randomUUID()
  const call = { ...options, ip: address, headers: { 'x-request-id': id, ...options.headers } }
  const { status, body } = await service.call(method, path, call)
  return { status, body, lines: await linesOf(id) }
}

const line = (
  level: string,
  action: string,
  message: string,
  actor: string | null,
  subject: string | null,
) => ({
  ...{ level, action, message, actor, subject, ip: address },
})

const credentials = ({ email, password }: Person) => ({ body: { email, password } })

async function pair() {
  const [rosa, luis] = [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })]
  await assign(service, luis.id, rosa.id)
  return { rosa, luis }
}

const report = async (person: Person, confidence = 0.4) =>
  (await service.call('POST', '/falls', { token: person.token, body: { confidence } })).body.data.id

describe('a line with who, whom, from where and which request is left by', () => {
  test('a sign-up', async () => {
    const body = {
      email: `${randomUUID()}@example.org`,
      password: 'Sunny-Day-42!',
      firstName: 'A',
      lastName: 'B',
    }
    const { status, body: answer, lines } = await trace('POST', '/auth/signup', { body })
    assert.equal(status, 201)
    assert.deepEqual(lines, [line('INFO', 'auth.signed_up', 'Signed up', answer.data.id, null)])
  })

  test('a sign-in', async () => {
    const rosa = await service.signUp()
    const { lines } = await trace('POST', '/auth/login', credentials(rosa))
    assert.deepEqual(lines, [line('INFO', 'auth.signed_in', 'Signed in', rosa.id, null)])
  })

  test('a sign-in that failed, with whom it was about where that is known', async () => {
    const rosa = await service.signUp()
    const message = 'Wrong e-mail address or password'
    const wrong = await trace('POST', '/auth/login', credentials({ ...rosa, password: 'Wrong-1-word!' }))
    assert.deepEqual(
      [wrong.status, wrong.lines],
      [401, [line('WARNING', 'auth.sign_in_failed', message, null, rosa.id)]],
    )
    const unknown = await trace('POST', '/auth/login', credentials({ ...rosa, email: 'nobody@example.org' }))
    assert.deepEqual(
      [unknown.status, unknown.lines],
      [401, [line('WARNING', 'auth.sign_in_failed', message, null, null)]],
    )
  })

  test('a refusal because of the role', async () => {
    const rosa = await service.signUp()
    const { status, lines } = await trace('GET', '/falls/recent', { token: rosa.token })
    const refused = line('WARNING', 'access.refused', 'GET /api/falls/recent', rosa.id, null)
    assert.deepEqual([status, lines], [403, [refused]])
  })

  test('a refusal because it is another’s record', async () => {
    const [rosa, other] = [await service.signUp(), await service.signUp()]
    const fallId = await report(rosa)
    const { status, lines } = await trace('GET', `/falls/${fallId}`, { token: other.token })
    const refused = line('WARNING', 'access.refused', 'GET /api/falls/:id', other.id, fallId)
    assert.deepEqual([status, lines], [403, [refused]])
  })

  test('a look into another’s fall', async () => {
    const { rosa, luis } = await pair()
    const { status, lines } = await trace('GET', `/falls/${await report(rosa)}`, { token: luis.token })
    const look = line('INFO', 'record.viewed', 'GET /api/falls/:id', luis.id, rosa.id)
    assert.deepEqual([status, lines], [200, [look]])
  })

  for (const [name, suffix] of [
    ['device', ''],
    ['device status', '/status'],
    ['device log', '/logs'],
    ['readings', '/readings'],
  ] as const) {
    test(`a look into another’s ${name}`, async () => {
      const { rosa, luis } = await pair()
      const { id } = await addDevice(service, rosa.token)
      const { lines } = await trace('GET', `/device/${id}${suffix}`, { token: luis.token })
      assert.deepEqual(lines, [
        line('INFO', 'record.viewed', `GET /api/device/:id${suffix}`, luis.id, rosa.id),
      ])
    })
  }

  test('a look at the falls of all', async () => {
    const { luis } = await pair()
    const { lines } = await trace('GET', '/falls/recent', { token: luis.token })
    assert.deepEqual(lines, [line('INFO', 'records.listed', 'GET /api/falls/recent', luis.id, null)])
  })

  test('a definite fall', async () => {
    const { rosa } = await pair()
    const { body, lines } = await trace('POST', '/falls', { token: rosa.token, body: { confidence: 0.95 } })
    const message = `Emergency protocol for fall ${body.data.id}`
    assert.deepEqual(lines, [line('WARNING', 'fall.emergency', message, rosa.id, rosa.id)])
  })

  test('the deletion of an account', async () => {
    const rosa = await service.signUp()
    const body = { confirmation: true, reason: 'I move to Lisbon' }
    const { status, lines } = await trace('DELETE', '/profile/me', { token: rosa.token, body })
    const deleted = line('INFO', 'user.deleted', 'Account deleted', rosa.id, rosa.id)
    assert.deepEqual([status, lines], [200, [deleted]])
  })
})

test('a fault of the service leaves a line without its reason', async () => {
  const rosa = await service.signUp()
  await service.ctx.db.query('alter table falls add constraint none check (false) not valid')
  const call = { token: rosa.token, body: { confidence: 0.95 } }
  const { status, lines } = await trace('POST', '/falls', call).finally(() =>
    service.ctx.db.query('alter table falls drop constraint none'),
  )
  const fault = line('ERROR', 'service.fault', 'POST /api/falls', rosa.id, null)
  assert.deepEqual([status, lines], [500, [fault]])
})

test('nothing is left by looks into the own records, by bad requests and by what is not there', async () => {
  const rosa = await service.signUp()
  const id = await report(rosa)
  const { id: device } = await addDevice(service, rosa.token)
  const calls: [string, string, number, CallOptions?][] = [
    ['GET', '/falls', 200],
    ['GET', `/falls/${id}`, 200],
    ['GET', `/device/${device}`, 200],
    ['GET', '/profile/me', 200],
    ['GET', `/falls/${randomUUID()}`, 404],
    ['GET', '/nowhere', 404],
    ['POST', '/falls', 400, { body: {} }],
    ['GET', '/falls', 401, { token: 'nonsense' }],
  ]
  for (const [method, path, expected, options] of calls) {
    const { status, lines } = await trace(method, path, { token: rosa.token, ...options })
    assert.deepEqual([status, lines], [expected, []], `${method} ${path}`)
  }
})

describe('a device that is refused', () => {
  const refusalsOf = (person: Person) =>
    countRows(service, `audit_log where action = 'access.refused' and actor_id = $1`, [person.id])

  test('leaves one line an hour, not one a second', async () => {
    const [rosa, other] = [await service.signUp(), await service.signUp()]
    const { mac } = await addDevice(service, rosa.token)
    for (let i = 0; i < 30; i++) {
      assert.equal((await sendReading(service, other.token, mac)).status, 403)
      service.advance('1s')
    }
    assert.equal(await refusalsOf(other), 1)
    service.advance('59m')
    await sendReading(service, other.token, mac)
    assert.equal(await refusalsOf(other), 1)
    service.advance('1m')
    for (let i = 0; i < 3; i++) await sendReading(service, other.token, mac)
    assert.equal(await refusalsOf(other), 2)
  })

  test('does not hide that of another person', async () => {
    const [rosa, luis, ana] = [await service.signUp(), await service.signUp(), await service.signUp()]
    const { mac } = await addDevice(service, rosa.token)
    for (const { token } of [luis, ana, luis, ana]) await sendReading(service, token, mac)
    assert.deepEqual([await refusalsOf(luis), await refusalsOf(ana)], [1, 1])
  })

  test('does not hide a fault of the service', async () => {
    const [rosa, other] = [await service.signUp(), await service.signUp()]
    const { mac } = await addDevice(service, rosa.token)
    assert.equal((await sendReading(service, other.token, mac)).status, 403)
    await service.ctx.db.query('alter table devices add constraint none check (false) not valid')
    const { status } = await sendReading(service, other.token, randomMac()).finally(() =>
      service.ctx.db.query('alter table devices drop constraint none'),
    )
    assert.equal(status, 500)
    const faults = `audit_log where action = 'service.fault' and actor_id = $1`
    assert.equal(await countRows(service, faults, [other.id]), 1)
  })

  test('leaves none with a device that just comes too early', async () => {
    const rosa = await service.signUp()
    const mac = randomMac()
    await sendReading(service, rosa.token, mac)
    assert.equal((await sendReading(service, rosa.token, mac)).status, 429)
    assert.equal(await refusalsOf(rosa), 0)
  })
})

test('a line stands or falls with its deed', async () => {
  const rosa = await service.signUp()
  await service.ctx.db.query('alter table audit_log add constraint none check (false) not valid')
  const body = { confirmation: true }
  const answer = await service
    .call('DELETE', '/profile/me', { token: rosa.token, body })
    .finally(() => service.ctx.db.query('alter table audit_log drop constraint none'))
  assert.equal(answer.status, 500)
  assert.equal((await service.call('GET', '/me', { token: rosa.token })).status, 200)
})

describe('the log can only grow', () => {
  const changes = [
    `update audit_log set message = 'nothing happened'`,
    'update audit_log set actor_id = null where false',
    'delete from audit_log',
    'delete from audit_log where false',
    'truncate audit_log',
    'truncate users, audit_log cascade',
  ]
  for (const change of changes) {
    test(`not ${change}`, async () => {
      await service.signUp()
      const before = await countRows(service, 'audit_log', [])
      await assert.rejects(service.ctx.db.query(change), /append-only/)
      assert.equal(await countRows(service, 'audit_log', []), before)
    })
  }
})

test('no line holds a name, an e-mail address, a MAC address, a token, a password or a word about anybody', async () => {
  const email = `zenobia-${randomUUID()}@example.org`
  const zenobia = await service.signUp({ email, firstName: 'Zenobia', lastName: 'Quackenbush' })
  const luis = await service.signUp({ role: 'CAREGIVER' })
  await assign(service, luis.id, zenobia.id)
  const device = await addDevice(service, zenobia.token, { heart_rate: 171, battery_level: 3 })
  for (const [i, motion] of fallStory.entries()) {
    await device.send({ ...motion, uptime_ms: 10_000 + i * 1000 })
  }
  const { token } = zenobia
  const body = { confidence: 0.97, location: 'Conservatory', injuries: 'Collarbone' }
  const { id } = (await service.call('POST', '/falls', { token, body })).body.data
  for (const path of [
    `/falls/${id}`,
    '/falls/recent',
    `/device/${device.id}`,
    `/patients/${zenobia.id}/vitals`,
  ]) {
    await service.call('GET', path, { token: luis.token, query: {} })
  }
  await service.call('GET', '/falls/recent', { token, query: { sort: 'Zenobia' } })
  await service.call('GET', `/device/${email}`, { token })
  await service.logIn(email, 'Wrong-Passw0rd!')
  await sendReading(service, luis.token, device.mac)
  const key = (await service.call('POST', '/device/keys', { token, body: { name: 'Hallway hub' } })).body.data
    .key
  await service.call('GET', '/falls', { token: key })
  await takeTurn(service.ctx, { name: 'test_job', everyMs: 1000, run: async () => ({ things: 1 }) })
  await service.call('DELETE', '/profile/me', { token, body: { confirmation: true, reason: 'Lisbon' } })
  const lines = await service.ctx.db.query<{ text: string; message: string }>(
    'select t::text as text, message from audit_log as t',
  )
  const log = lines.map(({ text }) => text).join('\n')
  assert.ok(log.includes(zenobia.id) && log.includes('record.viewed') && log.includes('access.refused'))
  const secrets = [
    ...['Zenobia', 'Quackenbush', 'zenobia-', '@', 'Conservatory', 'Collarbone', 'Lisbon', 'Hallway'],
    ...[token, luis.token, key, 'fwk_', 'eyJ', 'Wrong-Passw0rd!', zenobia.password],
    ...[device.mac, device.mac.replaceAll(':', '')],
  ]
  for (const secret of secrets) assert.ok(!log.includes(secret), `the log holds ${secret}`)
  assert.doesNotMatch(lines.map(({ message }) => message).join('\n'), /\b(171|0\.97)\b/)
})
