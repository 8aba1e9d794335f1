import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Answer, useSteadyService } from '../support/service.ts'

const service = useSteadyService({ SESSION_DURATION: '2h' })

const page = { 'x-requested-with': 'XMLHttpRequest' }
const overHttps = { ip: '127.0.0.1', headers: { 'x-forwarded-proto': 'https' } }

/** The one cookie an answer sets: its name, its value and its attributes, sorted. */
function cookieOf({ headers }: Answer) {
  const [first = '', ...attributes] = [headers['set-cookie']].flat().join().split('; ')
  const [name = '', value = ''] = first.split('=')
  return { name, value, attributes: attributes.sort() }
}

async function signIn(connection: { ip?: string; headers?: Record<string, string> } = {}) {
  const { email, password } = await service.signUp()
  const answer = await service.call('POST', '/auth/login', { ...connection, body: { email, password } })
  return { ...cookieOf(answer), token: answer.body.token as string }
}

const meStatus = async (headers: Record<string, string>, ip?: string) =>
  (await service.call('GET', '/me', { headers, ...(ip && { ip }) })).status

test('signup and login set the cookie, with the token, for as long as the session', async () => {
  const rosa = { email: 'rosa@example.org', password: 'Sunny-Day-42!', firstName: 'Rosa', lastName: 'Marín' }
  const answers = [
    await service.call('POST', '/auth/signup', { body: rosa }),
    await service.call('POST', '/auth/login', { body: rosa }),
  ]
  for (const answer of answers) {
    assert.deepEqual(cookieOf(answer), {
      name: 'session',
      value: answer.body.token,
      attributes: ['HttpOnly', 'Max-Age=7200', 'Path=/', 'SameSite=Strict'],
    })
  }
})

test('over HTTPS the cookie is secure and bound to the host', async () => {
  const { name, value, attributes, token } = await signIn(overHttps)
  assert.deepEqual([name, value], ['__Host-session', token])
  assert.deepEqual(attributes, ['HttpOnly', 'Max-Age=7200', 'Path=/', 'SameSite=Strict', 'Secure'])
})

test('a stranger cannot claim to come over HTTPS', async () => {
  const { name, attributes } = await signIn({ ...overHttps, ip: '203.0.113.5' })
  assert.equal(name, 'session')
  assert.ok(!attributes.includes('Secure'))
})

test('a cookie alone is 401, and with the header X-Requested-With it lets its owner in', async () => {
  const cookie = `session=${(await signIn()).value}`
  assert.equal(await meStatus({ cookie }), 401)
  assert.equal(await meStatus({ cookie, ...page }), 200)
  assert.equal(await meStatus(page), 401)
})

test('a foreign page can change nothing with the cookie', async () => {
  const { value, token } = await signIn()
  const options = { headers: { cookie: `session=${value}` } }
  const attempts = [
    await service.call('POST', '/auth/logout', options),
    await service.call('PUT', '/profile/me', { ...options, body: { firstName: 'Eve' } }),
    await service.call('DELETE', '/profile/me', { ...options, body: { confirmation: true } }),
  ]
  assert.deepEqual(
    attempts.map(({ status }) => status),
    [401, 401, 401],
  )
  assert.equal((await service.call('GET', '/me', { token })).body.data.firstName, 'Rosa')
})

describe('a cookie does not count when', () => {
  const cookies: [string, (token: string) => Record<string, string>][] = [
    ['its name is another', (token) => ({ cookie: `token=${token}` })],
    ['its name is the one for HTTPS', (token) => ({ cookie: `__Host-session=${token}` })],
    ['it was altered', (token) => ({ cookie: `session=${token.slice(0, -2)}` })],
    ['it is empty', () => ({ cookie: 'session=' })],
    [
      'a bad token stands beside it',
      (token) => ({ cookie: `session=${token}`, authorization: 'Bearer bad' }),
    ],
    [
      'another scheme stands beside it',
      (token) => ({ cookie: `session=${token}`, authorization: 'Basic eDp5' }),
    ],
  ]
  for (const [title, headersFor] of cookies) {
    test(title, async () => {
      assert.equal(await meStatus({ ...page, ...headersFor((await signIn()).token) }), 401)
    })
  }

  test('it came over plain HTTP and is used over HTTPS', async () => {
    const cookie = `session=${(await signIn()).value}`
    assert.equal(await meStatus({ cookie, ...page, ...overHttps.headers }, overHttps.ip), 401)
  })
})

describe('the cookie is cleared', () => {
  const endings: [string, string, string, unknown][] = [
    ['at logout', 'POST', '/auth/logout', undefined],
    ['with the account', 'DELETE', '/profile/me', { confirmation: true }],
  ]
  for (const [title, method, path, body] of endings) {
    test(title, async () => {
      const cookie = `session=${(await signIn()).value}`
      const answer = await service.call(method, path, { headers: { cookie, ...page }, body })
      assert.equal(answer.status, 200)
      const { name, value, attributes } = cookieOf(answer)
      assert.deepEqual([name, value], ['session', ''])
      assert.ok(attributes.includes('Path=/'))
      assert.ok(
        attributes.includes('Max-Age=0') || attributes.some((item) => item.endsWith('1970 00:00:00 GMT')),
      )
      assert.equal(await meStatus({ cookie, ...page }), 401)
    })
  }

  test('under its name for HTTPS when it had that', async () => {
    const { token } = await signIn(overHttps)
    const { name, value, attributes } = cookieOf(
      await service.call('POST', '/auth/logout', { ...overHttps, token }),
    )
    assert.deepEqual([name, value], ['__Host-session', ''])
    assert.ok(attributes.includes('Secure') && attributes.includes('Path=/'))
  })
})

test('a session is as long as SESSION_DURATION says', async () => {
  const { token } = await signIn()
  service.advance('119m')
  assert.equal((await service.call('GET', '/me', { token })).status, 200)
  service.advance('1m')
  assert.equal((await service.call('GET', '/me', { token })).status, 401)
})
