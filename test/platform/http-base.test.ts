import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { type ErrorCode, errorCodes } from '../../src/platform/lib/error-codes.ts'
import { goodPassword, useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Requests that end in each kind of answer, with the status they must have. */
const requests: [string, string, string, unknown, number][] = [
  ['a success', 'GET', '/health', undefined, 200],
  ['a bad field', 'POST', '/auth/login', {}, 400],
  ['a bad address', 'GET', '/%zz', undefined, 400],
  ['a missing token', 'GET', '/me', undefined, 401],
  ['an unknown route', 'GET', '/nowhere', undefined, 404],
  ['an unknown route with a body', 'POST', '/nowhere', { any: 'thing' }, 404],
  ['the bare prefix', 'GET', '', undefined, 404],
  ['another version', 'GET', '/v2/me', undefined, 404],
  ['a closing slash', 'GET', '/health/', undefined, 404],
  ['another case', 'GET', '/Health', undefined, 404],
  ['a very long address', 'GET', `/${'x'.repeat(5000)}`, undefined, 404],
  ['GET where POST belongs', 'GET', '/auth/login', undefined, 404],
  ['POST where GET belongs', 'POST', '/me', {}, 404],
  ['DELETE where GET belongs', 'DELETE', '/health', undefined, 404],
  ['PATCH', 'PATCH', '/profile/me', {}, 404],
  ['TRACE', 'TRACE', '/health', undefined, 404],
  ['OPTIONS without CORS', 'OPTIONS', '/me', undefined, 404],
  ['a body that is too large', 'POST', '/auth/login', { email: 'x'.repeat(70_000) }, 413],
]

describe('every error comes in the envelope', () => {
  for (const [title, method, path, body, status] of requests.filter(([, , , , code]) => code >= 400)) {
    test(title, async () => {
      const answer = await service.call(method, path, { body })
      assert.equal(answer.status, status)
      assert.match(String(answer.headers['content-type']), /^application\/json/)
      const { success, error, code, details, problems, ...rest } = answer.body
      assert.equal(success, false)
      assert.ok(typeof error === 'string' && error.length > 0)
      assert.ok(code in errorCodes, code)
      assert.deepEqual(
        problems?.map(({ field }: { field: string }) => field),
        details && Object.keys(details),
      )
      assert.deepEqual(rest, {})
      for (const message of Object.values(details ?? {})) assert.equal(typeof message, 'string')
    })
  }
})

describe('every answer is guarded and has a request id', () => {
  for (const [title, method, path, body] of requests) {
    test(title, async () => {
      const { headers } = await service.call(method, path, { body })
      for (const [name, value] of Object.entries(securityHeaders)) assert.equal(headers[name], value, name)
      assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/)
      assert.equal(headers['x-powered-by'], undefined)
      assert.equal(headers.server, undefined)
      assert.equal(headers['strict-transport-security'], undefined)
      assert.equal(headers['access-control-allow-origin'], undefined)
    })
  }
})

describe('the request id of a proxy', () => {
  const ids: [string, boolean][] = [
    ['trace-1234.A_b', true],
    ['x'.repeat(64), true],
    ['x'.repeat(65), false],
    ['two words', false],
    ['a"quote', false],
    ['línea', false],
    ['', false],
  ]
  for (const [id, kept] of ids) {
    test(`"${id}" is ${kept ? 'kept' : 'replaced'}`, async () => {
      const { headers } = await service.call('GET', '/nowhere', { headers: { 'x-request-id': id } })
      assert.equal(headers['x-request-id'] === id, kept)
      assert.ok(headers['x-request-id'])
    })
  }

  test('stands in the log line of its request', async () => {
    await service.call('GET', '/me?secret=in-the-query', { headers: { 'x-request-id': 'find-me-again' } })
    const line = service.logLines.find((text) => text.includes('find-me-again'))
    assert.ok(line)
    const { method, path, status } = JSON.parse(line)
    assert.deepEqual([method, path, status], ['GET', '/api/me', 401])
    assert.ok(service.logLines.every((text) => !text.includes('in-the-query')))
  })
})

test('no password, token or cookie reaches the log', async () => {
  const newPassword = 'Rainy-Day-43!'
  const rosa = await service.signUp()
  const { headers, body } = await service.logIn(rosa.email)
  const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
  const change = { currentPassword: goodPassword, newPassword, confirmPassword: newPassword }
  const asked = [
    await service.call('GET', '/me', { headers: { cookie, 'x-requested-with': 'page' } }),
    await service.call('POST', '/profile/password', { token: rosa.token, body: change }),
    await service.logIn(rosa.email, newPassword),
    await service.logIn(rosa.email, 'Wrong-Guess-1!'),
    await service.call('POST', '/auth/signup', { body: { password: 'weak-secret' } }),
    await service.call('POST', '/auth/login', {
      body: '{"password":"Half-Written-1!"',
      headers: { 'content-type': 'application/json' },
    }),
    await service.call('POST', '/auth/accept-invitation', {
      body: { token: 'guessed', password: newPassword },
    }),
    await service.call('GET', '/me', { token: `${rosa.token}x` }),
  ]
  assert.deepEqual(
    asked.map(({ status }) => status),
    [200, 200, 200, 401, 400, 400, 400, 401],
  )
  const secrets = [goodPassword, newPassword, 'Wrong-Guess-1!', 'weak-secret', 'Half-Written-1!', 'guessed']
  const tokens = [rosa.token, body.token, asked[2]?.body.token].map((token: string) => token.slice(-20))
  assert.ok(service.logLines.some((line) => line.includes('/api/profile/password')))
  for (const secret of [...secrets, ...tokens, cookie, '$argon2']) {
    assert.ok(!service.logLines.some((line) => line.includes(secret)), `${secret} stands in the log`)
  }
})

describe('what the framework does not see, or must not take, is answered in the envelope too', () => {
  const garbage: [string, string, number][] = [
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a header without a colon', 'GET /api/health HTTP/1.1\r\nHost: x\r\nbroken\r\n\r\n', 400],
    [
      'headers without end',
      `GET /api/health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    ['no Host header', 'GET /api/health HTTP/1.1\r\n\r\n', 400],
    ['no Host header for an unknown route', 'GET /nowhere HTTP/1.1\r\n\r\n', 400],
    [
      'no Host header for a reading',
      'POST /api/device/sensor-stream HTTP/1.1\r\nContent-Length: 0\r\n\r\n',
      400,
    ],
    ['two Host headers', 'GET /api/health HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 400],
    ['the same Host header twice', 'GET /api/health HTTP/1.1\r\nHost: x\r\nA: b\r\nhost: x\r\n\r\n', 400],
    ['two Host headers, the first empty', 'GET /api/health HTTP/1.1\r\nHost:\r\nHost: y\r\n\r\n', 400],
    ['two Host headers of HTTP/1.0', 'GET /api/health HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n', 400],
    ['two Host headers for the explorer', 'GET /docs/ HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 400],
    [
      'two Host headers for a reading',
      'POST /api/device/sensor-stream HTTP/1.1\r\nHost: x\r\nHost: y\r\nContent-Length: 0\r\n\r\n',
      400,
    ],
    ['a Host header that names no host', 'GET /api/health HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
    ['a Host header with a path', 'GET /api/health HTTP/1.1\r\nHost: x/y\r\n\r\n', 400],
    ['an unknown expectation', 'GET /api/health HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n', 417],
    [
      'an unknown expectation of a reading',
      'POST /api/device/sensor-stream HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nContent-Length: 2\r\n\r\n{}',
      417,
    ],
    ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n', 404],
  ]
  for (const [title, bytes, status] of garbage) {
    test(title, async () => {
      if (!service.app.server.listening) await service.app.listen({ host: '127.0.0.1', port: 0 })
      const [head = '', body = ''] = (await exchange(bytes)).split('\r\n\r\n')
      assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `))
      const { success, error, code, ...rest } = JSON.parse(body)
      assert.deepEqual([success, typeof error, rest], [false, 'string', {}])
      assert.equal(errorCodes[code as ErrorCode][0], status)
    })
  }
})

describe('what is unusual and right is taken', () => {
  const close = 'Connection: close\r\n\r\n'
  const unusual: [string, string][] = [
    ['HTTP/1.0 without a Host header', 'GET /api/health HTTP/1.0\r\n\r\n'],
    ['a Host header in capitals', `GET /api/health HTTP/1.1\r\nHOST: x:3000\r\n${close}`],
    ['an IPv6 address', `GET /api/health HTTP/1.1\r\nHost: [::1]:3000\r\n${close}`],
    ['100-continue', `GET /api/health HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n${close}`],
  ]
  for (const [title, bytes] of unusual) {
    test(title, async () => {
      if (!service.app.server.listening) await service.app.listen({ host: '127.0.0.1', port: 0 })
      assert.match(await exchange(bytes), /HTTP\/1\.1 200 OK/)
    })
  }
})

function exchange(bytes: string): Promise<string> {
  const { port } = service.app.server.address() as { port: number }
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      answer += chunk
      // An answer after which the connection stays open is taken as it is.
      socket.setTimeout(1000, () => socket.destroy())
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

test('a path that leads out of the explorer is simply not there', async () => {
  for (const url of ['/docs/static/../../package.json', '/docs/static/%2e%2e/%2e%2e/package.json']) {
    const response = await service.app.inject({ url })
    assert.equal(response.statusCode, 404, url)
  }
})
