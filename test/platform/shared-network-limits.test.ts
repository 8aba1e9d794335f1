// RATE_LIMIT_SHARED: a home behind one router is counted by session, and everybody else by address.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { goodReading, randomMac } from '../support/readings.ts'
import { type Answer, goodPassword, useSteadyService } from '../support/service.ts'

const service = useSteadyService({
  RATE_LIMIT_SHARED: '198.51.100.0/24, 2001:db8:5::/48',
  RATE_LIMIT_GLOBAL: '20/1m',
  RATE_LIMIT_LOGIN: '3/5m',
})

const home = '198.51.100.7'
const elsewhere = '203.0.113.7'

const logIn = (email: string, ip: string, password = goodPassword) =>
  service.call('POST', '/auth/login', { ip, body: { email, password } })

async function repeat(count: number, work: (i: number) => Promise<Answer>): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  for (let i = 0; i < count; i++) {
    const { status } = await work(i)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

describe('in a shared network', () => {
  test('each session has the global limit for itself', async () => {
    const people = [await service.signUp(), await service.signUp(), await service.signUp()]
    for (const { token } of people) {
      const statuses = await repeat(22, () => service.call('GET', '/me', { token, ip: home }))
      assert.deepEqual(statuses, { 200: 20, 429: 2 })
    }
  })

  test('a session is counted once, wherever in the network it is', async () => {
    const { token } = await service.signUp()
    const statuses = await repeat(22, (i) =>
      service.call('GET', '/me', { token, ip: i % 2 ? '198.51.100.8' : '2001:db8:5:1::9' }),
    )
    assert.deepEqual(statuses, { 200: 20, 429: 2 })
  })

  test('a refused role counts as well, and a limit comes before it', async () => {
    const { token } = await service.signUp()
    const statuses = await repeat(22, () => service.call('GET', '/admin/users', { token, ip: home }))
    assert.deepEqual(statuses, { 403: 20, 429: 2 })
  })

  test('requests without a session count by address, ten times as many', async () => {
    const ip = '198.51.100.20'
    const statuses = await repeat(203, (i) =>
      service.call('GET', '/me', { ip, ...(i % 2 ? { token: 'wrong' } : {}) }),
    )
    assert.deepEqual(statuses, { 401: 200, 429: 3 })
    const { token } = await service.signUp()
    assert.equal((await service.call('GET', '/me', { token, ip })).status, 200, 'sessions go on')
  })

  test('the reserve for alerts comes after the limit of the session', async () => {
    const { token } = await service.signUp({ role: 'CAREGIVER' })
    const statuses = await repeat(52, () => service.call('GET', '/caregivers/alerts', { token, ip: home }))
    assert.deepEqual(statuses, { 200: 50, 429: 2 })
  })

  test('a wearable with a wrong setting does not use up what the others have', async () => {
    const [wrong, right] = [await service.signUp(), await service.signUp()]
    const send = (token: string, body: object) =>
      service.call('POST', '/device/sensor-stream', { token, body, ip: home })
    const statuses = await repeat(22, () => send(wrong.token, {}))
    assert.deepEqual(statuses, { 400: 20, 429: 2 })
    assert.equal((await send(right.token, {})).status, 400)
    assert.equal((await send(right.token, goodReading(randomMac()))).status, 200)
  })

  test('failed logins count by account and address', async () => {
    const ip = '198.51.100.30'
    const people = [await service.signUp(), await service.signUp()]
    const [rosa, luis] = people as [(typeof people)[0], (typeof people)[0]]
    const guess = (email: string, from = ip) =>
      service.call('POST', '/auth/login', { ip: from, body: { email, password: 'Wrong-Pass-1!' } })
    const statuses = await repeat(5, () => guess(rosa.email))
    assert.deepEqual(statuses, { 401: 3, 429: 2 })
    assert.equal((await guess(rosa.email.toUpperCase())).status, 429, 'however it is written')
    assert.equal((await logIn(luis.email, ip)).status, 200)
    assert.equal((await logIn(rosa.email, '198.51.100.31')).status, 200)
  })

  test('failed logins count once for an address and a sign-in name of one account', async () => {
    const ip = '198.51.100.34'
    const rosa = await service.signUp({ role: 'CAREGIVER' })
    const signInName = `rosa.${rosa.id.slice(0, 8)}`
    const body = { signInName }
    await service.call('PUT', `/admin/users/${rosa.id}`, { token: await service.adminToken(), body })
    const names = [rosa.email, signInName, ` ${signInName.toUpperCase()} `]
    const statuses = await repeat(6, (i) => logIn(names[i % 3] ?? '', ip, 'Wrong-Pass-1!'))
    assert.deepEqual(statuses, { 401: 3, 429: 3 })
  })

  test('successful logins use up nothing', async () => {
    const ip = '198.51.100.32'
    const { email } = await service.signUp()
    assert.deepEqual(await repeat(40, () => logIn(email, ip)), { 200: 40 })
    const { status, headers } = await logIn(email, ip)
    assert.deepEqual(
      [status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']],
      [200, '3', '3'],
    )
    assert.deepEqual(await repeat(4, () => logIn(email, ip, 'Wrong-Pass-1!')), { 401: 3, 429: 1 })
  })

  test('many logins at once do not exceed the limit', async () => {
    const { email } = await service.signUp()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => logIn(email, '198.51.100.33', 'Wrong-Pass-1!')),
    )
    assert.equal(answers.filter(({ status }) => status === 401).length, 3)
  })

  for (const [kind, ip, attacker] of [
    ['IPv4', '198.51.100.40', () => '198.51.100.40'],
    ['IPv6', '2001:db8:5:1::9', (i: number) => `2001:db8:5:${(i + 10).toString(16)}::9`],
  ] as const) {
    test(`passwords cannot be tried on many accounts, and those who live there can log in: ${kind}`, async () => {
      const [rosa, luis] = [await service.signUp(), await service.signUp()]
      assert.equal((await logIn(rosa.email, ip)).status, 200)
      const guesses = await repeat(33, (i) =>
        logIn(`nobody-${kind}-${i}@example.org`, attacker(i), 'Wrong-Pass-1!'),
      )
      assert.deepEqual(guesses, { 401: 30, 429: 3 })
      assert.deepEqual(await repeat(5, () => logIn(rosa.email, ip)), { 200: 5 }, 'signed in there before')
      const refused = await logIn(luis.email, ip)
      assert.equal(refused.status, 429, 'never signed in there')
      assert.ok(Number(refused.headers['retry-after']) > 800)
      assert.deepEqual(await repeat(4, () => logIn(rosa.email, ip, 'Wrong-Pass-1!')), { 401: 3, 429: 1 })
      assert.equal((await logIn(luis.email, '203.0.113.8')).status, 200)
    })
  }

  test('codes of stations count by address, ten times as many, and close no login', async () => {
    const ip = '198.51.100.50'
    const { email } = await service.signUp()
    const statuses = await repeat(32, () =>
      service.call('POST', '/auth/station', { ip, body: { code: 'ABCD-EFGH-JKLM' } }),
    )
    assert.equal(statuses[429], 2)
    assert.equal((await logIn(email, ip)).status, 200)
  })
})

describe('everywhere else', () => {
  test('an address has the limits of the contract', async () => {
    const people = [await service.signUp(), await service.signUp()]
    const statuses = await repeat(22, (i) =>
      service.call('GET', '/me', { token: people[i % 2]?.token, ip: elsewhere }),
    )
    assert.deepEqual(statuses, { 200: 20, 429: 2 })
    const logins = await repeat(5, (i) =>
      service.call('POST', '/auth/login', {
        ip: elsewhere,
        body: { email: people[i % 2]?.email, password: 'Wrong-Pass-1!' },
      }),
    )
    assert.deepEqual(logins, { 401: 3, 429: 2 })
  })
})
