import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { adminAccount, type TestService, useSteadyService } from '../support/service.ts'

/** What the headers say is left for a client after one more request. */
async function remaining(service: TestService, ip: string, forwardedFor?: string) {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
  return Number((await service.call('GET', '/me', { ip, headers })).headers['x-ratelimit-remaining'])
}

describe('who counts as one client', () => {
  const service = useSteadyService()

  test('a whole /64 of IPv6 addresses', async () => {
    assert.equal(await remaining(service, '2001:db8:1:2::1'), 99)
    assert.equal(await remaining(service, '2001:db8:1:2:ffff:1:2:3'), 98)
    assert.equal(await remaining(service, '2001:0DB8:0001:0002::9'), 97)
    assert.equal(await remaining(service, '2001:db8:1:3::1'), 99)
  })

  test('an IPv4 address and the same mapped into IPv6', async () => {
    assert.equal(await remaining(service, '192.0.2.1'), 99)
    assert.equal(await remaining(service, '::ffff:192.0.2.1'), 98)
    assert.equal(await remaining(service, '::ffff:c000:201'), 97)
    assert.equal(await remaining(service, '::ffff:192.0.2.2'), 99)
  })

  test('the address that a trusted proxy names', async () => {
    assert.equal(await remaining(service, '127.0.0.1', '198.51.100.1'), 99)
    assert.equal(await remaining(service, '::1', '198.51.100.1'), 98)
    assert.equal(await remaining(service, '127.0.0.1', '198.51.100.2'), 99)
    assert.equal(await remaining(service, '198.51.100.1'), 97)
  })

  test('the address nearest to the proxy, whatever the client put before it', async () => {
    assert.equal(await remaining(service, '127.0.0.1', '203.0.113.1, 198.51.100.3'), 99)
    assert.equal(await remaining(service, '127.0.0.1', '203.0.113.2, 198.51.100.3'), 98)
  })

  test('the socket of a stranger, whatever it claims', async () => {
    assert.equal(await remaining(service, '203.0.113.7', '198.51.100.4'), 99)
    assert.equal(await remaining(service, '203.0.113.7', '198.51.100.5'), 98)
    assert.equal(await remaining(service, '10.9.8.7', '198.51.100.4'), 99)
    assert.equal(await remaining(service, '10.9.8.7', '198.51.100.5'), 98)
  })

  test('the proxy itself when it names no address', async () => {
    assert.equal(await remaining(service, '127.0.0.9', 'unknown'), 99)
    assert.equal(await remaining(service, '127.0.0.9', 'nonsense'), 98)
  })
})

describe('TRUST_PROXY', () => {
  const behindNetwork = useSteadyService({ TRUST_PROXY: '10.0.0.0/8' })
  const behindNothing = useSteadyService({ TRUST_PROXY: 'off' })

  test('trusts the network it names, and the loopback no longer', async () => {
    assert.equal(await remaining(behindNetwork, '10.1.1.1', '198.51.100.1'), 99)
    assert.equal(await remaining(behindNetwork, '10.2.2.2', '198.51.100.1'), 98)
    assert.equal(await remaining(behindNetwork, '127.0.0.1', '198.51.100.1'), 99)
  })

  test('trusts nobody when it is off', async () => {
    assert.equal(await remaining(behindNothing, '127.0.0.1', '198.51.100.1'), 99)
    assert.equal(await remaining(behindNothing, '127.0.0.1', '198.51.100.2'), 98)
  })
})

describe('a limit that is off', () => {
  const service = useSteadyService({ RATE_LIMIT_GLOBAL: 'off', RATE_LIMIT_SIGNUP: 'off' })

  test('refuses nobody and has no headers', async () => {
    for (const [method, path] of [
      ['GET', '/me'],
      ['POST', '/auth/signup'],
    ] as const) {
      const ip = '192.0.2.1'
      const answers = await Promise.all(Array.from({ length: 150 }, () => service.call(method, path, { ip })))
      for (const { status, headers } of answers) {
        assert.notEqual(status, 429)
        assert.equal(headers['x-ratelimit-limit'], undefined)
        assert.equal(headers['x-ratelimit-remaining'], undefined)
        assert.equal(headers['x-ratelimit-reset'], undefined)
      }
    }
  })

  test('leaves the others on', async () => {
    const options = { ip: '192.0.2.2', body: { ...adminAccount, password: 'Wrong-Pass-1!' } }
    for (let i = 0; i < 10; i++)
      assert.equal((await service.call('POST', '/auth/login', options)).status, 401)
    assert.equal((await service.call('POST', '/auth/login', options)).status, 429)
  })
})

describe('a limit with other numbers', () => {
  const service = useSteadyService({ RATE_LIMIT_GLOBAL: '2/10s', RATE_LIMIT_LOGIN: '1/1m' })

  test('counts by them', async () => {
    const ip = '192.0.2.1'
    assert.deepEqual([await remaining(service, ip), await remaining(service, ip)], [1, 0])
    const { status, headers } = await service.call('GET', '/me', { ip })
    assert.deepEqual([status, headers['x-ratelimit-limit']], [429, '2'])
    const retryAfter = Number(headers['retry-after'])
    assert.ok(retryAfter >= 1 && retryAfter <= 10)
  })

  test('of logins still blocks for the 15 minutes that the message promises', async () => {
    const options = { ip: '192.0.2.2', body: { ...adminAccount, password: 'Wrong-Pass-1!' } }
    assert.equal((await service.call('POST', '/auth/login', options)).status, 401)
    const { status, headers } = await service.call('POST', '/auth/login', options)
    assert.deepEqual([status, headers['retry-after']], [429, '900'])
  })
})
