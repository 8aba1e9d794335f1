// How long records are kept, and what is kept of deleted people.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { applyRetention } from '../../src/app/jobs/retention.ts'
import { tasks } from '../../src/app/jobs/tasks.ts'
import { makeCircle, reportFall } from '../support/people.ts'
import { adminAccount, useSteadyService } from '../support/service.ts'

const service = useSteadyService({
  RETENTION_READINGS: '10d',
  RETENTION_TRACES: '20d',
  RETENTION_INCIDENTS: '40d',
  RETENTION_AUDIT: '60d',
  TIME_ZONE: 'Europe/Madrid',
})
const forever = useSteadyService()

const day = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * day)

async function count(sql: string, values: unknown[] = [], where = service): Promise<number> {
  const [row] = await where.ctx.db.query<{ count: number }>(
    `select count(*)::int as count from ${sql}`,
    values,
  )
  return row?.count ?? -1
}

async function adminToken(where = service): Promise<string> {
  return (await where.logIn(adminAccount.email, adminAccount.password)).body.token
}

describe('the audit log', () => {
  const insert = (at: Date, where = service) =>
    where.ctx.db.query(
      `insert into audit_log (level, action, message, at) values ('INFO', 'test.entry', 'x', $1)`,
      [at],
    )

  test('loses what is older than RETENTION_AUDIT, in pieces', async () => {
    await service.ctx.db.query(
      `insert into audit_log (level, action, message, at)
       select 'INFO', 'test.entry', 'x', $1 from generate_series(1, 1100)`,
      [daysAgo(61)],
    )
    await insert(daysAgo(59))
    const { auditEntries } = await applyRetention(service.ctx)
    assert.equal(auditEntries, 1100)
    assert.equal(await count(`audit_log where action = 'test.entry'`), 1)
    assert.equal((await applyRetention(service.ctx)).auditEntries, 0)
  })

  test('keeps thirty days whatever a clock or a statement says', async () => {
    await insert(daysAgo(29))
    const { query } = service.ctx.db
    const before = await count('audit_log')
    await query('select delete_audit_entries($1, 1000)', [daysAgo(-1000)])
    assert.equal(
      await count(`audit_log where at >= now() - interval '29 days 1 hour'`),
      before - 1,
      'only the one of 59 days',
    )
    await assert.rejects(
      service.ctx.db.transaction(async (tx) => {
        await tx.query(`select set_config('fallwatch.audit_retained_from', 'infinity', true)`)
        await tx.query('delete from audit_log')
      }),
      /append-only/,
    )
    await assert.rejects(query('delete from audit_log'), /append-only/, 'the setting has ended')
  })

  test('is kept for ever unless set', async () => {
    await insert(daysAgo(3000), forever)
    assert.deepEqual(await applyRetention(forever.ctx), { traces: 0, incidents: 0, auditEntries: 0 })
    assert.equal(await count(`audit_log where action = 'test.entry'`, [], forever), 1)
  })
})

describe('incidents', () => {
  const makeIncident = async (patientId: string, state: string, resolvedAt: Date | null) => {
    const [row] = await service.ctx.db.query<{ id: string }>(
      `insert into incidents (id, kind, state, severity, patient_id, opened_at, resolved_at, policy, round)
       select gen_random_uuid(), 'SOS', $2, 'HIGH', $1, $3, $4, policy, round from incidents limit 1 returning id`,
      [patientId, state, daysAgo(100), resolvedAt],
    )
    return row?.id ?? ''
  }

  test('go after RETENTION_INCIDENTS with their timeline, and unresolved ones never', async () => {
    const { patient } = await makeCircle(service)
    const fall = await reportFall(service, patient)
    const [old, cancelled, recent, open] = [
      await makeIncident(patient.id, 'RESOLVED', daysAgo(41)),
      await makeIncident(patient.id, 'CANCELLED', daysAgo(41)),
      await makeIncident(patient.id, 'RESOLVED', daysAgo(39)),
      await makeIncident(patient.id, 'OPEN', null),
    ]
    const { db } = service.ctx
    await db.query(
      `insert into incident_entries (incident_id, at, type, text) values ($1, now(), 'note', 'x')`,
      [old],
    )
    await db.query(`update falls set incident_id = $1 where id = $2`, [old, fall.id])
    assert.equal((await applyRetention(service.ctx)).incidents, 2)
    const left = await db.query<{ id: string }>('select id from incidents where id = any($1)', [
      [old, cancelled, recent, open],
    ])
    assert.deepEqual(left.map(({ id }) => id).sort(), [recent, open].sort())
    assert.equal(await count('incident_entries where incident_id = $1', [old]), 0)
    const answer = await service.call('GET', `/falls/${fall.id}`, { token: patient.token })
    assert.equal(answer.status, 200, 'the fall stays')
  })
})

test('traces go after RETENTION_TRACES, once they are final, and the falls stay', async () => {
  const { patient } = await makeCircle(service)
  const falls = await Promise.all([21, 21, 19].map(() => reportFall(service, patient)))
  const { db } = service.ctx
  for (const [i, days] of [21, 21, 19].entries()) {
    await db.query('update falls set created_at = $1 where id = $2', [daysAgo(days), falls[i]?.id])
    await db.query('insert into fall_traces (fall_id, due_at) values ($1, $2)', [
      falls[i]?.id,
      i === 1 ? new Date() : null,
    ])
  }
  assert.equal((await applyRetention(service.ctx)).traces, 1)
  const left = await db.query<{ id: string }>('select fall_id as id from fall_traces')
  assert.deepEqual(left.map(({ id }) => id).sort(), [falls[1]?.id, falls[2]?.id].sort())
  assert.equal((await service.call('GET', `/falls/${falls[0]?.id}`, { token: patient.token })).status, 200)
})

test('readings are kept for RETENTION_READINGS', async () => {
  const names = async (where: typeof service) => {
    const rows = await where.ctx.db.query<{ name: string }>(
      `select tablename as name from pg_tables where tablename ~ '^readings_\\d'`,
    )
    return rows.map(({ name }) => name)
  }
  for (const where of [service, forever]) {
    await tasks.cleanup_readings(where.ctx, { dryRun: false })
    assert.ok((await names(where)).length > 0)
  }
  const before = await names(forever)
  for (const where of [service, forever]) {
    where.advance('19d')
    await tasks.cleanup_readings(where.ctx, { dryRun: false })
  }
  const oldest = before.toSorted()[0] ?? ''
  assert.ok((await names(forever)).includes(oldest), 'ninety days unless set')
  assert.ok(!(await names(service)).includes(oldest))
})

describe('deleting a person', () => {
  async function personWithFalls(where = service) {
    const { patient } = await makeCircle(where)
    for (let i = 0; i < 2; i++) {
      const { id } = await reportFall(where, patient)
      // 23:30 UTC on the last of January is half past midnight in February in Madrid.
      await where.ctx.db.query(
        `update falls set created_at = '2026-01-31T23:30:00Z', incident_id = null where id = $1`,
        [id],
      )
    }
    return patient
  }
  const statistics = async (token: string) => {
    const answer = await service.call('GET', '/admin/fall-statistics', { token, query: { months: '1200' } })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data
  }
  const falls = (data: { falls: number }[]) => data.reduce((sum, one) => sum + one.falls, 0)

  test('keeps nothing unless it is asked for', async () => {
    const token = await adminToken()
    const before = falls(await statistics(token))
    const patient = await personWithFalls()
    for (const query of [{ keepStatistics: 'yes' }, { keepStatistics: '' }]) {
      const answer = await service.call('DELETE', `/patients/${patient.id}`, { token, query })
      assert.equal(answer.status, 400)
    }
    assert.equal((await service.call('DELETE', `/patients/${patient.id}`, { token })).status, 200)
    assert.equal(falls(await statistics(token)), before)
    const [entry] = await service.ctx.db.query<{ message: string }>(
      `select message from audit_log where action = 'user.deleted' and subject_id = $1`,
      [patient.id],
    )
    assert.equal(entry?.message, 'Account deleted')
  })

  test('can keep the numbers of their falls, without whose they were', async () => {
    const token = await adminToken()
    const query = { keepStatistics: 'true' }
    const people = [await personWithFalls(), await personWithFalls(), await personWithFalls()]
    const [first, second, third] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]]
    const answers = [
      await service.call('DELETE', `/patients/${first.id}`, { token, query }),
      await service.call('DELETE', `/admin/users/${second.id}`, { token, query }),
      await service.call('DELETE', '/profile/me', {
        token: third.token,
        query,
        body: { confirmation: true },
      }),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    const entries = await service.ctx.db.query<{ message: string }>(
      `select message from audit_log where action = 'user.deleted' and subject_id = any($1)`,
      [people.map(({ id }) => id)],
    )
    assert.deepEqual(
      entries.map(({ message }) => message),
      Array(3).fill('Account deleted; the statistics of the falls were kept'),
    )
    const data = await statistics(token)
    assert.deepEqual(
      data.map(({ level: _, ...rest }: { level: string }) => rest),
      [{ month: '2026-02', hour: 0, outcome: 'UNKNOWN', falls: 6 }],
    )
    const columns = await service.ctx.db.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'fall_statistics' order by 1`,
    )
    assert.deepEqual(
      columns.map(({ name }) => name),
      ['falls', 'hour', 'level', 'month', 'outcome'],
    )
  })

  test('that is refused keeps nothing', async () => {
    const token = await adminToken(forever)
    const fall = await forever.call('POST', '/falls', { token, body: { confidence: 0.95 } })
    assert.equal(fall.status, 201)
    const body = { confirmation: true }
    const query = { keepStatistics: 'true' }
    assert.equal((await forever.call('DELETE', '/profile/me', { token, query, body })).status, 409)
    assert.equal(await count('fall_statistics', [], forever), 0)
  })
})
