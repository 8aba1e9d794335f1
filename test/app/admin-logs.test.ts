import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { assertFields } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

let token: string | undefined
const logs = async (query: Record<string, string | string[]> = {}) => {
  token ??= await service.adminToken()
  return service.call('GET', '/admin/logs', { token, query })
}

interface Line {
  level?: string
  action?: string
  actorId?: string | null
  subjectId?: string | null
  at?: string
  message?: string
}

async function write({
  level = 'INFO',
  action = 'test.done',
  actorId = null,
  subjectId = null,
  ...rest
}: Line) {
  const { at, message = 'Something was done' } = rest
  const [row] = await service.ctx.db.query<{ id: string }>(
    `insert into audit_log (level, action, message, actor_id, subject_id, ip, request_id, at)
     values ($1, $2, $6, $3, $4, '10.0.0.1', 'a-request', $5) returning id`,
    [level, action, actorId, subjectId, at ?? service.ctx.now(), message],
  )
  return row?.id
}

const idsOf = (answer: Awaited<ReturnType<typeof logs>>) => {
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.pagination.total, answer.body.data.length)
  return answer.body.data.map(({ id }: { id: string }) => id)
}

test('a line shows exactly its fields', async () => {
  const [actorId, subjectId] = [randomUUID(), randomUUID()]
  const at = '2025-03-01T10:00:00.123Z'
  const id = await write({ level: 'WARNING', action: 'test.shape', actorId, subjectId, at })
  const answer = await logs({ action: 'test.shape' })
  assertFields(answer.body, ['success', 'data', 'pagination'])
  assert.deepEqual(answer.body.data, [
    {
      ...{ id, level: 'WARNING', action: 'test.shape', message: 'Something was done', actorId, subjectId },
      ...{ ip: '10.0.0.1', requestId: 'a-request', timestamp: at },
    },
  ])
  assert.deepEqual(answer.body.pagination, { page: 1, limit: 10, total: 1, totalPages: 1 })
})

test('what nobody did has no actor', async () => {
  await write({ action: 'test.nobody' })
  const [line] = (await logs({ action: 'test.nobody' })).body.data
  assert.deepEqual([line.actorId, line.subjectId], [null, null])
})

describe('filters', () => {
  for (const level of ['error', 'warning', 'info']) {
    test(`level=${level} shows only those lines`, async () => {
      const action = `level.${level}`
      for (const each of ['ERROR', 'WARNING', 'INFO']) await write({ level: each, action })
      const answer = await logs({ action, level })
      assert.deepEqual(
        answer.body.data.map((line: { level: string }) => line.level),
        [level.toUpperCase()],
      )
    })
  }

  test('actorId shows what one person did', async () => {
    const actorId = randomUUID()
    const id = await write({ actorId })
    await write({ actorId: randomUUID() })
    assert.deepEqual(idsOf(await logs({ actorId })), [id])
    assert.deepEqual(idsOf(await logs({ actorId, level: 'error' })), [])
  })

  const times = [
    '2024-05-09T23:59:59.999Z',
    '2024-05-10T00:00:00.000Z',
    '2024-05-10T12:00:00.000Z',
    '2024-05-10T23:59:59.999Z',
    '2024-05-11T00:00:00.000Z',
  ]
  const ranges: [Record<string, string>, number[]][] = [
    [{ dateFrom: '2024-05-10' }, [1, 2, 3, 4]],
    [{ dateTo: '2024-05-10' }, [0, 1, 2, 3]],
    [{ dateFrom: '2024-05-10', dateTo: '2024-05-10' }, [1, 2, 3]],
    [{ dateFrom: '2024-05-10T12:00:00Z' }, [2, 3, 4]],
    [{ dateFrom: '2024-05-10T12:00:00.001Z', dateTo: '2024-05-10' }, [3]],
    [{ dateTo: '2024-05-10T12:00:00Z' }, [0, 1, 2]],
    [{ dateTo: '2024-05-10T14:00:00+02:00', dateFrom: '2024-05-10T02:00:00+02:00' }, [1, 2]],
    [{ dateFrom: '2024-05-10T12:00:00Z', dateTo: '2024-05-10T12:00:00Z' }, [2]],
    [{ dateFrom: '0001-01-01', dateTo: '9999-12-31' }, [0, 1, 2, 3, 4]],
    [{ dateFrom: '2024-05-12' }, []],
  ]
  let written: (string | undefined)[] | undefined
  for (const [range, expected] of ranges) {
    test(`${JSON.stringify(range)} includes both ends`, async () => {
      written ??= await Promise.all(times.map((at) => write({ action: 'test.range', at })))
      const ids = idsOf(await logs({ action: 'test.range', order: 'asc', ...range }))
      assert.deepEqual(
        ids,
        expected.map((i) => written?.[i]),
      )
    })
  }

  const bad: [Record<string, string | string[]>, string][] = [
    [{ level: 'INFO' }, 'level'],
    [{ level: 'fatal' }, 'level'],
    [{ action: '' }, 'action'],
    [{ action: 'a\0b' }, 'action'],
    [{ action: "x' or true" }, 'action'],
    [{ actorId: '7' }, 'actorId'],
    [{ dateFrom: 'yesterday' }, 'dateFrom'],
    [{ dateFrom: '2023-02-30' }, 'dateFrom'],
    [{ dateFrom: '0000-01-01' }, 'dateFrom'],
    [{ dateFrom: '0001-01-01T00:00:00+14:00' }, 'dateFrom'],
    [{ dateTo: '9999-12-31T23:59:59-12:00' }, 'dateTo'],
    [{ dateTo: '2024-05-10T12:00:00' }, 'dateTo'],
    [{ dateTo: '' }, 'dateTo'],
    [{ dateTo: ['2024-05-10', '2024-05-11'] }, 'dateTo'],
    [{ dateFrom: '2024-05-11', dateTo: '2024-05-10' }, 'dateFrom'],
    [{ sort: 'level' }, 'sort'],
    [{ page: 'x' }, 'page'],
  ]
  for (const [query, field] of bad) {
    test(`${JSON.stringify(query)} is 400`, async () => {
      const answer = await logs(query)
      assert.deepEqual([answer.status, Object.keys(answer.body.details ?? {})], [400, [field]])
    })
  }
})

test('the newest come first, unless asked otherwise', async () => {
  const at = (hour: number) => `2024-06-01T${String(hour).padStart(2, '0')}:00:00.000Z`
  for (const hour of [2, 1, 3]) await write({ action: 'test.order', at: at(hour) })
  const timesOf = async (query: Record<string, string>) =>
    (await logs({ action: 'test.order', ...query })).body.data.map(
      ({ timestamp }: { timestamp: string }) => timestamp,
    )
  assert.deepEqual(await timesOf({}), [at(3), at(2), at(1)])
  assert.deepEqual(await timesOf({ order: 'asc', sort: 'createdAt' }), [at(1), at(2), at(3)])
})

test('who goes from page to page sees no line twice while others come in', async () => {
  for (let i = 0; i < 6; i++) await write({ action: 'test.walk' })
  const seen: string[] = []
  for (const page of ['1', '2', '3']) {
    const answer = await logs({ action: 'test.walk', limit: '2', page })
    seen.push(...answer.body.data.map(({ id }: { id: string }) => id))
    await write({ action: 'test.walk' })
  }
  assert.deepEqual([seen.length, new Set(seen).size], [6, 6])
})

test('the log is for admins only', async () => {
  const people = [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })]
  const statuses = []
  for (const each of ['', ...people.map((person) => person.token)])
    statuses.push((await service.call('GET', '/admin/logs', { token: each })).status)
  assert.deepEqual(statuses, [401, 403, 403])
})

test('entries about mere reading are left out on request', async () => {
  const at = '2024-05-01T10:00:00.000Z'
  const range = { dateFrom: '2024-05-01', dateTo: '2024-05-01' }
  const changed = await write({ action: 'user.updated', at })
  const viewed = await write({ action: 'record.viewed', at })
  const listed = await write({ action: 'records.listed', at })
  assert.deepEqual(idsOf(await logs({ ...range, reads: 'false' })), [changed])
  assert.deepEqual(idsOf(await logs(range)).toSorted(), [changed, viewed, listed].toSorted())
  assert.equal((await logs({ reads: 'no' })).status, 400)
})

test('names are added on request, as long as there is an account', async () => {
  const rosa = await service.signUp({ firstName: 'Rosa', lastName: 'Marín' })
  await write({ action: 'test.names', actorId: rosa.id, subjectId: randomUUID() })
  const [line] = (await logs({ action: 'test.names', names: 'true' })).body.data
  assert.deepEqual([line.actorName, line.subjectName], ['Rosa Marín', null])
})

test('mentions name the records whose ids are in an entry, and leave out what was deleted', async () => {
  const rosa = await service.signUp({ firstName: 'Rosa', lastName: 'Marín' })
  const [team, gone] = [randomUUID(), randomUUID()]
  await service.ctx.db.query(`insert into teams (id, name, created_at) values ($1, 'Night', now())`, [team])
  const { body } = await service.call('POST', '/falls', { token: rosa.token, body: { confidence: 0.95 } })
  const fallId = body.data.id
  const message = `Team ${team} was told of fall ${fallId}, not ${gone}`
  await write({ action: 'test.mentions', actorId: rosa.id, subjectId: gone, message })
  const [line] = (await logs({ action: 'test.mentions', names: 'true' })).body.data
  assert.deepEqual(line.mentions, [
    { id: rosa.id, kind: 'PERSON', name: 'Rosa Marín' },
    { id: team, kind: 'TEAM', name: 'Night' },
    { id: fallId, kind: 'FALL', name: 'Rosa Marín' },
  ])
})
