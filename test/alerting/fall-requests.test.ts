import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assign, countRows, type Fields, type Person, tally, times } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const body = { confidence: 0.8, location: 'Kitchen', witnessed: true, injuries: 'Hip' }

const report = (person: Person, key: string, fields: Fields = body) =>
  service.call('POST', '/falls', {
    token: person.token,
    body: fields,
    headers: { 'idempotency-key': key },
  })

const fallsOfUser = (person: Person) => countRows(service, 'falls where user_id = $1', [person.id])

describe('a report that comes again with its key', () => {
  test('is the same fall, answered as before', async () => {
    const rosa = await service.signUp()
    const first = await report(rosa, 'a-key')
    service.advance('1h')
    const again = await report(rosa, 'a-key')
    assert.deepEqual([first.status, again.status], [201, 201])
    assert.deepEqual(again.body, first.body)
    assert.equal(await fallsOfUser(rosa), 1)
  })

  test('is the same whatever the order of its fields, blanks around them and fields that do not count', async () => {
    const rosa = await service.signUp()
    const first = await report(rosa, 'k')
    const shuffled = { injuries: 'Hip ', extra: 1, witnessed: true, location: ' Kitchen', confidence: 0.8 }
    const again = await report(rosa, 'k', shuffled)
    assert.deepEqual([again.status, again.body.data.id], [201, first.body.data.id])
  })

  test('twenty times at once is one fall, with one alert for each caregiver', async () => {
    const rosa = await service.signUp()
    for (let i = 0; i < 2; i++)
      await assign(service, (await service.signUp({ role: 'CAREGIVER' })).id, rosa.id)
    const answers = await times(20, () => report(rosa, 'at-once'))
    assert.deepEqual(tally(answers), { 201: 20 })
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.deepEqual(answers[0]?.body.data.alerts, { notified: true, caregiverCount: 2 })
    assert.equal(await fallsOfUser(rosa), 1)
    const alerts = 'alerts join falls on falls.id = fall_id where user_id = $1'
    assert.equal(await countRows(service, alerts, [rosa.id]), 2)
  })

  test('returns a fall whose alert was acknowledged meanwhile, and makes no second alert', async () => {
    const [rosa, luis] = [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })]
    await assign(service, luis.id, rosa.id)
    const { id } = (await report(rosa, 'k')).body.data
    await service.ctx.db.query('update alerts set acknowledged_at = created_at where fall_id = $1', [id])
    await report(rosa, 'k')
    assert.equal(await countRows(service, 'alerts where fall_id = $1', [id]), 1)
  })

  const others: [string, Fields][] = [
    ['another confidence', { ...body, confidence: 0.81 }],
    ['another place', { ...body, location: 'Hall' }],
    ['fewer fields', { confidence: 0.8 }],
  ]
  for (const [title, other] of others) {
    test(`is 409 with ${title}, and no fall`, async () => {
      const rosa = await service.signUp()
      await report(rosa, 'k')
      const answer = await report(rosa, 'k', other)
      assert.deepEqual([answer.status, answer.body.success], [409, false])
      assert.equal(await fallsOfUser(rosa), 1)
      assert.equal((await report(rosa, 'k')).status, 201)
    })
  }

  test('is another fall with another key, in another case too, and without one', async () => {
    const rosa = await service.signUp()
    for (const key of ['k', 'K', 'k2']) await report(rosa, key)
    for (let i = 0; i < 2; i++) {
      await service.call('POST', '/falls', { token: rosa.token, body })
    }
    assert.equal(await fallsOfUser(rosa), 5)
  })

  test('is another fall of another person', async () => {
    const [rosa, luis] = [await service.signUp(), await service.signUp()]
    const [first, second] = [await report(rosa, 'k'), await report(luis, 'k', { confidence: 0.1 })]
    assert.equal(second.status, 201)
    assert.notEqual(first.body.data.id, second.body.data.id)
    assert.equal(second.body.data.userId, luis.id)
    assert.equal((await report(rosa, 'k')).body.data.id, first.body.data.id)
  })

  test('is a new fall after 24 hours, and the same one until then', async () => {
    const rosa = await service.signUp()
    const { id } = (await report(rosa, 'k')).body.data
    service.advance('23h')
    assert.equal((await report(rosa, 'k')).body.data.id, id)
    service.advance('1h')
    const later = { ...rosa, token: (await service.logIn(rosa.email)).body.token }
    const next = await report(later, 'k', { confidence: 0.4 })
    assert.equal(next.status, 201)
    assert.notEqual(next.body.data.id, id)
    assert.equal((await report(later, 'k', { confidence: 0.4 })).body.data.id, next.body.data.id)
    assert.equal(await fallsOfUser(rosa), 2)
  })

  test('is one new fall after 24 hours, also when it comes ten times at once', async () => {
    const rosa = await service.signUp()
    await report(rosa, 'k')
    service.advance('25h')
    const later = { ...rosa, token: (await service.logIn(rosa.email)).body.token }
    const answers = await times(10, () => report(later, 'k'))
    assert.deepEqual(tally(answers), { 201: 10 })
    assert.equal(new Set(answers.map(({ body: { data } }) => data.id)).size, 1)
    assert.equal(await fallsOfUser(rosa), 2)
  })
})

describe('a key', () => {
  for (const key of [
    'x',
    '0',
    'a'.repeat(255),
    '!"#$%&/()=?~',
    "'; drop table falls; --".replaceAll(' ', '_'),
  ]) {
    test(`may be ${key.slice(0, 30)}`, async () => {
      const rosa = await service.signUp()
      const [first, again] = [await report(rosa, key), await report(rosa, key)]
      assert.deepEqual([first.status, again.status, await fallsOfUser(rosa)], [201, 201, 1])
    })
  }

  for (const key of ['', ' ', 'two words', 'a'.repeat(256), 'ñ', 'tab\there']) {
    test(`must not be ${JSON.stringify(key.slice(0, 30))}`, async () => {
      const rosa = await service.signUp()
      const answer = await report(rosa, key)
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['idempotency-key']])
      assert.equal(await fallsOfUser(rosa), 0)
    })
  }

  test('is free again when its report was refused', async () => {
    const rosa = await service.signUp()
    assert.equal((await report(rosa, 'k', { confidence: 2 })).status, 400)
    assert.equal((await report(rosa, 'k')).status, 201)
  })
})
