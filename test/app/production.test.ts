import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { adminAccount, useSteadyService } from '../support/service.ts'

const service = useSteadyService({ NODE_ENV: 'production' })

const hsts = 'max-age=31536000; includeSubDomains'
const overHttps = { 'x-forwarded-proto': 'https' }
const proxy = '127.0.0.1'
const logIn = { method: 'POST', path: '/auth/login', body: adminAccount }

describe('plain HTTP is refused', () => {
  const endpoints: { method: string; path: string; body?: unknown }[] = [
    logIn,
    { method: 'POST', path: '/auth/signup', body: {} },
    { method: 'GET', path: '/me' },
    { method: 'GET', path: '/profile/me' },
    { method: 'GET', path: '/openapi.json' },
  ]
  for (const { method, path, body } of endpoints) {
    test(`at ${method} ${path}`, async () => {
      const answer = await service.call(method, path, { body })
      assert.deepEqual(
        [answer.status, answer.body],
        [403, { success: false, error: 'HTTPS is required', code: 'HTTPS_REQUIRED' }],
      )
      assert.equal(answer.headers['set-cookie'], undefined)
      assert.equal(answer.headers['x-ratelimit-limit'], undefined)
      assert.ok(answer.headers['x-request-id'])
    })
  }

  test('at the explorer', async () => {
    assert.equal((await service.app.inject('/docs/')).statusCode, 403)
  })
})

test('health answers over plain HTTP', async () => {
  assert.equal((await service.call('GET', '/health')).status, 200)
})

test('an unknown route is unknown over plain HTTP as well', async () => {
  assert.equal((await service.call('GET', '/nowhere')).status, 404)
})

describe('a proxy that is trusted says whether HTTPS was used', () => {
  const cases: [string, string, string, number][] = [
    ['a trusted proxy says https', '127.0.0.1', 'https', 200],
    ['another loopback address says https', '127.8.9.10', 'https', 200],
    ['the IPv6 loopback says https', '::1', 'https', 200],
    ['the mapped loopback says https', '::ffff:127.0.0.1', 'https', 200],
    ['a trusted proxy says http', '127.0.0.1', 'http', 403],
    ['a trusted proxy adds http to what the client claimed', '127.0.0.1', 'https, http', 403],
    ['a trusted proxy says nonsense', '127.0.0.1', 'httpsx', 403],
    ['a stranger says https', '203.0.113.9', 'https', 403],
    ['a private address says https', '10.0.0.9', 'https', 403],
    ['a stranger over IPv6 says https', '2001:db8::9', 'https', 403],
  ]
  for (const [title, ip, protocol, status] of cases) {
    test(`${title}: ${status}`, async () => {
      const headers = { 'x-forwarded-proto': protocol, 'x-forwarded-for': '198.51.100.7' }
      const { method, path, body } = logIn
      assert.equal((await service.call(method, path, { ip, headers, body })).status, status)
    })
  }
})

test('every response has Strict-Transport-Security', async () => {
  const answers = [
    await service.call('GET', '/health'),
    await service.call('GET', '/me'),
    await service.call('GET', '/nowhere'),
    await service.call('GET', '/me', { ip: proxy, headers: overHttps }),
    await service.call('GET', '/health', { ip: proxy, headers: overHttps }),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 403, 404, 401, 200],
  )
  for (const { headers } of answers) assert.equal(headers['strict-transport-security'], hsts)
})

test('the cookie over HTTPS is secure, bound to the host, and lets its owner in', async () => {
  const { method, path, body } = logIn
  const answer = await service.call(method, path, { ip: proxy, headers: overHttps, body })
  const cookie = String(answer.headers['set-cookie'])
  assert.match(cookie, /^__Host-session=[\w.-]+;/)
  assert.match(cookie, /; Secure(;|$)/)
  const headers = { ...overHttps, cookie: cookie.split(';')[0] ?? '', 'x-requested-with': 'page' }
  assert.equal((await service.call('GET', '/me', { ip: proxy, headers })).status, 200)
})
