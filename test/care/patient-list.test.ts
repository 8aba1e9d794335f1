import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listPatientsOf } from '../../src/care/caregivers/assignments.service.ts'
import { listPatients } from '../../src/care/patients/patients.service.ts'
import type { Caller, Context } from '../../src/platform/context.ts'
import { addDevice, assign, type Person } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

type Query = Record<string, string | string[]>

const list = (token: string, query: Query = {}) => service.call('GET', '/patients', { token, query })

/** Gives the first names of a page, in order. */
async function names(token: string, query: Query = {}): Promise<string[]> {
  const answer = await list(token, query)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data.map(({ firstName }: { firstName: string }) => firstName)
}

/** A caregiver with patients of these names; they are signed up in this order. */
async function aCircle(people: [firstName: string, lastName: string][]) {
  const ana = await service.signUp({ role: 'CAREGIVER' })
  const patients: Person[] = []
  for (const [firstName, lastName] of people) {
    const patient = await service.signUp({ firstName, lastName, email: `${firstName}@${ana.id}.org` })
    await assign(service, ana.id, patient.id)
    patients.push(patient)
    service.advance('1s')
  }
  return { ana, patients }
}

const three: [string, string][] = [
  ['Carla', 'Abad'],
  ['Berta', 'Cano'],
  ['Alba', 'Bosch'],
]

describe('the list of patients', () => {
  test('has exactly the fields of a patient in a list, and a pagination', async () => {
    const { ana, patients } = await aCircle([['Rosa', 'Marín']])
    const [rosa] = patients as [Person]
    const change = { dateOfBirth: '1941-05-17', emergencyContact: '600 1', phone: '600 2' }
    await service.call('PUT', `/patients/${rosa.id}`, { token: ana.token, body: change })
    const { first } = await addDevice(service, rosa.token, { heart_rate: 130 })
    const { id, email, firstName, lastName, role, createdAt } = rosa
    assert.deepEqual((await list(ana.token)).body, {
      success: true,
      data: [
        {
          ...{ id, email, firstName, lastName, role, createdAt, ...change, status: 'active' },
          ...{ healthScore: 80, lastActive: first.timestamp },
        },
      ],
      pagination: { page: 1, limit: 10, total: 1, totalPages: 1 },
    })
  })

  test('is empty for a caregiver of nobody', async () => {
    const { ana } = await aCircle([])
    const pagination = { page: 1, limit: 10, total: 0, totalPages: 0 }
    assert.deepEqual((await list(ana.token)).body, { success: true, data: [], pagination })
  })

  test('holds for a caregiver only the assigned ones, and for an admin all patients and nobody else', async () => {
    const { ana, patients } = await aCircle(three)
    await aCircle([['Dora', 'Díaz']])
    assert.deepEqual(await names(ana.token), ['Alba', 'Berta', 'Carla'])
    const token = await service.adminToken()
    const [row] = await service.ctx.db.query<{ count: number }>(
      `select count(*)::int as count from users where role = 'PATIENT'`,
    )
    const { data, pagination } = (await list(token, { limit: '100' })).body
    assert.deepEqual([pagination.total, data.length], [row?.count, row?.count])
    const listed = new Set(data.map(({ id }: { id: string }) => id))
    assert.ok(patients.every(({ id }) => listed.has(id)))
    assert.ok(data.every(({ role }: { role: string }) => role === 'PATIENT'))
  })

  const orders: [Query, string[]][] = [
    [{}, ['Alba', 'Berta', 'Carla']],
    [{ order: 'asc' }, ['Carla', 'Berta', 'Alba']],
    [{ sort: 'created_at', order: 'desc' }, ['Alba', 'Berta', 'Carla']],
    [{ sort: 'createdAt', order: 'asc' }, ['Carla', 'Berta', 'Alba']],
    [{ sort: 'last_name', order: 'asc' }, ['Carla', 'Alba', 'Berta']],
    [{ sort: 'lastName' }, ['Berta', 'Alba', 'Carla']],
    [{ sort: 'first_name', order: 'asc' }, ['Alba', 'Berta', 'Carla']],
    [{ sort: 'firstName' }, ['Carla', 'Berta', 'Alba']],
    [{ sort: 'email', order: 'asc' }, ['Alba', 'Berta', 'Carla']],
    [{ limit: '2', page: '2' }, ['Carla']],
    [{ limit: '2', page: '3' }, []],
  ]
  test('is sorted and paged as asked', async () => {
    const { ana } = await aCircle(three)
    for (const [query, expected] of orders) {
      assert.deepEqual(await names(ana.token, query), expected, JSON.stringify(query))
    }
  })

  for (const sort of ['created_at', 'last_name', 'first_name', 'email']) {
    test(`walked by ${sort} shows everybody once, even those of one name`, async () => {
      const { ana } = await aCircle(Array.from({ length: 5 }, (_, i) => [`Eva${i}`, 'Gil']))
      const seen = []
      for (const page of ['1', '2', '3']) seen.push(...(await names(ana.token, { sort, limit: '2', page })))
      assert.deepEqual(seen.sort(), ['Eva0', 'Eva1', 'Eva2', 'Eva3', 'Eva4'])
    })
  }

  test('can be of the active or the inactive', async () => {
    const { ana, patients } = await aCircle(three)
    await service.ctx.db.query(`update users set status = 'inactive' where id = $1`, [patients[1]?.id])
    assert.deepEqual(await names(ana.token, { status: 'active' }), ['Alba', 'Carla'])
    assert.deepEqual(await names(ana.token, { status: 'inactive' }), ['Berta'])
    assert.equal((await list(ana.token, { status: 'inactive' })).body.data[0].status, 'inactive')
    assert.equal((await list(ana.token, { status: 'active' })).body.pagination.total, 2)
    assert.equal((await names(ana.token)).length, 3)
    const inactive = await names(await service.adminToken(), { status: 'inactive' })
    assert.ok(inactive.includes('Berta') && !inactive.includes('Alba'))
  })

  test('holds at most a hundred to a page', async () => {
    const { ana } = await aCircle([])
    assert.equal((await list(ana.token, { limit: '101' })).body.pagination.limit, 100)
  })

  const bad: Query[] = [
    ...['0', '-1', '1.5', 'abc', ''].flatMap((value) => [{ page: value }, { limit: value }]),
    { page: ['1', '2'] },
    ...['', 'active ', 'ACTIVE', 'gone'].map((status) => ({ status })),
    { status: ['active', 'inactive'] },
    ...['', 'id', 'phone', 'created_at;'].map((sort) => ({ sort })),
    { order: 'up' },
  ]
  for (const query of bad) {
    test(`is refused for ${JSON.stringify(query)}`, async () => {
      const answer = await list(await service.adminToken(), query)
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, Object.keys(query)])
    })
  }
})

describe('a patient was last active', () => {
  const lastActive = async ({ ana }: { ana: Person }) => (await list(ana.token)).body.data[0].lastActive

  test('at the last login or the last reading, whichever is newer', async () => {
    const circle = await aCircle([['Rosa', 'Marín']])
    const [rosa] = circle.patients as [Person]
    const me = async () => (await service.call('GET', '/me', { token: rosa.token })).body.data.lastLogin
    assert.equal(await lastActive(circle), await me())
    const { first, send } = await addDevice(service, rosa.token)
    assert.equal(await lastActive(circle), first.timestamp)
    await service.logIn(rosa.email)
    assert.equal(await lastActive(circle), await me())
    assert.ok((await me()) > first.timestamp)
    assert.equal((await send()).timestamp, await lastActive(circle))
  })

  test('never, before an invitation is accepted', async () => {
    const { ana } = await aCircle([])
    const body = { email: `luis@${ana.id}.org`, firstName: 'Luis', lastName: 'Vega' }
    await service.call('POST', '/patients', { token: ana.token, body })
    const [luis] = (await list(ana.token)).body.data
    assert.deepEqual([luis.lastActive, luis.healthScore, luis.status], [null, 100, 'active'])
  })
})

describe('the list of patients and that of a caregiver agree', () => {
  const firstPage = { page: 1, limit: 10, sort: 'created_at', order: 'desc', priorities: false } as const

  const callerFor = (id: string): Caller => ({
    actor: { id, role: 'CAREGIVER' },
    sessionId: id,
    address: null,
    requestId: null,
  })

  /** Gives the score of each patient, by name, in the one and in the other. */
  async function bothLists(ctx: Context, { id }: Person) {
    const caller = callerFor(id)
    const all = await listPatients(ctx, caller, firstPage)
    const own = await listPatientsOf(ctx, caller, id, firstPage)
    return [
      Object.fromEntries(all.rows.map((row) => [row.firstName, row.healthScore])),
      Object.fromEntries(own.rows.map((row) => [row.name.split(' ')[0], row.healthScore])),
    ]
  }

  test('of somebody without a reading: 100', async () => {
    const { ana, patients } = await aCircle([...three])
    await addDevice(service, patients[0]?.token ?? '', { heart_rate: 130 })
    const expected = { Carla: 80, Berta: 100, Alba: 100 }
    assert.deepEqual(await bothLists(service.ctx, ana), [expected, expected])
    const { body } = await service.call('GET', `/patients/${patients[1]?.id}/health`, { token: ana.token })
    assert.deepEqual([body.data.healthScore, body.data.lastUpdate], [100, null])
  })

  const goings: [string, string][] = [
    ['was deleted', 'delete from users where id = $1'],
    ['was given another role', `update users set role = 'ADMIN' where id = $1`],
  ]
  for (const [title, sql] of goings) {
    test(`on somebody who ${title} while the list was read: left out`, async () => {
      const { ana, patients } = await aCircle([...three])
      const { db } = service.ctx
      const racing: Context = {
        ...service.ctx,
        db: {
          ...db,
          async query(statement, values, name) {
            if (name === 'read-signs') await db.query(sql, [gone?.id])
            return db.query(statement, values, name)
          },
        },
      }
      const [gone] = patients
      const caller = callerFor(ana.id)
      const left = (rows: { id: string }[]) => rows.map(({ id }) => id).sort()
      const others = left(patients.slice(1))
      assert.deepEqual(left((await listPatientsOf(racing, caller, ana.id, firstPage)).rows), others)
      await db.query(`update users set role = 'PATIENT' where id = $1`, [gone?.id])
      assert.deepEqual(left((await listPatients(racing, caller, firstPage)).rows), others)
    })
  }
})
