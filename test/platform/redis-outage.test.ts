import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../harness/until.ts'
import { type Acknowledged, findLost } from '../support/lost-readings.ts'
import { call, type Pair, send, signUp, startPair, statusOf } from '../support/pair.ts'
import { fallSequence, randomMac, times } from '../support/readings.ts'
import { needsRedis, type RedisServer, startRedis } from '../support/redis.ts'

/** Each connection has a device of its own and sends to both processes in turn, a bit faster than it may. */
const connections = 16
const pause = 250
const interval = 200

describe('while Redis is away', needsRedis, () => {
  let redis: RedisServer
  let pair: Pair
  let tokens: string[] = []
  let loading = true
  const load: Promise<void>[] = []
  const readings: Acknowledged[] = []
  const reports: string[] = []
  const wrong: string[] = []

  before(async () => {
    redis = await startRedis()
    pair = await startPair(redis.url, { RATE_LIMIT_SENSOR: '5/1s' })
    tokens = await Promise.all(
      Array.from({ length: connections / 8 }, async () => (await signUp(pair.here)).token),
    )
    for (let n = 0; n < connections; n++) load.push(keepSending(n))
  })
  after(async () => {
    loading = false
    await Promise.all(load)
    await pair?.stop()
    await redis?.stop()
  })

  /** Falls that devices detect and falls that people report; all of them have to be taken, whatever Redis does. */
  async function keepSending(n: number): Promise<void> {
    const token = tokens[n >> 3] ?? ''
    const mac = randomMac()
    await sleep((n * pause) / connections)
    for (let i = 0; loading; i++) {
      const service = pair.each(n + i)
      try {
        if ((n + i) % 16 === 15) {
          const { status, body } = await call(service, 'POST', '/falls', { token, body: { confidence: 0.9 } })
          if (status === 201) reports.push(body.data.id)
          else wrong.push(`a report: ${status}`)
        } else {
          const line = { uptime_ms: 1000 * i, ...fallSequence[i % fallSequence.length] }
          const { status, body } = await send(service, token, mac, line)
          if (status === 200) readings.push(body.data)
          else if (status !== 429) wrong.push(`a reading: ${status}`)
        }
      } catch (error) {
        wrong.push(String(error))
      }
      await sleep(pause)
    }
  }

  const bothSay = (status: string) => async () =>
    (await statusOf(pair.here)) === status && (await statusOf(pair.there)) === status

  /** Sends twenty readings of one device at once, to both processes; what both take at their pace is taken too often. */
  async function isShared(token: string, mac: string): Promise<boolean> {
    const answers = await times(20, (i) => send(pair.each(i), token, mac))
    const taken = answers.filter(({ status }) => status === 200).map(({ body }) => body.data)
    readings.push(...taken)
    const moments = taken.map(({ timestamp }) => Date.parse(timestamp)).sort((a, b) => a - b)
    return moments.every((moment, i) => i === 0 || moment - (moments[i - 1] ?? 0) >= 0.9 * interval)
  }

  async function goesOnAndIsSharedAgain(takeAway: () => unknown, bringBack: () => unknown): Promise<void> {
    const { token } = await signUp(pair.here)
    const mac = randomMac()
    const isHealthyAndShared = async () => (await bothSay('HEALTHY')()) && (await isShared(token, mac))
    await until(isHealthyAndShared, undefined, 'one limit of both')
    await takeAway()
    await until(bothSay('DEGRADED'), undefined, 'a report that Redis is away')
    const [readingsBefore, reportsBefore] = [readings.length, reports.length]
    await until(
      () => readings.length > readingsBefore + 2 * connections && reports.length > reportsBefore + 2,
      undefined,
      'readings and reports without Redis',
    )
    // Each by itself; both must happen to take one of them within the same interval.
    await until(async () => !(await isShared(token, mac)), undefined, 'a limit of each')
    await bringBack()
    await until(isHealthyAndShared, undefined, 'one limit of both again')
    await assertKept()
    assert.deepEqual(wrong, [])
  }

  /** Everything that was acknowledged is there. More of it comes in meanwhile. */
  async function assertKept(): Promise<void> {
    assert.deepEqual(await findLost(pair.db, [...readings]), [])
    const reported = [...reports]
    const { rows } = await pair.db.query('select id from falls where id = any ($1)', [reported])
    assert.equal(rows.length, reported.length)
  }

  test('killed: readings and falls are taken, and all is shared again when it is back', () =>
    goesOnAndIsSharedAgain(redis.kill, redis.restart))

  test('frozen: the same', () => goesOnAndIsSharedAgain(redis.freeze, redis.thaw))

  test('no two readings of a device have the same time', async () => {
    const seen = new Set(readings.map(({ deviceId, timestamp }) => `${deviceId} ${timestamp}`))
    assert.equal(seen.size, readings.length)
  })
})
