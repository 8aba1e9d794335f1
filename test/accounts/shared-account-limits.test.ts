import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { call, type Pair, send, signUp, startPair } from '../support/pair.ts'
import { randomMac, tally, times } from '../support/readings.ts'
import { needsRedis, type RedisServer, startRedis } from '../support/redis.ts'

describe('two processes treat one account alike:', needsRedis, () => {
  let redis: RedisServer
  let pair: Pair

  before(async () => {
    redis = await startRedis()
    pair = await startPair(redis.url, { RATE_LIMIT_LOGIN: '10/5m' })
    pair.stopClocks()
  })
  after(async () => {
    await pair?.stop()
    await redis?.stop()
  })

  test('a caregiver has 20 invitations an hour in both', async () => {
    const { token } = await signUp(pair.here, { role: 'CAREGIVER' })
    const answers = await times(24, (i) => {
      const body = { email: `invited-${i}@example.org`, firstName: 'Luis', lastName: 'Vega' }
      return call(pair.each(i), 'POST', '/patients', { token, body })
    })
    assert.deepEqual(tally(answers), { 201: 20, 429: 4 })
  })

  test('an account has 20 wrong passwords in both, and then one try of a new network', async () => {
    const { email } = await signUp(pair.here)
    const guess = (i: number, ip: string) =>
      call(pair.each(i), 'POST', '/auth/login', { ip, body: { email, password: 'Wrong-Pass-1!' } })
    const guesses = []
    for (let i = 0; i < 24; i++) guesses.push(await guess(i, `2001:db8:1:${i}::1`))
    assert.deepEqual(tally(guesses), { 401: 20, 429: 4 })
    const newcomers = await times(6, (i) => guess(i, `2001:db8:${i + 2}::1`))
    assert.deepEqual(tally(newcomers), { 401: 1, 429: 5 })
  })

  test('a device that is released in one is free in the other soon', async () => {
    const [luis, rosa] = [await signUp(pair.here), await signUp(pair.there)]
    const mac = randomMac()
    const sendNext = (i: number, token: string) => {
      pair.advance('1s')
      return send(pair.each(i), token, mac)
    }
    // Both have it in their caches.
    const { deviceId } = (await sendNext(0, luis.token)).body.data
    assert.equal((await sendNext(1, luis.token)).body.data.deviceId, deviceId)
    const token = await pair.here.adminToken()
    const released = await call(pair.here, 'POST', `/admin/devices/${deviceId}/release`, { token })
    assert.equal(released.status, 200, released.text)
    await until(async () => (await sendNext(1, rosa.token)).status === 200, undefined, 'a reading of Rosa')
    for (const i of [0, 1]) assert.equal((await sendNext(i, luis.token)).status, 403)
  })
})
