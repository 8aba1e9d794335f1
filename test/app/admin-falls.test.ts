import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { foldFallCounts } from '../../src/alerting/falls/fall-counts.store.ts'
import { fallLevel } from '../../src/detection/levels/fall-level.ts'
import { assertFields, countRows, tally, times } from '../support/readings.ts'
import { type CallOptions, useSteadyService } from '../support/service.ts'

const service = useSteadyService()

let token: string | undefined
const asAdmin = async (method: string, path: string, options: CallOptions = {}) => {
  token ??= await service.adminToken()
  return service.call(method, `/admin/falls${path}`, { token, ...options })
}
const list = (query: Record<string, string | string[]> = {}) => asAdmin('GET', '', { query })
const investigate = (id: string, body?: unknown) => asAdmin('POST', `/${id}/investigate`, { body })

async function addFall(userId: string, confidence: number, at: string | Date = service.ctx.now()) {
  const id = randomUUID()
  await service.ctx.db.query(
    `insert into falls (id, user_id, confidence, status, location, created_at, updated_at)
     values ($1, $2, $3, $4, 'Kitchen', $5, $5)`,
    [id, userId, confidence, fallLevel(confidence), at],
  )
  return id
}

const idsOf = (answer: Awaited<ReturnType<typeof list>>): string[] => {
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data.map(({ id }: { id: string }) => id)
}

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
const adminFields = [...itemFields, 'userId', 'patientName', 'severity', 'investigation']
const unflagged = { flagged: false, flaggedAt: null, flaggedBy: null, note: null }

describe('a fall in the list', () => {
  test('shows exactly its fields', async () => {
    const rosa = await service.signUp()
    const at = service.ctx.now().toISOString()
    const id = await addFall(rosa.id, 0.85, at)
    const answer = await list({ patientId: rosa.id })
    assertFields(answer.body, ['success', 'data', 'pagination'])
    assertFields(answer.body.data[0], adminFields)
    assert.deepEqual(answer.body.data, [
      {
        ...{ id, confidence: 0.85, status: 'HIGH', location: 'Kitchen', createdAt: at, responded: false },
        ...{
          source: 'REPORTED',
          responseTime: null,
          userId: rosa.id,
          patientName: 'Rosa Marín',
          severity: 'HIGH',
        },
        investigation: unflagged,
      },
    ])
    assert.deepEqual(answer.body.pagination, { page: 1, limit: 10, total: 1, totalPages: 1 })
  })

  test('shows the whole seconds until somebody responded', async () => {
    const rosa = await service.signUp()
    const id = await addFall(rosa.id, 0.85)
    await service.ctx.db.query(
      `update falls set responded_at = created_at + interval '61.9 seconds' where id = $1`,
      [id],
    )
    const [fall] = (await list({ patientId: rosa.id })).body.data
    assert.deepEqual([fall.responded, fall.responseTime], [true, 61])
  })

  const severities: [number, string | null][] = [
    [0.1, null],
    [0.4, 'LOW'],
    [0.6, 'MEDIUM'],
    [0.8, 'HIGH'],
    [0.95, 'CRITICAL'],
  ]
  test('is as severe as its level', async () => {
    const rosa = await service.signUp()
    for (const [confidence] of severities) await addFall(rosa.id, confidence)
    const { data } = (await list({ patientId: rosa.id, sort: 'confidence', order: 'asc' })).body
    assert.deepEqual(
      data.map(({ severity }: { severity: string }) => severity),
      severities.map(([, severity]) => severity),
    )
  })
})

describe('the list', () => {
  // Long ago, so that the falls of other tests are not among them.
  const times = [
    '1999-05-09T23:59:59.999Z',
    '1999-05-10T00:00:00.000Z',
    '1999-05-10T12:00:00.000Z',
    '1999-05-10T23:59:59.999500Z',
    '1999-05-11T00:00:00.000Z',
    '1999-05-13T18:00:00.000Z',
  ]
  const confidences = [0.95, 0.1, 0.8, 0.6, 0.4, 0.85]
  let made: Promise<string[]> | undefined
  const makeFalls = async () => {
    const { id } = await service.signUp()
    return Promise.all(times.map((at, i) => addFall(id, confidences[i] ?? 0, at)))
  }

  const cases: [Record<string, string>, number[]][] = [
    [{ dateTo: '1999-12-31' }, [0, 1, 2, 3, 4, 5]],
    [{ dateFrom: '1999-05-10', dateTo: '1999-12-31' }, [1, 2, 3, 4, 5]],
    [{ dateTo: '1999-05-10' }, [0, 1, 2, 3]],
    [{ dateFrom: '1999-05-10', dateTo: '1999-05-10' }, [1, 2, 3]],
    [{ dateFrom: '1999-05-10T12:00:00Z', dateTo: '1999-05-10T12:00:00Z' }, [2]],
    [{ dateFrom: '1999-05-10T12:00:00Z', dateTo: '1999-05-13T17:59:59.999Z' }, [2, 3, 4]],
    [{ dateFrom: '1999-05-09T23:59:59.999Z', dateTo: '1999-05-11T00:00:00Z' }, [0, 1, 2, 3, 4]],
    [{ dateFrom: '1999-05-10T00:00:00.001Z', dateTo: '1999-05-10T23:59:59.999Z' }, [2, 3]],
    [{ dateFrom: '1999-05-10T02:00:00+02:00', dateTo: '1999-05-10T14:00:00+02:00' }, [1, 2]],
    [{ dateFrom: '0001-01-01', dateTo: '1999-05-13' }, [0, 1, 2, 3, 4, 5]],
    [{ dateFrom: '1999-05-14', dateTo: '1999-12-31' }, []],
    [{ status: 'HIGH', dateTo: '1999-12-31' }, [2, 5]],
    [{ severity: 'HIGH', dateTo: '1999-12-31' }, [2, 5]],
    [{ severity: 'HIGH', dateFrom: '1999-05-10T12:00:00.001Z', dateTo: '1999-12-31' }, [5]],
    [{ severity: 'CRITICAL', dateTo: '1999-12-31' }, [0]],
    [{ status: 'NO_FALL', dateTo: '1999-12-31' }, [1]],
    [{ status: 'POTENTIAL', severity: 'MEDIUM', dateTo: '1999-12-31' }, [3]],
    [{ status: 'POTENTIAL', severity: 'LOW', dateTo: '1999-12-31' }, []],
    [{ status: 'NO_FALL', severity: 'LOW' }, []],
    [{ sort: 'confidence', dateTo: '1999-12-31' }, [1, 4, 3, 2, 5, 0]],
    [{ sort: 'confidence', status: 'HIGH', dateTo: '1999-12-31' }, [2, 5]],
  ]
  for (const counted of ['as they came in', 'folded into the counts']) {
    for (const [query, expected] of cases) {
      test(`${JSON.stringify(query)} finds and counts what fits, ${counted}`, async () => {
        made ??= makeFalls()
        const ids = await made
        if (counted === 'folded into the counts') await foldFallCounts(service.ctx.db)
        const fitting = expected.map((i) => ids[i])
        const ascending = await list({ ...query, order: 'asc' })
        assert.deepEqual(idsOf(ascending), fitting)
        assert.equal(ascending.body.pagination.total, fitting.length)
        assert.deepEqual(idsOf(await list(query)), fitting.toReversed())
      })
    }
  }

  test('of one patient counts only theirs, and of nobody none', async () => {
    const [rosa, ana] = [await service.signUp(), await service.signUp()]
    const [earlier, later] = [service.ctx.now(), new Date(service.ctx.now().getTime() + 1000)]
    const mine = [await addFall(rosa.id, 0.8, earlier), await addFall(rosa.id, 0.4, later)]
    await addFall(ana.id, 0.8)
    const answer = await list({ patientId: rosa.id, order: 'asc' })
    assert.deepEqual([idsOf(answer), answer.body.pagination.total], [mine, 2])
    const high = await list({ patientId: rosa.id, severity: 'HIGH' })
    assert.deepEqual([idsOf(high), high.body.pagination.total], [mine.slice(0, 1), 1])
    const nobody = await list({ patientId: randomUUID() })
    assert.deepEqual([idsOf(nobody), nobody.body.pagination.total], [[], 0])
  })

  test('shows each fall once, page after page, while others come in', async () => {
    const rosa = await service.signUp()
    const at = service.ctx.now()
    for (let i = 0; i < 6; i++) await addFall(rosa.id, 0.8, at)
    const query = { dateFrom: at.toISOString(), limit: '2' }
    const seen: string[] = []
    for (const page of ['1', '2', '3']) {
      seen.push(...idsOf(await list({ ...query, page })))
      await addFall(rosa.id, 0.8)
    }
    assert.deepEqual([seen.length, new Set(seen).size], [6, 6])
    assert.deepEqual(idsOf(await list({ page: '1000000000' })), [])
  })

  test('is a look into records, and into one where one person is asked for', async () => {
    const rosa = await service.signUp()
    const looks = () => countRows(service, `audit_log where action = 'records.listed'`, [])
    const before = await looks()
    await list()
    assert.equal(await looks(), before + 1)
    await list({ patientId: rosa.id })
    assert.equal(await looks(), before + 1)
    assert.equal(await countRows(service, 'audit_log where subject_id = $1', [rosa.id]), 1)
  })

  const bad: [Record<string, string>, string][] = [
    [{ status: 'high' }, 'status'],
    [{ severity: 'SEVERE' }, 'severity'],
    [{ severity: '' }, 'severity'],
    [{ patientId: 'rosa' }, 'patientId'],
    [{ dateFrom: '10.05.1999' }, 'dateFrom'],
    [{ dateTo: '1999-02-30' }, 'dateTo'],
    [{ dateFrom: '0000-01-01' }, 'dateFrom'],
    [{ dateFrom: '1999-05-11', dateTo: '1999-05-10' }, 'dateFrom'],
    [{ sort: 'severity' }, 'sort'],
    [{ limit: '0' }, 'limit'],
  ]
  for (const [query, field] of bad) {
    test(`${JSON.stringify(query)} is 400`, async () => {
      const answer = await list(query)
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, [field]])
    })
  }

  test('takes the far ends of the calendar', async () => {
    assert.equal((await list({ dateFrom: '9999-12-31' })).body.pagination.total, 0)
    assert.equal((await list({ dateTo: '0001-01-01' })).body.pagination.total, 0)
    const all = await list({ dateFrom: '0001-01-01', dateTo: '9999-12-31T23:59:59.999Z' })
    assert.equal(all.body.pagination.total, await countRows(service, 'falls', []))
  })
})

describe('the number of falls', () => {
  const total = async (query: Record<string, string> = {}) => (await list(query)).body.pagination.total
  const everyNumber = async () => {
    for (const status of ['NO_FALL', 'SUSPICIOUS', 'POTENTIAL', 'HIGH', 'CONFIRMED'])
      assert.equal(await total({ status }), await countRows(service, 'falls where status = $1', [status]))
    assert.equal(await total(), await countRows(service, 'falls', []))
  }

  test('stays right when falls are raised, moved and deleted, folded or not', async () => {
    const [rosa, ana] = [await service.signUp(), await service.signUp()]
    const { db } = service.ctx
    const ids = await times(4, (i) => addFall(rosa.id, 0.2 + i / 5))
    await times(3, (i) => addFall(ana.id, 0.95, new Date(Date.UTC(2001, 0, 1 + i))))
    const changes: [string, unknown[]][] = [
      [`update falls set status = 'CONFIRMED', confidence = 1 where id = $1`, [ids[0]]],
      [`update falls set status = 'CONFIRMED' where user_id = $1`, [rosa.id]],
      [`update falls set created_at = created_at - interval '40 days' where id = $1`, [ids[1]]],
      ['update falls set flagged_at = created_at where user_id = $1', [rosa.id]],
      ['delete from falls where id = $1', [ids[2]]],
      ['delete from users where id = $1', [ana.id]],
    ]
    for (const [sql, values] of changes) {
      await db.query(sql, values)
      await everyNumber()
      await foldFallCounts(db)
      await everyNumber()
    }
    assert.equal(await countRows(service, 'fall_count_changes', []), 0)
    assert.equal(await foldFallCounts(db), 0)
  })

  test('stays right while many change falls and others fold', async () => {
    const rosa = await service.signUp()
    const { db } = service.ctx
    const work = times(30, async (i) => {
      const id = await addFall(rosa.id, 0.8)
      if (i % 3 === 0) await db.query(`update falls set status = 'CONFIRMED' where id = $1`, [id])
      if (i % 3 === 1) await db.query('delete from falls where id = $1', [id])
    })
    await Promise.all([work, times(10, () => foldFallCounts(db))])
    await everyNumber()
    await foldFallCounts(db)
    await everyNumber()
  })

  test('takes no part in what was rolled back', async () => {
    const rosa = await service.signUp()
    const before = await total()
    await assert.rejects(
      service.ctx.db.transaction(async (tx) => {
        await tx.query(
          `insert into falls (id, user_id, confidence, status, created_at, updated_at)
           values ($1, $2, 1, 'CONFIRMED', $3, $3)`,
          [randomUUID(), rosa.id, service.ctx.now()],
        )
        throw new Error('never mind')
      }),
    )
    assert.equal(await total(), before)
  })
})

describe('investigating a fall', () => {
  test('answers the fall as the list shows it, flagged', async () => {
    const rosa = await service.signUp()
    const id = await addFall(rosa.id, 0.95)
    const answer = await investigate(id, { note: '  Stairs again? ' })
    assert.equal(answer.status, 200)
    assertFields(answer.body.data, adminFields)
    const { investigation } = answer.body.data
    assertFields(investigation, ['flagged', 'flaggedAt', 'flaggedBy', 'note'])
    const me = (await service.call('GET', '/me', { token })).body.data
    assert.deepEqual(
      [investigation.flagged, investigation.flaggedBy, investigation.note],
      [true, me.id, 'Stairs again?'],
    )
    assert.equal(new Date(investigation.flaggedAt).toISOString(), investigation.flaggedAt)
    assert.deepEqual((await list({ patientId: rosa.id })).body.data, [answer.body.data])
  })

  test('leaves a line without the note', async () => {
    const rosa = await service.signUp()
    const id = await addFall(rosa.id, 0.95)
    await investigate(id, { note: 'Stairs again?' })
    const lines = await service.ctx.db.query<{ message: string; actorId: string }>(
      `select message, actor_id as "actorId" from audit_log
       where subject_id = $1 and action = 'fall.investigated'`,
      [rosa.id],
    )
    assert.equal(lines.length, 1)
    assert.ok(lines[0]?.actorId)
    assert.doesNotMatch(lines[0]?.message ?? '', /Stairs/)
  })

  test('again keeps the newest time and note', async () => {
    const id = await addFall((await service.signUp()).id, 0.95)
    const flag = async (body?: unknown) => (await investigate(id, body)).body.data.investigation
    const first = await flag({ note: 'one' })
    service.advance('1m')
    const second = await flag({ note: 'two' })
    assert.equal(second.note, 'two')
    assert.ok(second.flaggedAt > first.flaggedAt)
    service.advance('1m')
    const third = await flag()
    assert.equal(third.note, 'two')
    assert.ok(third.flaggedAt > second.flaggedAt)
    assert.equal((await flag({ note: ' ' })).note, null)
  })

  test('takes no body, an empty one and one of other things', async () => {
    const id = await addFall((await service.signUp()).id, 0.95)
    token ??= await service.adminToken()
    const headers = { 'content-type': 'application/json' }
    for (const options of [{}, { headers }, { body: {} }, { body: { reason: 'x' } }]) {
      const answer = await service.call('POST', `/admin/falls/${id}/investigate`, { token, ...options })
      assert.deepEqual([answer.status, answer.body.data?.investigation.note], [200, null])
    }
  })

  test('takes 2000 characters and no more, and only text', async () => {
    const id = await addFall((await service.signUp()).id, 0.95)
    assert.equal((await investigate(id, { note: 'x'.repeat(2000) })).status, 200)
    for (const note of ['x'.repeat(2001), 7, null, ['x']]) {
      const answer = await investigate(id, { note })
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['note']])
    }
  })

  test('at once is fine', async () => {
    const id = await addFall((await service.signUp()).id, 0.95)
    assert.deepEqual(tally(await times(6, (i) => investigate(id, { note: `${i}` }))), { 200: 6 })
  })

  test('outlives the admin who flagged it', async () => {
    const rosa = await service.signUp()
    const other = await service.signUp()
    await service.ctx.db.query(`update users set role = 'ADMIN' where id = $1`, [other.id])
    const { token: theirs } = (await service.logIn(other.email)).body
    const id = await addFall(rosa.id, 0.95)
    await service.call('POST', `/admin/falls/${id}/investigate`, { token: theirs, body: { note: 'Odd' } })
    await service.ctx.db.query('delete from users where id = $1', [other.id])
    const [fall] = (await list({ patientId: rosa.id })).body.data
    const { flagged, flaggedBy, note } = fall.investigation
    assert.deepEqual([flagged, flaggedBy, note], [true, null, 'Odd'])
  })

  test('answers 404 for an unknown fall, and 400 for what is no id', async () => {
    assert.equal((await investigate(randomUUID())).status, 404)
    const answer = await investigate('7')
    assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['id']])
  })
})

describe('is for admins only', () => {
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/:id/investigate'],
  ] as const) {
    test(`${method} /admin/falls${path}`, async () => {
      const rosa = await service.signUp()
      const nora = await service.signUp({ role: 'CAREGIVER' })
      const id = await addFall(rosa.id, 0.95)
      const statuses = []
      for (const each of ['', rosa.token, nora.token]) {
        const to = `/admin/falls${path.replace(':id', id)}`
        statuses.push((await service.call(method, to, { token: each })).status)
      }
      assert.deepEqual(statuses, [401, 403, 403])
      assert.equal(await countRows(service, 'falls where id = $1 and flagged_at is null', [id]), 1)
    })
  }
})
