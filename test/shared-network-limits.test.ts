// RATE_LIMIT_SHARED: a home behind one router is counted by session, and everybody else by address.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { goodReading, randomMac } from './support/readings.ts'
import { type Answer, goodPassword, useService } from './support/service.ts'

const service = useService({
  RATE_LIMIT_SHARED: '198.51.100.0/24, 2001:db8:5::/48',
  RATE_LIMIT_GLOBAL: '20/1m',
  RATE_LIMIT_LOGIN: '3/5m',
})

const home = '198.51.100.7'
const elsewhere = '203.0.113.7'

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

  test('logins count by account and address', async () => {
    const ip = '198.51.100.30'
    const people = [await service.signUp(), await service.signUp()]
    const [rosa, luis] = people as [(typeof people)[0], (typeof people)[0]]
    const guess = (email: string, from = ip) =>
      service.call('POST', '/auth/login', { ip: from, body: { email, password: 'Wrong-Pass-1!' } })
    const statuses = await repeat(5, () => guess(rosa.email))
    assert.deepEqual(statuses, { 401: 3, 429: 2 })
    assert.equal((await guess(rosa.email.toUpperCase())).status, 429, 'however it is written')
    const login = (email: string, from = ip) =>
      service.call('POST', '/auth/login', { ip: from, body: { email, password: goodPassword } })
    assert.equal((await login(luis.email)).status, 200)
    assert.equal((await login(rosa.email, '198.51.100.31')).status, 200)
  })

  test('passwords cannot be tried on many accounts: an address has ten times as many logins', async () => {
    const ip = '198.51.100.40'
    const statuses = await repeat(32, (i) =>
      service.call('POST', '/auth/login', {
        ip,
        body: { email: `nobody-${i}@example.org`, password: 'Wrong-Pass-1!' },
      }),
    )
    assert.deepEqual(statuses, { 401: 30, 429: 2 })
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
