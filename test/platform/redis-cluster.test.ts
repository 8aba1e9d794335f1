import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { call, type Pair, send, signUp, startPair, statusOf } from '../support/pair.ts'
import { randomMac, tally, times } from '../support/readings.ts'
import { needsRedisCluster, type RedisCluster, startRedisCluster } from '../support/redis.ts'

describe('two processes on a Redis Cluster of three nodes', needsRedisCluster, () => {
  let cluster: RedisCluster
  let pair: Pair

  before(async () => {
    cluster = await startRedisCluster()
    pair = await startPair(cluster.url, { RATE_LIMIT_GLOBAL: '20/1h' })
    pair.stopClocks()
  })
  after(async () => {
    await pair?.stop()
    await cluster?.stop()
  })

  /** How many keys of a kind each node holds. */
  const keysOf = (kind: string) =>
    Promise.all(cluster.nodes.map(async ({ client }) => (await client.keys(`*:${kind}:*`)).length))

  const bothSay = (status: string) => async () =>
    (await statusOf(pair.here)) === status && (await statusOf(pair.there)) === status

  /** How often the processes found that Redis does not respond; on a busy machine they may. */
  const losses = () =>
    [pair.here, pair.there].flatMap(({ logLines }) =>
      logLines.filter((line) => line.includes('Redis does not respond')),
    ).length

  /** Of ten devices that send four readings at the same moment each, over both processes, each has one taken. */
  async function assertPacedTogether(token: string, macs: string[]): Promise<void> {
    for (let round = 1; ; round++) {
      await until(bothSay('HEALTHY'), undefined, 'two processes with Redis')
      const lossesBefore = losses()
      const answers = await Promise.all(macs.map((mac) => times(4, (i) => send(pair.each(i), token, mac))))
      // Meanwhile each went by itself: that is another test.
      if (losses() > lossesBefore && round < 10) {
        pair.advance('1s')
        continue
      }
      for (const ofDevice of answers) assert.deepEqual(tally(ofDevice), { 200: 1, 429: 3 })
      return
    }
  }

  test('pace devices and count requests together', async () => {
    for (const service of [pair.here, pair.there]) assert.equal(await statusOf(service), 'HEALTHY')
    const people = await Promise.all([signUp(pair.here), signUp(pair.there), signUp(pair.here)])
    for (const { token } of people) {
      await assertPacedTogether(token, Array.from({ length: 10 }, randomMac))
    }
    const { token } = people[0]
    const answers = await times(30, (i) => call(pair.each(i), 'GET', '/me', { token, ip: '192.0.2.1' }))
    assert.deepEqual(tally(answers), { 200: 20, 429: 10 })
  })

  test('their keys are spread over all nodes, one for each device', async () => {
    const keys = await keysOf('turns')
    assert.equal(
      keys.reduce((sum, n) => sum + n, 0),
      30,
    )
    assert.ok(
      keys.every((n) => n > 0),
      `devices by node: ${keys}`,
    )
  })

  test('go on by themselves when one node hangs, and together when it is back', async () => {
    const { token } = await signUp(pair.here)
    const macs = Array.from({ length: 10 }, randomMac)
    const [, , third] = cluster.nodes
    third?.freeze()
    try {
      const taken = await Promise.all(macs.map((mac, i) => send(pair.each(i), token, mac)))
      assert.deepEqual(tally(taken), { 200: 10 })
      await until(bothSay('DEGRADED'), undefined, 'two processes that miss a node')
    } finally {
      third?.thaw()
    }
    await until(bothSay('HEALTHY'), undefined, 'two processes with all nodes again')
    pair.advance('1s')
    await assertPacedTogether(token, macs)
  })
})
