import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Answer, adminAccount, goodPassword, useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const times = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)))

const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status)

/** The limit as its headers state it. */
const limitOf = ({ headers }: Answer) => ({
  limit: headers['x-ratelimit-limit'],
  remaining: headers['x-ratelimit-remaining'],
})

function assertRefused(answer: Answer, limit: number, window: number) {
  assert.equal(answer.status, 429)
  const { success: _, error, code, details, ...rest } = answer.body
  assert.deepEqual([typeof error, typeof code, rest], ['string', 'string', {}])
  // Only the limit of sign-ins says for how long.
  assert.deepEqual(details, code === 'TOO_MANY_LOGINS' ? { minutes: 15 } : undefined)
  assert.equal(answer.body.success, false)
  assert.deepEqual(limitOf(answer), { limit: String(limit), remaining: '0' })
  const reset = String(answer.headers['x-ratelimit-reset'])
  assert.match(reset, /^\d+$/)
  const secondsLeft = Number(reset) - Date.now() / 1000
  assert.ok(secondsLeft > window - 30 && secondsLeft <= window + 1, `resets in ${secondsLeft} s`)
  const retryAfter = String(answer.headers['retry-after'])
  assert.match(retryAfter, /^\d+$/)
  assert.ok(Number(retryAfter) > window - 30 && Number(retryAfter) <= window)
}

describe('an address has 100 requests a minute', () => {
  test('of 300 at once exactly 100 are answered', async () => {
    const { token } = await service.signUp()
    const answers = await times(300, () => service.call('GET', '/me', { token, ip: '192.0.2.1' }))
    const answered = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 429)
    assert.deepEqual([answered.length, refused.length], [100, 200])
    const remaining = answered.map(({ headers }) => Number(headers['x-ratelimit-remaining']))
    assert.deepEqual(
      remaining.sort((a, b) => a - b),
      Array.from({ length: 100 }, (_, i) => i),
    )
    for (const answer of refused) assertRefused(answer, 100, 60)
  })

  test('whatever they ask for and however they are answered', async () => {
    const ip = '192.0.2.2'
    const { token } = await service.signUp()
    const answers = [
      await service.call('GET', '/me', { ip, token }),
      await service.call('GET', '/me', { ip }),
      await service.call('PUT', '/profile/me', { ip, token, body: { phone: 'x' } }),
      await service.call('GET', '/openapi.json', { ip }),
      await service.call('POST', '/auth/accept-invitation', { ip, body: {} }),
    ]
    assert.deepEqual(statusesOf(answers), [200, 401, 400, 200, 400])
    assert.deepEqual(
      answers.map((answer) => limitOf(answer)),
      ['99', '98', '97', '96', '95'].map((remaining) => ({ limit: '100', remaining })),
    )
  })

  test('and each address its own', async () => {
    await times(101, () => service.call('GET', '/me', { ip: '192.0.2.3' }))
    assert.equal((await service.call('GET', '/me', { ip: '192.0.2.3' })).status, 429)
    const neighbour = await service.call('GET', '/me', { ip: '192.0.2.4' })
    assert.deepEqual(limitOf(neighbour), { limit: '100', remaining: '99' })
  })
})

describe('signing up', () => {
  const signUp = (ip: string, email: string) =>
    service.call('POST', '/auth/signup', {
      ip,
      body: { email, password: goodPassword, firstName: 'Rosa', lastName: 'Marín' },
    })

  test('is refused at the sixth request in 15 minutes', async () => {
    const ip = '192.0.2.10'
    const answers = await times(6, (i) => signUp(ip, `six-${i}@example.org`))
    assert.deepEqual(statusesOf(answers).sort(), [201, 201, 201, 201, 201, 429])
    const refused = answers.find(({ status }) => status === 429)
    assert.ok(refused)
    assertRefused(refused, 5, 900)
    assert.equal((await signUp('192.0.2.11', 'elsewhere@example.org')).status, 201)
  })

  test('counts bad requests as well, and makes no account once refused', async () => {
    const ip = '192.0.2.12'
    await times(5, () => service.call('POST', '/auth/signup', { ip, body: {} }))
    assert.equal((await signUp(ip, 'late@example.org')).status, 429)
    assert.equal((await service.logIn('late@example.org')).status, 401)
  })

  test('has a limit of its own beside that of the address', async () => {
    const ip = '192.0.2.13'
    await times(6, () => service.call('POST', '/auth/signup', { ip, body: {} }))
    assert.deepEqual(limitOf(await service.call('GET', '/me', { ip })), { limit: '100', remaining: '99' })
  })
})

describe('logging in', () => {
  const logIn = (ip: string, password = adminAccount.password, email = adminAccount.email) =>
    service.call('POST', '/auth/login', { ip, body: { email, password } })
  /** Wrong passwords for one account are limited as well: each test has its own. */
  const signUp = async () => {
    const { email } = await service.signUp()
    return (ip: string, password = goodPassword) => logIn(ip, password, email)
  }

  test('blocks the address for 15 minutes at the eleventh request, and says so', async () => {
    const ip = '192.0.2.20'
    for (let i = 0; i < 10; i++) {
      const answer = await logIn(ip, 'Wrong-Pass-1!')
      assert.equal(answer.status, 401)
      assert.deepEqual(limitOf(answer), { limit: '10', remaining: String(9 - i) })
    }
    const eleventh = await logIn(ip)
    assertRefused(eleventh, 10, 900)
    assert.match(eleventh.body.error, /15 minutes/)
    assert.equal(eleventh.headers['retry-after'], '900')
    const next = await logIn(ip)
    assertRefused(next, 10, 900)
    assert.match(next.body.error, /15 minutes/)
    assert.equal(next.body.token, undefined)
    assert.equal((await logIn('192.0.2.21')).status, 200)
  })

  test('lets exactly ten of thirty wrong passwords at once through', async () => {
    const logIn = await signUp()
    const statuses = statusesOf(await times(30, () => logIn('192.0.2.22', 'Wrong-Pass-1!')))
    assert.deepEqual(statuses.sort(), [...Array(10).fill(401), ...Array(20).fill(429)])
  })

  test('does not count those who succeed, one after the other or at once', async () => {
    const logIn = await signUp()
    const ip = '192.0.2.24'
    for (let i = 0; i < 12; i++) {
      const answer = await logIn(ip)
      assert.equal(answer.status, 200)
      assert.deepEqual(limitOf(answer), { limit: '10', remaining: '10' })
    }
    assert.deepEqual(statusesOf(await times(25, () => logIn(ip))), Array(25).fill(200))
    for (let i = 0; i < 10; i++) assert.equal((await logIn(ip, 'Wrong-Pass-1!')).status, 401)
    assert.equal((await logIn(ip)).status, 429)
  })

  test('with an own account between guesses gives back no guess', async () => {
    const logIn = await signUp()
    const ip = '192.0.2.25'
    for (let i = 0; i < 10; i++) {
      assert.equal((await logIn(ip)).status, 200)
      const guess = await logIn(ip, 'Wrong-Pass-1!')
      assert.equal(guess.status, 401)
      assert.deepEqual(limitOf(guess), { limit: '10', remaining: String(9 - i) })
    }
    const refused = await logIn(ip)
    assert.deepEqual([refused.status, refused.body.code], [429, 'TOO_MANY_LOGINS'])
  })

  test('with an own account at the same moment as guesses lets no more than ten of them through', async () => {
    const logIn = await signUp()
    const ip = '192.0.2.26'
    const answers = await times(40, (i) => logIn(ip, i % 2 ? 'Wrong-Pass-1!' : undefined))
    const statuses = statusesOf(answers)
    assert.equal(statuses.filter((status) => status === 401).length, 10)
    assert.equal((await logIn(ip)).status, 429)
  })

  test('counts what is no login at all', async () => {
    const ip = '192.0.2.27'
    for (let i = 0; i < 10; i++)
      assert.equal((await service.call('POST', '/auth/login', { ip, body: {} })).status, 400)
    assert.equal((await logIn(ip)).status, 429)
  })

  test('succeeds a hundred times a minute at most', async () => {
    const logIn = await signUp()
    const ip = '192.0.2.28'
    for (let i = 0; i < 100; i++) assert.equal((await logIn(ip)).status, 200)
    const refused = await logIn(ip)
    assert.deepEqual([refused.status, refused.body.code], [429, 'RATE_LIMITED'])
    const seconds = Number(refused.headers['retry-after'])
    assert.ok(seconds >= 1 && seconds <= 60, `Retry-After ${seconds}`)
  })

  test('leaves the rest of the service open to a blocked address', async () => {
    const ip = '192.0.2.23'
    await times(11, () => service.call('POST', '/auth/login', { ip, body: {} }))
    assert.equal((await logIn(ip)).status, 429)
    assert.deepEqual(limitOf(await service.call('GET', '/me', { ip })), { limit: '100', remaining: '99' })
  })
})

describe('health and logout are never limited and never counted', () => {
  const unlimited = [
    { title: 'health', method: 'GET', path: '/health', status: 200, ip: '192.0.2.30' },
    { title: 'logout', method: 'POST', path: '/auth/logout', status: 401, ip: '192.0.2.31' },
  ]
  for (const { title, method, path, status, ip } of unlimited) {
    test(title, async () => {
      const answers = await times(150, () => service.call(method, path, { ip }))
      for (const answer of answers) {
        assert.equal(answer.status, status)
        assert.deepEqual(limitOf(answer), { limit: undefined, remaining: undefined })
        assert.equal(answer.headers['x-ratelimit-reset'], undefined)
      }
      assert.deepEqual(limitOf(await service.call('GET', '/me', { ip })), { limit: '100', remaining: '99' })
    })
  }

  test('not even for an address past its limit', async () => {
    const ip = '192.0.2.32'
    const { token } = await service.signUp()
    await times(101, () => service.call('GET', '/me', { ip }))
    assert.equal((await service.call('GET', '/me', { ip, token })).status, 429)
    assert.equal((await service.call('GET', '/health', { ip })).status, 200)
    assert.equal((await service.call('POST', '/auth/logout', { ip, token })).status, 200)
  })
})

test('an unknown route is not counted', async () => {
  const ip = '192.0.2.40'
  const answers = await times(120, () => service.call('GET', '/nowhere', { ip }))
  for (const answer of answers) assert.deepEqual([answer.status, limitOf(answer).limit], [404, undefined])
  assert.equal(limitOf(await service.call('GET', '/me', { ip })).remaining, '99')
})

describe('the clock of the service', () => {
  const ahead = useSteadyService()

  test('says when a limit begins anew', async () => {
    ahead.advance('1h')
    const { headers } = await ahead.call('GET', '/me')
    const secondsLeft = Number(headers['x-ratelimit-reset']) - ahead.ctx.now().getTime() / 1000
    assert.ok(secondsLeft > 50 && secondsLeft <= 61, `${secondsLeft}`)
  })
})
