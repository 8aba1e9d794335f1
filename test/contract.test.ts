import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { createAuth } from '../src/auth/auth.service.ts'
import { createCallers } from '../src/auth/callers.ts'
import { createSessions } from '../src/auth/sessions.ts'
import { insertUser } from '../src/users/users.store.ts'
import { version } from '../src/version.ts'
import { type Answer, adminAccount, goodPassword, useService } from './support/service.ts'

const service = useService()

const newPassword = 'Rainy-Day-43!'
const identity = ['id', 'email', 'firstName', 'lastName', 'role']
const profile = [...identity, 'dateOfBirth', 'phone', 'avatar', 'createdAt', 'lastLogin']
const passwordChange = { currentPassword: goodPassword, newPassword, confirmPassword: newPassword }

type Person = Awaited<ReturnType<typeof service.signUp>>

const newcomer = () => ({
  email: `${randomUUID()}@example.org`,
  password: goodPassword,
  firstName: 'Ana',
  lastName: 'Gil',
})

async function invitation() {
  const user = await insertUser(service.ctx.db, {
    id: randomUUID(),
    email: `${randomUUID()}@example.org`,
    passwordHash: null,
    firstName: 'Ana',
    lastName: 'Gil',
    role: 'PATIENT',
    createdAt: service.ctx.now(),
    lastLogin: null,
  })
  const { ctx, passwords, store } = service
  const sessions = createSessions(ctx, createCallers(store.pulse), ctx.config.jwtSecret ?? '')
  const { token } = await createAuth(ctx, sessions, passwords).invite(ctx.db, user?.id ?? '')
  return { token, password: goodPassword }
}

interface Endpoint {
  method: string
  path: string
  body?: (person: Person) => unknown
  isPublic?: boolean
  status: number
  data: string[]
  beside?: string[]
}

const endpoints: Endpoint[] = [
  {
    method: 'POST',
    path: '/auth/signup',
    body: newcomer,
    isPublic: true,
    status: 201,
    data: [...identity, 'createdAt'],
    beside: ['token'],
  },
  {
    method: 'POST',
    path: '/auth/login',
    body: ({ email, password }) => ({ email, password }),
    isPublic: true,
    status: 200,
    data: identity,
    beside: ['token'],
  },
  {
    method: 'POST',
    path: '/auth/accept-invitation',
    body: invitation,
    isPublic: true,
    status: 200,
    data: identity,
    beside: ['token'],
  },
  { method: 'POST', path: '/auth/logout', status: 200, data: ['message'] },
  { method: 'GET', path: '/profile/me', status: 200, data: profile },
  { method: 'PUT', path: '/profile/me', body: () => ({ phone: '600 1' }), status: 200, data: profile },
  { method: 'POST', path: '/profile/password', body: () => passwordChange, status: 200, data: ['message'] },
  {
    method: 'DELETE',
    path: '/profile/me',
    body: () => ({ confirmation: true, reason: 'moving away' }),
    status: 200,
    data: ['id', 'deleted'],
  },
  {
    method: 'GET',
    path: '/health',
    isPublic: true,
    status: 200,
    data: ['status', 'timestamp', 'uptime', 'database', 'memory', 'version'],
  },
  { method: 'GET', path: '/me', status: 200, data: [...identity, 'createdAt', 'lastLogin'] },
]

async function callAs({ method, path, body }: Endpoint, person: Person, token = person.token) {
  return service.call(method, path, { token, body: await body?.(person) })
}

function assertFields(value: object, fields: string[]) {
  assert.deepEqual(Object.keys(value).sort(), fields.toSorted())
}

function assertFailure({ status, headers, body }: Answer, expected: number, badFields?: string[]) {
  assert.equal(status, expected)
  assert.match(String(headers['content-type']), /^application\/json/)
  assertFields(body, ['success', 'error', ...(badFields ? ['details'] : [])])
  assert.equal(body.success, false)
  assert.equal(typeof body.error, 'string')
  if (badFields) assertFields(body.details, badFields)
}

describe('each endpoint answers with its code and exactly its fields', () => {
  for (const endpoint of endpoints) {
    const { method, path, status, data, beside = [] } = endpoint
    test(`${method} ${path}`, async () => {
      const answer = await callAs(endpoint, await service.signUp())
      assert.equal(answer.status, status)
      assert.match(String(answer.headers['content-type']), /^application\/json/)
      assert.equal(answer.body.success, true)
      assertFields(answer.body, ['success', 'data', ...beside])
      assertFields(answer.body.data, data)
    })
  }
})

describe('each endpoint admits whom the access table says', () => {
  const callers: Record<string, () => Promise<Person>> = {
    patient: () => service.signUp(),
    caregiver: () => service.signUp({ role: 'CAREGIVER' }),
    async admin() {
      const person = await service.signUp()
      await service.ctx.db.query(`update users set role = 'ADMIN' where id = $1`, [person.id])
      return person
    },
  }

  for (const endpoint of endpoints) {
    const { method, path, status, isPublic } = endpoint
    test(`${method} ${path}: nobody, ${Object.keys(callers).join(', ')}`, async () => {
      const statuses = [(await callAs(endpoint, await service.signUp(), '')).status]
      for (const makeCaller of Object.values(callers)) {
        statuses.push((await callAs(endpoint, await makeCaller())).status)
      }
      assert.deepEqual(statuses, [isPublic ? status : 401, status, status, status])
    })
  }

  for (const path of ['/me', '/profile/me']) {
    for (const [name, makeCaller] of Object.entries(callers)) {
      test(`the ${name} sees the own account and role at GET ${path}`, async () => {
        const { id, email, token } = await makeCaller()
        const { data } = (await service.call('GET', path, { token })).body
        assert.deepEqual([data.id, data.email, data.role], [id, email, name.toUpperCase()])
      })
    }
  }
})

describe('each refusal carries its code in the envelope', () => {
  const wrongPassword = { ...passwordChange, currentPassword: 'Wrong-Pass-1!' }
  const refusals: [string, string, string, unknown, number, string[]?][] = [
    [
      'a signup without fields',
      'POST',
      '/auth/signup',
      {},
      400,
      ['email', 'password', 'firstName', 'lastName'],
    ],
    ['a taken e-mail', 'POST', '/auth/signup', { ...newcomer(), email: adminAccount.email }, 409],
    ['a login without fields', 'POST', '/auth/login', {}, 400, ['email', 'password']],
    ['an unknown e-mail', 'POST', '/auth/login', { email: 'no@example.org', password: 'x' }, 401],
    ['an acceptance without fields', 'POST', '/auth/accept-invitation', {}, 400, ['token', 'password']],
    [
      'an unknown invitation',
      'POST',
      '/auth/accept-invitation',
      { token: 'none', password: goodPassword },
      400,
      ['token'],
    ],
    ['a profile with a bad phone', 'PUT', '/profile/me', { phone: 'none' }, 400, ['phone']],
    ['a wrong current password', 'POST', '/profile/password', wrongPassword, 400, ['currentPassword']],
    ['an unconfirmed deletion', 'DELETE', '/profile/me', {}, 400, ['confirmation']],
  ]
  for (const [title, method, path, body, status, badFields] of refusals) {
    test(`${title}: ${method} ${path} answers ${status}`, async () => {
      const { token } = await service.signUp()
      assertFailure(await service.call(method, path, { token, body }), status, badFields)
    })
  }

  for (const endpoint of endpoints.filter(({ isPublic }) => !isPublic)) {
    test(`an invalid token: ${endpoint.method} ${endpoint.path} answers 401`, async () => {
      assertFailure(await callAs(endpoint, await service.signUp(), 'no.such.token'), 401)
    })
  }

  test('the last admin: DELETE /profile/me answers 409', async () => {
    await service.ctx.db.query(`update users set role = 'PATIENT' where email <> $1`, [adminAccount.email])
    const token = await service.adminToken()
    assertFailure(await service.call('DELETE', '/profile/me', { token, body: { confirmation: true } }), 409)
  })
})

test('a healthy service reports its state in the units of the contract', async () => {
  const { data } = (await service.call('GET', '/health')).body
  assert.equal(data.status, 'HEALTHY')
  assert.equal(data.database, 'CONNECTED')
  assert.equal(data.version, version)
  assert.equal(new Date(data.timestamp).toISOString(), data.timestamp)
  assert.ok(Number.isInteger(data.uptime) && data.uptime >= 0)
  assertFields(data.memory, ['used', 'available'])
  assert.ok(Number.isInteger(data.memory.used) && data.memory.used > 1_000_000)
  assert.ok(Number.isInteger(data.memory.available) && data.memory.available > 0)
})

test('timestamps are ISO 8601 in UTC, and what was never given is null', async () => {
  const { token } = await service.signUp()
  const { data } = (await service.call('GET', '/profile/me', { token })).body
  for (const time of [data.createdAt, data.lastLogin]) assert.equal(new Date(time).toISOString(), time)
  assert.deepEqual([data.dateOfBirth, data.phone, data.avatar], [null, null, null])
})
