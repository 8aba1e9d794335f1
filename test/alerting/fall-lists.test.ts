import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { markResponded } from '../../src/alerting/recipients/recipients.service.ts'
import { assertFields, assign, type Fields, type Person, sixCallers } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const report = (token: string | undefined, body: unknown) => service.call('POST', '/falls', { token, body })

/** Reports one and gives what was answered. */
async function fall(person: Person, confidence = 0.8, fields: Fields = {}) {
  const answer = await report(person.token, { confidence, ...fields })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

const list = (token: string | undefined, query: Record<string, string | string[]> = {}, path = '/falls') =>
  service.call('GET', path, { token, query })

const idsOf = async (token: string, query: Record<string, string> = {}, path = '/falls') =>
  (await list(token, query, path)).body.data.map(({ id }: { id: string }) => id)

const itemFields = [
  'id',
  'confidence',
  'status',
  'source',
  'location',
  'createdAt',
  'responded',
  'responseTime',
]

describe('the list of the own falls', () => {
  test('shows exactly the fields of the list view, newest first, ten at a time', async () => {
    const rosa = await service.signUp()
    const reported = []
    for (let i = 0; i < 12; i++) {
      reported.unshift(await fall(rosa, 0.6, { location: `Room ${i}` }))
      service.advance('1s')
    }
    const answer = await list(rosa.token)
    assert.equal(answer.status, 200)
    assertFields(answer.body, ['success', 'data', 'pagination'])
    assert.deepEqual(answer.body.pagination, { page: 1, limit: 10, total: 12, totalPages: 2 })
    const expected = reported.slice(0, 10).map(({ id, confidence, status, location, createdAt }) => ({
      ...{ id, confidence, status, source: 'REPORTED', location, createdAt },
      ...{ responded: false, responseTime: null },
    }))
    assert.deepEqual(answer.body.data, expected)
    assertFields(answer.body.data[0], itemFields)
  })

  test('shows nobody else’s, not even to a caregiver or an admin', async () => {
    const { self, tokens } = await sixCallers(service)
    const { id } = await fall(self)
    assert.equal((await list(undefined)).status, 401)
    for (const [name, token] of tokens.slice(1)) {
      assert.equal((await idsOf(token)).includes(id), name === 'self', name)
    }
  })

  test('can be asked for a status', async () => {
    const rosa = await service.signUp()
    const byStatus: Record<string, string> = {}
    for (const confidence of [0.1, 0.4, 0.6, 0.8, 0.95]) {
      const { id, status } = await fall(rosa, confidence)
      byStatus[status] = id
    }
    assert.equal(Object.keys(byStatus).length, 5)
    for (const [status, id] of Object.entries(byStatus)) {
      const { data, pagination } = (await list(rosa.token, { status })).body
      assert.deepEqual([data.map((item: Fields) => item.id), pagination.total], [[id], 1])
    }
  })

  test('goes back 30 days by default', async () => {
    const rosa = await service.signUp()
    const age: Record<string, number> = {}
    for (const hours of [1, 24 * 7 - 1, 24 * 7 + 1, 24 * 30 - 1, 24 * 30 + 1, 24 * 3650 - 1, 24 * 3650 + 1]) {
      const { id } = await fall(rosa)
      age[id] = hours
      const createdAt = new Date(service.ctx.now().getTime() - hours * 3_600_000)
      await service.ctx.db.query('update falls set created_at = $2 where id = $1', [id, createdAt])
    }
    const shown = async (query: Record<string, string>) => (await idsOf(rosa.token, query)).length
    assert.equal(await shown({}), 4)
    assert.deepEqual(
      [await shown({ days: '1' }), await shown({ days: '7' }), await shown({ days: '30' })],
      [1, 2, 4],
    )
    assert.equal(await shown({ days: '3650' }), 6)
  })

  test('is sorted by time or confidence, up or down', async () => {
    const rosa = await service.signUp()
    const ids: string[] = []
    for (const confidence of [0.5, 0.9, 0.1]) {
      ids.push((await fall(rosa, confidence)).id)
      service.advance('1s')
    }
    const inOrder = (...places: number[]) => places.map((place) => ids[place])
    for (const sort of ['created_at', 'createdAt']) {
      assert.deepEqual(await idsOf(rosa.token, { sort }), inOrder(2, 1, 0))
      assert.deepEqual(await idsOf(rosa.token, { sort, order: 'asc' }), inOrder(0, 1, 2))
    }
    assert.deepEqual(await idsOf(rosa.token, { sort: 'confidence' }), inOrder(1, 0, 2))
    assert.deepEqual(await idsOf(rosa.token, { sort: 'confidence', order: 'asc' }), inOrder(2, 0, 1))
  })

  test('holds 100 a page at most, and nothing past its end', async () => {
    const rosa = await service.signUp()
    await fall(rosa)
    for (const [limit, shown] of Object.entries({ 1: 1, 100: 100, 101: 100, 999999999: 100 })) {
      assert.equal((await list(rosa.token, { limit })).body.pagination.limit, shown)
    }
    const { status, body } = await list(rosa.token, { page: '1000000000', limit: '100' })
    assert.deepEqual([status, body.data, body.pagination.totalPages], [200, [], 1])
  })

  const badNumbers = ['0', '-1', '1.5', 'abc', '', '1e1', ' 1', '99999999999999999999', ['1', '2']]
  const injection = ['created_at; drop table falls', "id' or '1'='1", '(select 1)', 'falls.created_at']
  const bad: [string, string | string[]][] = [
    ...['page', 'limit', 'days'].flatMap((name) =>
      badNumbers.map((value): [string, string | string[]] => [name, value]),
    ),
    ['days', '3651'],
    ...['', 'high', 'FALLEN', "HIGH' or true --", ['HIGH', 'POTENTIAL']].map(
      (value): [string, string | string[]] => ['status', value],
    ),
    ...[
      '',
      'id',
      'location',
      'CREATED_AT',
      'constructor',
      '__proto__',
      ...injection,
      ['created_at', 'id'],
    ].map((value): [string, string | string[]] => ['sort', value]),
    ...['', 'ASC', 'up', 'asc; --', ['asc', 'desc']].map((value): [string, string | string[]] => [
      'order',
      value,
    ]),
  ]
  test('is 400 with a query that makes no sense', async () => {
    const { token } = await service.signUp()
    for (const [name, value] of bad) {
      const answer = await list(token, { [name]: value })
      const refusal = [answer.status, Object.keys(answer.body.details ?? {})]
      assert.deepEqual(refusal, [400, [name]], `${name}=${JSON.stringify(value)}`)
    }
  })

  test('says when a caregiver responded, in whole seconds from the fall', async () => {
    const rosa = await service.signUp()
    const { id, createdAt } = await fall(rosa)
    const shown = async () => {
      const [{ responded, responseTime }] = (await list(rosa.token)).body.data
      return [responded, responseTime]
    }
    assert.deepEqual(await shown(), [false, null])
    const after = (milliseconds: number) => new Date(Date.parse(createdAt) + milliseconds)
    await markResponded(service.ctx.db, [id], after(61_999))
    assert.deepEqual(await shown(), [true, 61])
    await markResponded(service.ctx.db, [id], after(5000))
    assert.deepEqual(await shown(), [true, 61])
  })
})

describe('the recent falls of all patients', () => {
  const recent = (token: string, query: Record<string, string> = {}) =>
    list(token, { limit: '100', ...query }, '/falls/recent')

  const find = async (token: string, id: string) =>
    (await recent(token)).body.data.find((item: { id: string }) => item.id === id)

  test('are for caregivers and admins', async () => {
    const { tokens } = await sixCallers(service)
    const expected = [401, 403, 403, 200, 200, 200]
    for (const [i, [name, token]] of tokens.entries()) {
      assert.equal((await recent(token)).status, expected[i], name)
    }
  })

  test('show who fell to an assigned caregiver and an admin, and the bare facts to another', async () => {
    const { self, tokens } = await sixCallers(service)
    const reported = await fall(self, 0.8, { location: 'Kitchen', injuries: 'Hip', witnessed: true })
    const { id, confidence, status, createdAt } = reported
    await markResponded(service.ctx.db, [id], new Date(Date.parse(createdAt) + 9000))
    const bare = { id, confidence, status, createdAt }
    const full = {
      source: 'REPORTED',
      location: 'Kitchen',
      responded: true,
      responseTime: 9,
      userId: self.id,
    }
    const hidden = {
      source: null,
      location: null,
      responded: null,
      responseTime: null,
      userId: null,
      patientName: null,
    }
    const token = new Map(tokens)
    for (const caller of ['assigned caregiver', 'admin']) {
      const item = await find(token.get(caller) ?? '', id)
      assert.deepEqual(item, { ...bare, ...full, patientName: 'Rosa Marín' }, caller)
    }
    assert.deepEqual(await find(token.get('unassigned caregiver') ?? '', id), { ...bare, ...hidden })
  })

  test('hide them again from a caregiver who is assigned no more', async () => {
    const [rosa, luis] = [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })]
    await assign(service, luis.id, rosa.id)
    const { id } = await fall(rosa)
    assert.equal((await find(luis.token, id)).userId, rosa.id)
    await service.ctx.db.query('delete from assignments where caregiver_id = $1', [luis.id])
    assert.equal((await find(luis.token, id)).userId, null)
  })

  test('are those of 24 hours, or of as many as asked for, twenty at a time', async () => {
    service.advance('9000h')
    const [admin, rosa] = [await service.adminToken(), await service.signUp()]
    const ids: string[] = []
    for (const hours of [0, 1, 23, 25, 47, 8759, 8761]) {
      const { id } = await fall(rosa)
      ids.push(id)
      const createdAt = new Date(service.ctx.now().getTime() - hours * 3_600_000 - 60_000)
      await service.ctx.db.query('update falls set created_at = $2 where id = $1', [id, createdAt])
    }
    const shown = async (query: Record<string, string>) =>
      (await idsOf(admin, { limit: '100', ...query }, '/falls/recent')).filter((id: string) =>
        ids.includes(id),
      )
    assert.deepEqual(await shown({}), ids.slice(0, 3))
    assert.deepEqual(await shown({ hours: '1' }), ids.slice(0, 1))
    assert.deepEqual(await shown({ hours: '48' }), ids.slice(0, 5))
    assert.deepEqual(await shown({ hours: '8760', order: 'asc' }), ids.slice(0, 6).reverse())
    const { pagination } = (await list(admin, {}, '/falls/recent')).body
    assert.deepEqual(pagination, { page: 1, limit: 20, total: 3, totalPages: 1 })
  })

  test('are 400 with a query that makes no sense', async () => {
    const admin = await service.adminToken()
    for (const [name, value] of [
      ...['0', '8761', '-1', '1.5', 'x', ''].map((hours) => ['hours', hours]),
      ...['user_id', 'patientName', 'falls.id'].map((sort) => ['sort', sort]),
    ] as [string, string][]) {
      const answer = await list(admin, { [name]: value }, '/falls/recent')
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, [name]])
    }
  })
})
