import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { runIfDue } from '../../src/app/jobs/jobs.ts'
import {
  addDevice,
  assign,
  countRows,
  fallSequence,
  type Person,
  randomMac,
  sendReading,
  times,
} from '../support/readings.ts'
import { type CallOptions, useSteadyService } from '../support/service.ts'

const service = useSteadyService()

interface Line {
  level: string
  action: string
  message: string
  actor: string | null
  subject: string | null
  ip: string | null
}

/** Gives what one request left in the log. */
const linesOf = (requestId: string) =>
  service.ctx.db.query<Line>(
    `select level, action, message, actor_id as actor, subject_id as subject, ip
     from audit_log where request_id = $1 order by at`,
    [requestId],
  )

const address = '198.51.100.7'

/** Makes a call and gives its status and the lines that it left. */
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

  test('a sign-out, once for those who sign out at once', async () => {
    const rosa = await service.signUp()
    const { status, lines } = await trace('POST', '/auth/logout', { token: rosa.token })
    assert.deepEqual([status, lines], [200, [line('INFO', 'auth.signed_out', 'Signed out', rosa.id, null)]])
    const luis = await service.signUp()
    await times(5, () => service.call('POST', '/auth/logout', { token: luis.token }))
    const signedOut = `audit_log where action = 'auth.signed_out' and actor_id = $1`
    assert.equal(await countRows(service, signedOut, [luis.id]), 1)
  })

  test('a change of the password, and none by a wrong one', async () => {
    const rosa = await service.signUp()
    const change = (currentPassword: string) =>
      trace('POST', '/profile/password', {
        token: rosa.token,
        body: { currentPassword, newPassword: 'Rainy-Day-43!', confirmPassword: 'Rainy-Day-43!' },
      })
    const wrong = await change('Wrong-Pass-1!')
    assert.deepEqual([wrong.status, wrong.lines], [400, []])
    const { status, lines } = await change(rosa.password)
    const changed = line('INFO', 'auth.password_changed', 'Password changed', rosa.id, null)
    assert.deepEqual([status, lines], [200, [changed]])
  })

  test('a device key that is made, and one that is revoked', async () => {
    const { id, token } = await service.signUp()
    const made = await trace('POST', '/device/keys', { token, body: { name: 'Left wrist' } })
    assert.deepEqual(made.lines, [line('INFO', 'device_key.created', 'Device key made', id, id)])
    const revoked = await trace('DELETE', `/device/keys/${made.body.data.id}`, { token })
    assert.deepEqual(revoked.lines, [line('INFO', 'device_key.revoked', 'Device key revoked', id, id)])
  })

  test('a device that its owner deletes', async () => {
    const rosa = await service.signUp()
    const { id } = await addDevice(service, rosa.token)
    const { status, lines } = await trace('DELETE', `/device/${id}`, { token: rosa.token })
    const deleted = line('INFO', 'device.deleted', 'Device deleted', rosa.id, rosa.id)
    assert.deepEqual([status, lines], [204, [deleted]])
  })

  test('a sensitivity that a caregiver or an admin changes, and none by one that is set already', async () => {
    const { rosa, luis } = await pair()
    const path = `/patients/${rosa.id}/detection`
    const change = (token: string, sensitivity: string) =>
      trace('PUT', path, { token, body: { sensitivity } })
    const changed = (actor: string, from: string, to: string) =>
      line('INFO', 'patient.sensitivity_changed', `Sensitivity changed from ${from} to ${to}`, actor, rosa.id)
    assert.deepEqual((await change(luis.token, 'high')).lines, [changed(luis.id, 'normal', 'high')])
    assert.deepEqual((await change(luis.token, 'high')).lines, [])
    const admin = (await service.logIn('admin@example.org', 'First-Admin-1!')).body
    assert.deepEqual((await change(admin.token, 'low')).lines, [changed(admin.data.id, 'high', 'low')])
    const bad = await change(luis.token, 'extreme')
    assert.deepEqual([bad.status, bad.lines], [400, []])
  })

  test('a look at the detection settings of another', async () => {
    const { rosa, luis } = await pair()
    const { id } = await addDevice(service, rosa.token)
    for (const [path, route] of [
      [`/patients/${rosa.id}/detection`, '/api/patients/:id/detection'],
      [`/device/${id}/detection`, '/api/device/:id/detection'],
    ] as const) {
      const { lines } = await trace('GET', path, { token: luis.token })
      assert.deepEqual(lines, [line('INFO', 'record.viewed', `GET ${route}`, luis.id, rosa.id)])
      assert.deepEqual((await trace('GET', path, { token: rosa.token })).lines, [])
    }
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
    const message = `Fall ${body.data.id} is confirmed; its alerts ask caregivers to go there or call for help`
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

describe('nobody fills the log with refusals', () => {
  // A minute is one of the service's clock, however long the requests take.
  before(() => service.setClock(service.ctx.now()))

  const refusalsOf = ({ id }: Person) =>
    service.ctx.db.query<{ message: string }>(
      `select message from audit_log where action = 'access.refused' and actor_id = $1 order by at`,
      [id],
    )

  test('ten lines a minute about a route are kept, and the next says how many were left out', async () => {
    const rosa = await service.signUp()
    const refused = () => service.call('GET', '/admin/stats', { token: rosa.token })
    for (let i = 0; i < 30; i++) assert.equal((await refused()).status, 403)
    assert.equal((await refusalsOf(rosa)).length, 10)
    service.advance('59s')
    await refused()
    assert.equal((await refusalsOf(rosa)).length, 10)
    service.advance('1s')
    await refused()
    const last = (await refusalsOf(rosa)).at(-1)
    assert.equal(last?.message, 'GET /api/admin/stats (21 more left out before)')
  })

  test('a device key that is used for something else is no exception', async () => {
    const rosa = await service.signUp()
    const { key } = (await service.call('POST', '/device/keys', { token: rosa.token })).body.data
    for (let i = 0; i < 30; i++) await service.call('GET', '/me', { token: key })
    assert.equal((await refusalsOf(rosa)).length, 10)
  })

  test('one route or person does not hide another', async () => {
    const [rosa, luis] = [await service.signUp(), await service.signUp()]
    for (let i = 0; i < 12; i++) await service.call('GET', '/admin/stats', { token: rosa.token })
    await service.call('GET', '/admin/users', { token: rosa.token })
    await service.call('DELETE', `/admin/users/${luis.id}`, { token: rosa.token })
    await service.call('GET', '/admin/stats', { token: luis.token })
    assert.deepEqual([(await refusalsOf(rosa)).length, (await refusalsOf(luis)).length], [12, 1])
  })

  test('strangers are distinguished by their addresses', async () => {
    const rosa = await service.signUp()
    await service.ctx.db.query(`update users set status = 'inactive' where id = $1`, [rosa.id])
    const logIn = (ip: string) => service.call('POST', '/auth/login', { ip, ...credentials(rosa) })
    const linesFrom = (ip: string) =>
      countRows(service, `audit_log where action = 'access.refused' and ip = $1`, [ip])
    const [one, other] = ['203.0.113.1', '203.0.113.2']
    for (let i = 0; i < 10; i++) assert.equal((await logIn(one)).status, 403)
    assert.equal((await logIn(other)).status, 403)
    assert.deepEqual([await linesFrom(one), await linesFrom(other)], [10, 1])
  })
})

describe('an action is rolled back if its audit entry cannot be written:', () => {
  const password = 'Rainy-Day-43!'
  const actions: [string, (person: Person) => Promise<[string, string, unknown?]>][] = [
    ['deleting the account', async () => ['DELETE', '/profile/me', { confirmation: true }]],
    ['signing out', async () => ['POST', '/auth/logout']],
    [
      'changing the password',
      async (person) => [
        'POST',
        '/profile/password',
        { currentPassword: person.password, newPassword: password, confirmPassword: password },
      ],
    ],
    ['making a key', async () => ['POST', '/device/keys', {}]],
    ['deleting a device', async ({ token }) => ['DELETE', `/device/${(await addDevice(service, token)).id}`]],
  ]
  const stateOf = async ({ id, email, token, password }: Person) => [
    (await service.call('GET', '/me', { token })).status,
    (await service.logIn(email, password)).status,
    await countRows(service, 'device_keys where user_id = $1', [id]),
    await countRows(service, 'devices where user_id = $1', [id]),
  ]

  for (const [title, prepare] of actions) {
    test(title, async () => {
      const rosa = await service.signUp()
      const [method, path, body] = await prepare(rosa)
      const before = await stateOf(rosa)
      await service.ctx.db.query('alter table audit_log add constraint none check (false) not valid')
      const answer = await service
        .call(method, path, { token: rosa.token, body })
        .finally(() => service.ctx.db.query('alter table audit_log drop constraint none'))
      assert.equal(answer.status, 500)
      assert.deepEqual(await stateOf(rosa), before)
    })
  }
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
  for (const [i, motion] of fallSequence.entries()) {
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
  await runIfDue(service.ctx, { name: 'test_job', everyMs: 1000, run: async () => ({ things: 1 }) })
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
