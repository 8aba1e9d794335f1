import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import Fastify from 'fastify'
import type { Actor } from '../../src/platform/context.ts'
import { type AccessRule, enforceAccess, requireAccessRules } from '../../src/platform/http/access.ts'
import { callerOf } from '../../src/platform/http/caller.ts'
import { handleErrors } from '../../src/platform/http/error-handler.ts'
import { acceptJsonBodies } from '../../src/platform/http/json-body.ts'
import { refusal } from '../../src/platform/lib/errors.ts'

/** An instance with one route, where the token of a caller is simply the role. */
function appWithRoute(access?: AccessRule) {
  const app = Fastify()
  app.decorateRequest('caller', null)
  requireAccessRules(app)
  handleErrors(app)
  acceptJsonBodies(app)
  const authenticate = async (token: string) => {
    if (!/^[A-Z]+$/.test(token)) throw refusal('INVALID_TOKEN')
    return { actor: { id: randomUUID(), role: token as Actor['role'] }, sessionId: randomUUID() }
  }
  app.addHook('onRequest', async (request) =>
    enforceAccess(request, {
      session: authenticate,
      deviceKey: authenticate,
      helpCredential: authenticate,
      outsideReader: () => Promise.reject(refusal('INVALID_TOKEN')),
    }),
  )
  app.post('/route', { config: access ? { access } : {} }, (request) => ({
    caller: request.principal?.actor.role ?? 'nobody',
  }))
  app.post('/careless', { config: { access: 'public' } }, (request) => callerOf(request))
  return app
}

test('a route without an access rule fails at boot and is named', async () => {
  const app = appWithRoute()
  await assert.rejects(async () => void (await app.ready()), /No access rule declared for POST \/route/)
})

test('a route declared in a plugin is no exception', async () => {
  const app = appWithRoute('public')
  app.register(async (scope) => scope.get('/inner', async () => 'hello'), { prefix: '/deep' })
  await assert.rejects(async () => void (await app.ready()), /\/deep\/inner/)
})

const rules: [string, AccessRule, Record<string, number>][] = [
  ['public', 'public', { nobody: 200, PATIENT: 200, CAREGIVER: 200, ADMIN: 200 }],
  ['signed-in', 'signed-in', { nobody: 401, PATIENT: 200, CAREGIVER: 200, ADMIN: 200 }],
  ['one role', ['ADMIN'], { nobody: 401, PATIENT: 403, CAREGIVER: 403, ADMIN: 200 }],
  ['two roles', ['CAREGIVER', 'ADMIN'], { nobody: 401, PATIENT: 403, CAREGIVER: 200, ADMIN: 200 }],
  ['no role', [], { nobody: 401, PATIENT: 403, CAREGIVER: 403, ADMIN: 403 }],
]

for (const [name, rule, expected] of rules) {
  test(`the rule "${name}" admits the right callers`, async () => {
    const app = appWithRoute(rule)
    const statuses: Record<string, number> = {}
    for (const caller of Object.keys(expected)) {
      const headers = caller === 'nobody' ? {} : { authorization: `Bearer ${caller}` }
      statuses[caller] = (await app.inject({ method: 'POST', url: '/route', headers })).statusCode
    }
    assert.deepEqual(statuses, expected)
  })
}

test('the role is looked at before the body', async () => {
  const app = appWithRoute(['ADMIN'])
  const badBodies = [
    { headers: { 'content-type': 'application/json' }, payload: '{broken' },
    { headers: { 'content-type': 'text/plain' }, payload: 'hello' },
    { headers: { 'content-type': 'application/json' }, payload: 'x'.repeat(2 * 1024 * 1024) },
  ]
  for (const { headers, payload } of badBodies) {
    const asked = (role: string) =>
      app.inject({
        method: 'POST',
        url: '/route',
        headers: { ...headers, authorization: `Bearer ${role}` },
        payload,
      })
    assert.equal((await asked('PATIENT')).statusCode, 403)
    assert.ok([400, 413, 415].includes((await asked('ADMIN')).statusCode))
  }
})

test('a public handler that asks for the caller answers 401, not with somebody', async () => {
  const response = await appWithRoute('public').inject({ method: 'POST', url: '/careless' })
  assert.equal(response.statusCode, 401)
})

const schemes: [string, number][] = [
  ['Bearer ADMIN', 200],
  ['bearer ADMIN', 200],
  ['Bearer', 401],
  ['Bearer ', 401],
  ['Bearer ADMIN ADMIN', 401],
  ['ADMIN', 401],
  ['Basic ADMIN', 401],
  ['', 401],
]
for (const [authorization, status] of schemes) {
  test(`the header "Authorization: ${authorization}" is answered ${status}`, async () => {
    const app = appWithRoute('signed-in')
    const response = await app.inject({ method: 'POST', url: '/route', headers: { authorization } })
    assert.equal(response.statusCode, status)
  })
}
