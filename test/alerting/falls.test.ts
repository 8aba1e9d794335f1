import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { assertFields, assign, countRows, type Fields, type Person, sixCallers } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const report = (token: string | undefined, body: unknown) => service.call('POST', '/falls', { token, body })

/** Reports one and gives what was answered. */
async function fall(person: Person, confidence = 0.8, fields: Fields = {}) {
  const answer = await report(person.token, { confidence, ...fields })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

const read = (token: string | undefined, id: string) => service.call('GET', `/falls/${id}`, { token })

describe('the level of a reported fall is', () => {
  const levels: [confidence: number, level: string, alerted: boolean][] = [
    [0, 'NO_FALL', false],
    [0.3, 'NO_FALL', false],
    [0.305, 'SUSPICIOUS', false],
    [0.31, 'SUSPICIOUS', false],
    [0.5, 'SUSPICIOUS', false],
    [0.505, 'POTENTIAL', true],
    [0.51, 'POTENTIAL', true],
    [0.7, 'POTENTIAL', true],
    [0.705, 'HIGH', true],
    [0.71, 'HIGH', true],
    [0.89, 'HIGH', true],
    [0.895, 'CONFIRMED', true],
    [0.9, 'CONFIRMED', true],
    [1, 'CONFIRMED', true],
  ]
  for (const [confidence, level, alerted] of levels) {
    test(`${level} for ${confidence}, which alerts ${alerted ? 'each caregiver once' : 'nobody'}`, async () => {
      const rosa = await service.signUp()
      const caregivers = [
        await service.signUp({ role: 'CAREGIVER' }),
        await service.signUp({ role: 'CAREGIVER' }),
      ]
      for (const { id } of caregivers) await assign(service, id, rosa.id)
      const { id, status, alerts, ...rest } = await fall(rosa, confidence)
      assert.deepEqual([status, rest.confidence], [level, confidence])
      assert.deepEqual(alerts, { notified: alerted, caregiverCount: alerted ? 2 : 0 })
      const rows = await service.ctx.db.query<{ caregiver: string }>(
        'select caregiver_id as caregiver from alerts where fall_id = $1',
        [id],
      )
      const expected = alerted ? caregivers.map((caregiver) => caregiver.id) : []
      assert.deepEqual(rows.map(({ caregiver }) => caregiver).sort(), expected.sort())
    })
  }
})

describe('reporting a fall', () => {
  test('answers 201 with exactly the fields of the contract', async () => {
    const rosa = await service.signUp()
    const before = service.ctx.now()
    const body = { confidence: 0.95, location: '  Kitchen ', witnessed: false, injuries: 'Hip' }
    const answer = await report(rosa.token, { ...body, status: 'NO_FALL', userId: randomUUID() })
    assert.equal(answer.status, 201)
    assertFields(answer.body, ['success', 'data'])
    const { id, createdAt, ...rest } = answer.body.data
    assert.deepEqual(rest, {
      ...{ userId: rosa.id, confidence: 0.95, status: 'CONFIRMED', location: 'Kitchen', witnessed: false },
      alerts: { notified: false, caregiverCount: 0 },
    })
    assert.match(id, /^[\da-f-]{36}$/)
    const time = Date.parse(createdAt)
    assert.ok(time >= before.getTime() && time <= service.ctx.now().getTime())
    const { data } = (await read(rosa.token, id)).body
    assert.equal(data.injuries, 'Hip')
  })

  test('needs a confidence and nothing else; what was not reported is null', async () => {
    const { location, witnessed } = await fall(await service.signUp(), 0.2)
    assert.deepEqual([location, witnessed], [null, null])
  })

  test('takes a text of blanks for one that was not reported', async () => {
    const rosa = await service.signUp()
    const { id, location } = await fall(rosa, 0.2, { location: ' ', injuries: '' })
    const { data } = (await read(rosa.token, id)).body
    assert.deepEqual([location, data.location, data.injuries], [null, null, null])
  })

  test('takes texts of 2000 characters, of any kind', async () => {
    const text = `${'ñ'.repeat(1990)} 🙂 ' "\\`
    assert.equal((await fall(await service.signUp(), 0.2, { location: text })).location, text)
    await fall(await service.signUp(), 0.2, { injuries: `  ${'x'.repeat(2000)}  ` })
  })

  for (const confidence of [0, 5e-324, 1e-45, 0.1 + 0.2, 0.123456789012345, 1 - Number.EPSILON]) {
    test(`returns the confidence ${confidence} as it was reported, everywhere`, async () => {
      const rosa = await service.signUp()
      const { id, confidence: returned } = await fall(rosa, confidence)
      const detail = (await read(rosa.token, id)).body.data
      const [item] = (await service.call('GET', '/falls', { token: rosa.token })).body.data
      assert.deepEqual([returned, detail.confidence, item.confidence], [confidence, confidence, confidence])
    })
  }

  const bad: [string, unknown, string][] = [
    ['nothing', undefined, 'confidence'],
    ['no confidence', { location: 'Kitchen' }, 'confidence'],
    ...['0.9', null, true, [0.9], {}, -0.001, 1.001, 2].map((confidence): [string, unknown, string] => [
      `the confidence ${JSON.stringify(confidence)}`,
      { confidence },
      'confidence',
    ]),
    ...['location', 'injuries'].flatMap((field) =>
      [7, null, ['a'], { a: 1 }, 'x'.repeat(2001)].map((value): [string, unknown, string] => [
        `the ${field} ${JSON.stringify(value).slice(0, 20)}`,
        { confidence: 0.9, [field]: value },
        field,
      ]),
    ),
    ...['true', 1, null].map((witnessed): [string, unknown, string] => [
      `witnessed ${JSON.stringify(witnessed)}`,
      { confidence: 0.9, witnessed },
      'witnessed',
    ]),
  ]
  for (const [title, body, field] of bad) {
    test(`is 400 with ${title}, and stores nothing`, async () => {
      const rosa = await service.signUp()
      const answer = await report(rosa.token, body)
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, [field]])
      assert.equal(await countRows(service, 'falls where user_id = $1', [rosa.id]), 0)
    })
  }

  for (const text of [
    '{"confidence":1e999}',
    '{"confidence":0.9,"location":"a\\u0000b"}',
    '{"confidence":',
  ]) {
    test(`is 400 with ${text}`, async () => {
      const { token } = await service.signUp()
      const headers = { 'content-type': 'application/json' }
      assert.equal((await service.call('POST', '/falls', { token, headers, body: text })).status, 400)
    })
  }

  test('is for everybody who signed in, about themselves, and for nobody else', async () => {
    const { tokens } = await sixCallers(service)
    for (const [name, token] of tokens) {
      const answer = await report(token, { confidence: 0.9 })
      assert.equal(answer.status, name === 'nobody' ? 401 : 201, name)
      if (!token) continue
      const me = (await service.call('GET', '/me', { token })).body.data
      assert.equal(answer.body.data.userId, me.id)
    }
  })

  test('is never limited and never counted', async () => {
    const rosa = await service.signUp()
    const call = { token: rosa.token, body: { confidence: 0.6 }, ip: '192.0.2.1' }
    // More than an address may send.
    for (let i = 0; i < 105; i++) {
      const { status, headers } = await service.call('POST', '/falls', call)
      assert.equal(status, 201)
      assert.deepEqual(
        Object.keys(headers).filter((name) => /ratelimit|retry-after/i.test(name)),
        [],
      )
    }
    for (let i = 0; i < 5; i++) await service.call('POST', '/falls', { ...call, body: {} })
    const counted = await service.call('GET', '/falls', { token: rosa.token, ip: '192.0.2.1' })
    assert.deepEqual([counted.status, counted.headers['x-ratelimit-remaining']], [200, '99'])
    assert.equal(counted.body.pagination.total, 105)
  })
})

describe('one fall', () => {
  test('shows exactly the fields of the detail view', async () => {
    const [rosa, luis] = [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })]
    await assign(service, luis.id, rosa.id)
    const reported = await fall(rosa, 0.9, { location: 'Stairs', witnessed: true, injuries: 'Wrist' })
    const answer = await read(rosa.token, reported.id)
    assert.equal(answer.status, 200)
    const { id, createdAt } = reported
    const alert = { caregiverId: luis.id, sent: true, acknowledged: false, timestamp: createdAt }
    const [shown] = answer.body.data.alerts
    assert.ok(Date.parse(shown.timestamp) - Date.parse(createdAt) < 1000)
    assert.deepEqual(answer.body, {
      success: true,
      data: {
        ...{ id, userId: rosa.id, deviceId: null, confidence: 0.9, status: 'CONFIRMED', createdAt },
        ...{ location: 'Stairs', witnessed: true, injuries: 'Wrist', sensorData: null, evidence: null },
        ...{ source: 'REPORTED', reportedBy: null },
        alerts: [{ ...alert, timestamp: shown.timestamp }],
      },
    })
    await service.ctx.db.query('update alerts set acknowledged_at = $2 where fall_id = $1', [
      id,
      service.ctx.now(),
    ])
    assert.equal((await read(rosa.token, id)).body.data.alerts[0].acknowledged, true)
  })

  test('is for its owner, an assigned caregiver and an admin', async () => {
    const { self, tokens } = await sixCallers(service)
    const { id } = await fall(self)
    const expected = [401, 200, 403, 200, 403, 200]
    for (const [i, [name, token]] of tokens.entries()) {
      assert.equal((await read(token, id)).status, expected[i], name)
    }
  })

  test('is not for who was a caregiver once and is assigned still', async () => {
    const [rosa, luis] = [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })]
    await assign(service, luis.id, rosa.id)
    await service.ctx.db.query(`update users set role = 'PATIENT' where id = $1`, [luis.id])
    const { token } = (await service.logIn(luis.email)).body
    assert.equal((await read(token, (await fall(rosa)).id)).status, 403)
  })

  test('is 404 where there is none, and 400 where there can be none', async () => {
    const { token } = await service.signUp()
    assert.equal((await read(token, randomUUID())).status, 404)
    for (const id of ['1', 'me', `${randomUUID()}0`, randomUUID().replaceAll('-', ''), "'%20or%20true"]) {
      const answer = await read(token, id)
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['id']], id)
    }
  })
})
