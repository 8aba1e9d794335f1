import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { assertFields, assign, countRows, randomMac, sendReading, tally } from '../support/readings.ts'
import { adminAccount, type CallOptions, goodPassword, useSteadyService } from '../support/service.ts'

const service = useSteadyService()

let token: string | undefined
const asAdmin = async (method: string, path: string, options: CallOptions = {}) => {
  token ??= await service.adminToken()
  return service.call(method, `/admin/users${path}`, { token, ...options })
}
const edit = (id: string, body: unknown, options: CallOptions = {}) =>
  asAdmin('PUT', `/${id}`, { body, ...options })
const giveRole = (id: string, role: unknown, options: CallOptions = {}) =>
  asAdmin('POST', `/${id}/role`, { body: { role }, ...options })
const adminId = async () => (await service.logIn(adminAccount.email, adminAccount.password)).body.data.id

const linesAbout = (subjectId: string) =>
  service.ctx.db.query<{ action: string; message: string; actorId: string; level: string }>(
    `select action, message, actor_id as "actorId", level from audit_log
     where subject_id = $1 and action like 'user.%' order by at, action`,
    [subjectId],
  )
const actionsAbout = async (subjectId: string) => (await linesAbout(subjectId)).map(({ action }) => action)

/** A second admin, who is none any more when the work is done. */
async function withSecondAdmin(work: (second: { id: string; token: string }) => Promise<void>) {
  const second = await service.signUp()
  assert.equal((await giveRole(second.id, 'ADMIN')).status, 200)
  try {
    await work(second)
  } finally {
    await service.ctx.db.query('delete from users where id = $1', [second.id])
  }
}

const userFields = [
  'id',
  'email',
  'firstName',
  'lastName',
  'role',
  'status',
  'dateOfBirth',
  'phone',
  'avatar',
]

describe('reading accounts', () => {
  test('shows exactly the fields of a user', async () => {
    const rosa = await service.signUp()
    const answer = await asAdmin('GET', `/${rosa.id}`)
    assert.equal(answer.status, 200)
    assertFields(answer.body.data, [...userFields, 'createdAt', 'lastLogin'])
    const { createdAt, lastLogin, ...rest } = answer.body.data
    assert.deepEqual(rest, {
      ...{ id: rosa.id, email: rosa.email, firstName: 'Rosa', lastName: 'Marín', role: 'PATIENT' },
      ...{ status: 'active', dateOfBirth: null, phone: null, avatar: null },
    })
    for (const time of [createdAt, lastLogin]) assert.equal(new Date(time).toISOString(), time)
  })

  test('is kept in the audit log, by the bare id', async () => {
    const rosa = await service.signUp()
    await asAdmin('GET', `/${rosa.id}`)
    const looks = await countRows(service, `audit_log where subject_id = $1 and action = 'record.viewed'`, [
      rosa.id,
    ])
    assert.equal(looks, 1)
    const before = await countRows(service, `audit_log where action = 'records.listed'`, [])
    await asAdmin('GET', '')
    assert.equal(await countRows(service, `audit_log where action = 'records.listed'`, []), before + 1)
  })

  test('lists the newest first, with the pages of all', async () => {
    const made = [await service.signUp(), await service.signUp(), await service.signUp()]
    const answer = await asAdmin('GET', '', { query: { limit: '2' } })
    assert.equal(answer.status, 200)
    assertFields(answer.body, ['success', 'data', 'pagination'])
    assertFields(answer.body.data[0], [...userFields, 'createdAt', 'lastLogin'])
    const total = await countRows(service, 'users', [])
    assert.deepEqual(answer.body.pagination, { page: 1, limit: 2, total, totalPages: Math.ceil(total / 2) })
    const next = await asAdmin('GET', '', { query: { limit: '2', page: '2' } })
    const ids = [...answer.body.data, ...next.body.data].map(({ id }) => id)
    assert.deepEqual(ids.slice(0, 3), made.map(({ id }) => id).toReversed())
  })

  test('filters by role and status', async () => {
    const caregiver = await service.signUp({ role: 'CAREGIVER' })
    const idle = await service.signUp({ role: 'CAREGIVER' })
    await edit(idle.id, { status: 'inactive' })
    const found = async (query: Record<string, string>) => {
      const { body } = await asAdmin('GET', '', { query: { limit: '100', ...query } })
      assert.equal(body.pagination.total, body.data.length)
      return body.data
        .map(({ id }: { id: string }) => id)
        .filter((id: string) => [caregiver.id, idle.id].includes(id))
    }
    assert.deepEqual(await found({ role: 'CAREGIVER' }), [idle.id, caregiver.id])
    assert.deepEqual(await found({ role: 'PATIENT' }), [])
    assert.deepEqual(await found({ status: 'inactive' }), [idle.id])
    assert.deepEqual(await found({ role: 'CAREGIVER', status: 'active' }), [caregiver.id])
    assert.deepEqual(await found({ role: 'ADMIN', status: 'inactive' }), [])
  })

  test('finds people by part of a name or address, in any case, and takes no character for a pattern', async () => {
    const person = await service.signUp({
      firstName: 'Ágatha',
      lastName: 'O_Neill%',
      email: 'agatha.on@example.org',
    })
    const found = async (search: string) => {
      const { body } = await asAdmin('GET', '', { query: { search } })
      return body.data.map(({ id }: { id: string }) => id)
    }
    for (const search of ['ágatha o', 'GATHA', 'o_neill%', 'agatha.on@'])
      assert.deepEqual(await found(search), [person.id], search)
    for (const search of ['_gatha', '%on@', 'agatha.on@example.com'])
      assert.deepEqual(await found(search), [])
    assert.equal((await asAdmin('GET', '', { query: { search: 'x'.repeat(101) } })).status, 400)
  })

  const sorts: [string, string][] = [
    ['created_at', 'createdAt'],
    ['last_name', 'lastName'],
    ['first_name', 'firstName'],
    ['email', 'email'],
    ['last_login', 'lastLogin'],
  ]
  for (const [sort, field] of sorts) {
    test(`sorts by ${sort}, both ways, and no page shows a person twice`, async () => {
      await service.signUp({ firstName: 'Ana', lastName: 'Zapata' })
      await service.signUp({ firstName: 'Zoe', lastName: 'Abad' })
      await service.ctx.db.query(
        `insert into users (id, email, first_name, last_name, role, created_at)
         values ($1, $2, 'Nobody', 'Yet', 'PATIENT', $3)`,
        [randomUUID(), `${randomUUID()}@example.org`, service.ctx.now()],
      )
      const [order] = await service.ctx.db.query<{ ids: string[] }>(
        `select array_agg(id order by ${sort === 'last_login' ? `coalesce(last_login, '-infinity')` : sort}, id) as ids
         from users`,
      )
      for (const direction of ['asc', 'desc']) {
        for (const spelling of [sort, field]) {
          const seen: string[] = []
          for (let page = 1; seen.length < (order?.ids.length ?? 0); page++) {
            const query = { sort: spelling, order: direction, page: String(page), limit: '7' }
            const { body } = await asAdmin('GET', '', { query })
            assert.ok(body.data.length > 0)
            seen.push(...body.data.map(({ id }: { id: string }) => id))
          }
          assert.deepEqual(seen, direction === 'asc' ? order?.ids : order?.ids.toReversed())
        }
      }
    })
  }

  test('sorts people of one last name by the first, also within a team', async () => {
    const lastName = `Busch${randomUUID().replace(/[^a-z]/g, '')}`
    const names = ['Zoe', 'Éva', 'Otto', 'Änne', 'Eva 10', 'Eva 9', 'Karl']
    for (const firstName of names) await service.signUp({ firstName, lastName })
    await service.signUp({ firstName: 'Aaron', lastName: `${lastName}-Meier` })
    for (const sort of ['name', 'team', 'room'])
      for (const order of ['asc', 'desc']) {
        const query = { search: lastName, sort, order, limit: '3' }
        const seen: string[] = []
        for (const page of ['1', '2', '3'])
          seen.push(
            ...(await asAdmin('GET', '', { query: { ...query, page } })).body.data.map(
              ({ firstName }: { firstName: string }) => firstName,
            ),
          )
        const sorted = ['Änne', 'Éva', 'Eva 9', 'Eva 10', 'Karl', 'Otto', 'Zoe', 'Aaron']
        assert.deepEqual(seen, order === 'asc' ? sorted : sorted.toReversed(), `${sort} ${order}`)
      }
  })

  test('says on request where people live, their teams, whether they can be reached, and who has not accepted', async () => {
    const { db } = service.ctx
    const site = `Site ${randomUUID()}`
    const rosa = await service.signUp()
    const [ana, eva] = [
      await service.signUp({ role: 'CAREGIVER' }),
      await service.signUp({ role: 'CAREGIVER' }),
    ]
    const invited = async (role: 'admin/patients' | 'caregivers') => {
      const body = { email: `${randomUUID()}@example.org`, firstName: 'Nina', lastName: 'New' }
      const answer = await service.call('POST', `/${role}`, { token: await service.adminToken(), body })
      assert.equal(answer.status, 201, answer.text)
      return (answer.body.data.patient ?? answer.body.data.caregiver ?? answer.body.data).id as string
    }
    const [pending, expired] = [await invited('admin/patients'), await invited('caregivers')]
    await db.query(`update invitations set expires_at = '2026-01-01' where user_id = $1`, [expired])
    await db.query(
      `insert into residences (patient_id, site, ward, room, confirmed) values ($1, $2, 'North', '7', true)`,
      [rosa.id, site],
    )
    const team = randomUUID()
    await db.query(
      `insert into teams (id, name, site, ward, created_at) values ($1, $2, $2, 'north', now())`,
      [team, site],
    )
    await db.query('insert into team_members (team_id, caregiver_id, created_at) values ($1, $2, now())', [
      team,
      ana.id,
    ])
    await db.query(
      `insert into contacts (id, user_id, channel, address, created_at, confirmed_at)
       values ($1, $2, 'mail', 'ana@example.org', now(), now())`,
      [randomUUID(), ana.id],
    )
    const all = async (query: Record<string, string>) => {
      const seen: { id: string }[] = []
      const total = await countRows(service, 'users', [])
      for (let page = 1; seen.length < total; page++) {
        const { status, body } = await asAdmin('GET', '', {
          query: { ...query, page: String(page), limit: '7' },
        })
        assert.equal(status, 200)
        assert.ok(body.data.length > 0)
        seen.push(...body.data)
      }
      assert.equal(new Set(seen.map(({ id }) => id)).size, total)
      return seen
    }
    const found = new Map((await all({ details: 'true' })).map((person) => [person.id, person]))
    const detailsOf = (id: string) => {
      const { residence, teams, reachable, invitation } = found.get(id) as unknown as Record<string, unknown>
      return { residence, teams, reachable, invitation }
    }
    const nothing = { residence: null, teams: [], reachable: null, invitation: null }
    assert.deepEqual(detailsOf(rosa.id), {
      ...nothing,
      residence: { site, ward: 'North', room: '7' },
      teams: [site],
    })
    assert.deepEqual(detailsOf(ana.id), { ...nothing, teams: [site], reachable: true })
    assert.deepEqual(detailsOf(eva.id), { ...nothing, reachable: false })
    assert.deepEqual(detailsOf(pending), { ...nothing, invitation: 'PENDING' })
    assert.deepEqual(detailsOf(expired), { ...nothing, reachable: false, invitation: 'EXPIRED' })

    const place = async (sort: string, order: string, ids: string[]) => {
      const sorted = (await all({ sort, order })).map(({ id }) => id)
      return ids.toSorted((a, b) => sorted.indexOf(a) - sorted.indexOf(b))
    }
    assert.deepEqual(await place('room', 'asc', [eva.id, rosa.id]), [rosa.id, eva.id])
    assert.deepEqual(await place('room', 'desc', [eva.id, rosa.id]), [rosa.id, eva.id])
    assert.deepEqual(await place('team', 'asc', [eva.id, rosa.id]), [rosa.id, eva.id])
    assert.deepEqual(await place('reachable', 'asc', [rosa.id, ana.id, eva.id]), [eva.id, ana.id, rosa.id])
    assert.deepEqual(await place('reachable', 'desc', [rosa.id, eva.id, ana.id]), [ana.id, eva.id, rosa.id])
    assert.deepEqual(await place('invitation', 'asc', [ana.id, pending, expired]), [expired, pending, ana.id])
  })

  test('answers a page past the end with nothing', async () => {
    const answer = await asAdmin('GET', '', { query: { page: '1000000000', limit: '100' } })
    assert.deepEqual([answer.status, answer.body.data], [200, []])
  })

  const badQueries: Record<string, string>[] = [
    { role: 'admin' },
    { role: 'NURSE' },
    { status: 'ACTIVE' },
    { status: '' },
    { sort: 'password_hash' },
    { sort: 'role' },
    { order: 'up' },
    { page: '0' },
    { limit: '-1' },
  ]
  for (const query of badQueries) {
    test(`answers 400 for ${JSON.stringify(query)}`, async () => {
      const answer = await asAdmin('GET', '', { query })
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, Object.keys(query)])
    })
  }
})

describe('changing an account', () => {
  test('changes the fields that are given, and leaves the others', async () => {
    const rosa = await service.signUp()
    const email = `${randomUUID()}@Example.ORG`
    const answer = await edit(rosa.id, {
      ...{ email: ` ${email} `, firstName: ' Ana ', phone: '+34 600 123 456', dateOfBirth: '1941-05-17' },
      ...{ role: 'ADMIN', id: randomUUID(), password: 'Other-Day-42!', avatar: 'x', createdAt: null },
    })
    assert.equal(answer.status, 200)
    assertFields(answer.body.data, [...userFields, 'createdAt', 'lastLogin'])
    const { createdAt: _at, lastLogin: _login, ...rest } = answer.body.data
    assert.deepEqual(rest, {
      ...{ id: rosa.id, email: email.toLowerCase(), firstName: 'Ana', lastName: 'Marín', role: 'PATIENT' },
      ...{ status: 'active', dateOfBirth: '1941-05-17', phone: '+34 600 123 456', avatar: null },
    })
    assert.deepEqual((await asAdmin('GET', `/${rosa.id}`)).body.data, answer.body.data)
    assert.equal((await service.logIn(email, goodPassword)).status, 200)
    const [line, ...more] = await linesAbout(rosa.id)
    assert.deepEqual(more, [])
    assert.deepEqual(line, {
      ...{ action: 'user.updated', message: 'Changed email, firstName, phone, dateOfBirth' },
      ...{ actorId: await adminId(), level: 'INFO' },
    })
  })

  test('leaves no line behind where nothing changes', async () => {
    const rosa = await service.signUp()
    for (const body of [{ firstName: 'Rosa', status: 'active' }, { email: rosa.email }])
      assert.equal((await edit(rosa.id, body)).status, 200)
    assert.deepEqual(await actionsAbout(rosa.id), [])
  })

  const badBodies: [string, unknown][] = [
    ['email', 'nobody'],
    ['email', `${'a'.repeat(250)}@example.org`],
    ['email', null],
    ['firstName', ' '],
    ['lastName', 'x'.repeat(101)],
    ['lastName', 7],
    ['phone', 'call me'],
    ['dateOfBirth', '2023-02-30'],
    ['dateOfBirth', '2999-01-01'],
    ['status', 'ACTIVE'],
    ['status', true],
  ]
  for (const [field, value] of badBodies) {
    test(`answers 400 for ${field} ${JSON.stringify(value).slice(0, 30)}, and changes nothing`, async () => {
      const rosa = await service.signUp()
      const answer = await edit(rosa.id, { firstName: 'Ana', lastName: 'Paz', [field]: value })
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, [field]])
      const { firstName, lastName } = (await asAdmin('GET', `/${rosa.id}`)).body.data
      assert.deepEqual([firstName, lastName], ['Rosa', 'Marín'])
    })
  }

  test('answers 409 for an address that is taken, and changes nothing', async () => {
    const [rosa, ana] = [await service.signUp(), await service.signUp()]
    const answer = await edit(rosa.id, { email: ana.email.toUpperCase(), firstName: 'Ana' })
    assert.deepEqual([answer.status, answer.body.error], [409, 'Email already registered'])
    assert.equal((await asAdmin('GET', `/${rosa.id}`)).body.data.firstName, 'Rosa')
    assert.deepEqual(await actionsAbout(rosa.id), [])
  })

  test('gives an address that several want at once to one of them', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => service.signUp()))
    const email = `${randomUUID()}@example.org`
    const answers = await Promise.all(people.map(({ id }) => edit(id, { email })))
    assert.deepEqual(tally(answers), { 200: 1, 409: 4 })
    assert.equal(await countRows(service, 'users where email = $1', [email]), 1)
  })
})

describe('an inactive account', () => {
  test('is signed out at once, with its keys, until it is active again', async () => {
    const rosa = await service.signUp()
    const second = (await service.logIn(rosa.email)).body.token
    const { key } = (await service.call('POST', '/device/keys', { token: rosa.token, body: {} })).body.data
    assert.equal((await sendReading(service, key, randomMac())).status, 200)

    const answer = await edit(rosa.id, { status: 'inactive', lastName: 'Paz' })
    assert.deepEqual([answer.status, answer.body.data.status], [200, 'inactive'])
    for (const each of [rosa.token, second])
      assert.equal((await service.call('GET', '/me', { token: each })).status, 401)
    assert.equal((await sendReading(service, key, randomMac())).status, 401)
    assert.equal((await service.logIn(rosa.email)).status, 403)
    assert.equal(await countRows(service, 'sessions where user_id = $1', [rosa.id]), 0)

    assert.equal((await edit(rosa.id, { status: 'inactive' })).status, 200)
    assert.equal((await edit(rosa.id, { status: 'active' })).body.data.status, 'active')
    assert.equal((await service.logIn(rosa.email)).status, 200)
    for (const each of [rosa.token, second])
      assert.equal((await service.call('GET', '/me', { token: each })).status, 401)
    assert.deepEqual((await actionsAbout(rosa.id)).toSorted(), [
      'user.activated',
      'user.deactivated',
      'user.updated',
    ])
  })
})

describe('a role', () => {
  test('counts from the next request on, and ends who looks after whom', async () => {
    const [rosa, nora, other] = [
      await service.signUp(),
      await service.signUp({ role: 'CAREGIVER' }),
      await service.signUp({ role: 'CAREGIVER' }),
    ]
    await assign(service, nora.id, rosa.id)
    await assign(service, other.id, rosa.id)
    const roleOf = async (each: string) => (await service.call('GET', '/me', { token: each })).body.data.role
    assert.equal(await roleOf(nora.token), 'CAREGIVER')

    const answer = await giveRole(nora.id, 'PATIENT')
    assert.equal(answer.status, 200)
    assertFields(answer.body.data, [...userFields, 'createdAt', 'lastLogin'])
    assert.deepEqual([answer.body.data.id, answer.body.data.role], [nora.id, 'PATIENT'])
    assert.equal(await roleOf(nora.token), 'PATIENT')
    const assignments = () => countRows(service, 'assignments where patient_id = $1', [rosa.id])
    assert.equal(await assignments(), 1)
    assert.equal((await giveRole(rosa.id, 'CAREGIVER')).status, 200)
    assert.equal(await assignments(), 0)
    assert.deepEqual(
      (await linesAbout(nora.id)).map(({ action, message }) => [action, message]),
      [['user.role_changed', 'Role changed to PATIENT']],
    )
  })

  test('of an admin opens these routes, and closes them again', async () => {
    const rosa = await service.signUp()
    const look = async () => (await service.call('GET', '/admin/users', { token: rosa.token })).status
    assert.equal(await look(), 403)
    await giveRole(rosa.id, 'ADMIN')
    assert.equal(await look(), 200)
    await giveRole(rosa.id, 'PATIENT')
    assert.equal(await look(), 403)
  })

  test('given again changes nothing', async () => {
    const [rosa, nora] = [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })]
    await assign(service, nora.id, rosa.id)
    assert.equal((await giveRole(rosa.id, 'PATIENT')).status, 200)
    assert.equal(await countRows(service, 'assignments where patient_id = $1', [rosa.id]), 1)
    assert.deepEqual(await actionsAbout(rosa.id), [])
  })

  for (const role of ['patient', 'NURSE', '', null, 7, ['ADMIN'], undefined]) {
    test(`${JSON.stringify(role)} is none`, async () => {
      const rosa = await service.signUp()
      const answer = await giveRole(rosa.id, role)
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['role']])
    })
  }
})

describe('the last admin', () => {
  const removals: [string, (id: string, by?: string) => ReturnType<typeof asAdmin>][] = [
    ['deactivated', (id, by) => edit(id, { status: 'inactive' }, by ? { token: by } : {})],
    ['demoted', (id, by) => giveRole(id, 'PATIENT', by ? { token: by } : {})],
    ['deleted', (id, by) => asAdmin('DELETE', `/${id}`, by ? { token: by } : {})],
  ]
  for (const [verb, remove] of removals) {
    test(`cannot be ${verb}`, async () => {
      const id = await adminId()
      const answer = await remove(id)
      assert.equal(answer.status, 409, answer.text)
      const { role, status } = (await asAdmin('GET', `/${id}`)).body.data
      assert.deepEqual([role, status], ['ADMIN', 'active'])
    })

    test(`cannot be ${verb} where the other one is inactive, and is no longer the last with another`, async () => {
      await withSecondAdmin(async (second) => {
        await edit(second.id, { status: 'inactive' })
        assert.equal((await remove(await adminId())).status, 409)
        await edit(second.id, { status: 'active' })
        assert.equal((await remove(second.id)).status, 200)
      })
    })

    test(`stays when two are ${verb} by each other at once`, async () => {
      const [one, two] = [await service.signUp(), await service.signUp()]
      const first = await adminId()
      await giveRole(one.id, 'ADMIN')
      await giveRole(two.id, 'ADMIN')
      await service.ctx.db.query(`update users set status = 'inactive' where id = $1`, [first])
      const answers = await Promise.all([remove(two.id, one.token), remove(one.id, two.token)])
      await service.ctx.db.query(`update users set status = 'active' where id = $1`, [first])
      const left = await countRows(
        service,
        `users where id in ($1, $2) and role = 'ADMIN' and status = 'active'`,
        [one.id, two.id],
      )
      await service.ctx.db.query('delete from users where id in ($1, $2)', [one.id, two.id])
      assert.equal(left, 1)
      const statuses = answers.map(({ status }) => status)
      assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses))
      assert.ok(
        statuses.every((status) => status < 500),
        String(statuses),
      )
    })
  }
})

describe('deleting an account', () => {
  test('takes everything along and leaves a line', async () => {
    const rosa = await service.signUp()
    await sendReading(service, rosa.token, randomMac())
    const answer = await asAdmin('DELETE', `/${rosa.id}`)
    assert.deepEqual(
      [answer.status, answer.body],
      [200, { success: true, data: { id: rosa.id, deleted: true } }],
    )
    assert.equal(await countRows(service, 'devices where user_id = $1', [rosa.id]), 0)
    assert.equal((await service.call('GET', '/me', { token: rosa.token })).status, 401)
    assert.equal((await service.logIn(rosa.email)).status, 401)
    assert.deepEqual(await actionsAbout(rosa.id), ['user.deleted'])
    assert.equal((await asAdmin('DELETE', `/${rosa.id}`)).status, 404)
  })
})

describe('every route', () => {
  const routes: [string, string, unknown][] = [
    ['GET', '/:id', undefined],
    ['PUT', '/:id', { firstName: 'Ana' }],
    ['DELETE', '/:id', undefined],
    ['POST', '/:id/role', { role: 'CAREGIVER' }],
  ]
  for (const [method, path, body] of routes) {
    test(`${method} /admin/users${path} answers 404 for an unknown id, and 400 for what is none`, async () => {
      const call = (id: string) => asAdmin(method, path.replace(':id', id), { body })
      assert.equal((await call(randomUUID())).status, 404)
      const answer = await call('not-a-uuid')
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['id']])
    })
  }

  for (const [method, path, body] of [['GET', '', undefined] as const, ...routes]) {
    test(`${method} /admin/users${path} is for admins only`, async () => {
      const rosa = await service.signUp()
      const nora = await service.signUp({ role: 'CAREGIVER' })
      const statuses = []
      for (const each of ['', rosa.token, nora.token]) {
        const to = `/admin/users${path.replace(':id', rosa.id)}`
        statuses.push((await service.call(method, to, { token: each, body })).status)
      }
      assert.deepEqual(statuses, [401, 403, 403])
    })
  }
})
