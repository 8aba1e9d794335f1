import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pino from 'pino'
import type { Reading } from '../src/ingest/reading.ts'
import type { Said } from '../src/ingest/said.ts'
import { createTurns, type Turn, type Turns } from '../src/ingest/turns.ts'
import { AppError } from '../src/lib/errors.ts'
import { openRedis, type RedisLink } from '../src/redis/redis.ts'
import { needsRedis, type RedisServer, startRedis } from './support/redis.ts'
import { until } from './support/until.ts'

const start = 1_800_000_000_000
const at = (ms: number) => new Date(start + ms)

/** Readings are told apart by their uptime. */
const reading = (uptimeMs: number, fields: Partial<Reading> = {}): Reading => ({
  uptimeMs,
  accel: [0, 0, 9.81],
  gyro: [0, 0, 0],
  pressure: null,
  fsr: null,
  heartRate: null,
  spo2: null,
  battery: null,
  sensorsInitialized: null,
  wifi: null,
  bluetooth: null,
  firmware: null,
  signal: null,
  placement: null,
  ...fields,
})

const said = (uptimeMs: number): Said => ({ at: start, reading: reading(uptimeMs) })

const uptimes = ({ missed }: Turn) => missed.map(({ reading: { uptimeMs } }) => uptimeMs)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

async function assertTooSoon(attempt: Promise<unknown>, retryAfter: number): Promise<void> {
  await assert.rejects(attempt, (error: unknown) => {
    assert.ok(error instanceof AppError)
    assert.deepEqual([error.status, error.beside], [429, { retryAfter }])
    return true
  })
}

describe('turns that processes share', needsRedis, () => {
  let redis: RedisServer
  const links: RedisLink[] = []
  let devices = 0

  /** Two processes with a limit of their own, and a device that neither has heard. */
  async function together(points = 1, seconds = 1) {
    const limit = points > 0 ? { points, seconds } : undefined
    const open = async () => {
      const link = await openRedis(redis.url, 'test', pino({ level: 'silent' }))
      assert.ok(link.alive, 'a link that is open is alive')
      links.push(link)
      return createTurns(limit, link)
    }
    const [here, there] = [await open(), await open()]
    return { here, there, device: ++devices }
  }

  before(async () => {
    redis = await startRedis()
  })
  after(async () => {
    for (const link of links) await link.close()
    await redis?.stop()
  })

  test('a turn that was taken here is taken there, too', async () => {
    const { here, there, device } = await together()
    const { next, missed } = await here.take(device, at(0), 0, [said(1)])
    assert.deepEqual([next, missed], [at(1000), []])
    await assertTooSoon(there.take(device, at(0), 0, [said(2)]), 1000)
    await assertTooSoon(here.take(device, at(899), 0, [said(2)]), 101)
    // It came before the one that has the turn, to the other process, and was asked after it.
    await assertTooSoon(there.take(device, at(-3), 0, [said(2)]), 1000)
    assert.deepEqual((await there.take(device, at(1000), 0, [said(2)])).next, at(2000))
    assert.deepEqual((await here.take(device, at(1900), 0, [said(3)])).next, at(2900))
  })

  test('of twenty at the same moment one is given', async () => {
    const { here, there, device } = await together()
    const attempts = range(1, 20).map((i) => (i % 2 ? here : there).take(device, at(i), 0, [said(i)]))
    const outcomes = await Promise.allSettled(attempts)
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  for (const [points, seconds, interval] of [
    [3, 1, 334],
    [7, 86_400, 12_342_858],
  ] as const) {
    test(`${points} in ${seconds} s, which are no whole milliseconds, are paced in whole ones`, async () => {
      const { here, there, device } = await together(points, seconds)
      assert.deepEqual((await here.take(device, at(0), 0, [said(1)])).next, at(interval))
      const tenth = Math.ceil(interval / 10)
      await assertTooSoon(there.take(device, at(interval - tenth - 1), 0, [said(2)]), tenth + 1)
      const { count, at: time } = await there.take(device, at(interval), 0, [said(2)])
      assert.deepEqual([Number.isInteger(count), time], [true, start + interval])
    })
  }

  test('what was missed is exactly what was not heard, in its order', async () => {
    const { here, there, device } = await together()
    let [heardHere, heardThere] = [0, 0]
    const say = async (turns: Turns, i: number) => {
      const turn = await turns.take(device, at(i * 1000), turns === here ? heardHere : heardThere, [said(i)])
      assert.equal(turn.count - turn.before, 1)
      if (turns === here) heardHere = turn.count
      else heardThere = turn.count
      return uptimes(turn)
    }
    assert.deepEqual(await say(here, 1), [])
    assert.deepEqual(await say(here, 2), [])
    assert.deepEqual(await say(there, 3), [1, 2])
    assert.deepEqual(await say(there, 4), [])
    assert.deepEqual(await say(here, 5), [3, 4])
    assert.deepEqual(await say(there, 6), [5])
    assert.deepEqual(await say(there, 7), [])
  })

  test('what was missed comes as it was said, with the time at which it was heard', async () => {
    const { here, there, device } = await together()
    const samples = { rateHz: 50, motions: [{ accel: [1, 0, -1], gyro: [0, 2, -2] }] } as Reading['samples']
    const summary = { peak: [3, 4, 38], mean: [0.1, 0.2, 9.8], spread: 0.6 } as Reading['summary']
    const told = reading(1, { accel: [0.1, 0.2, 0.3], heartRate: 72, battery: 0.5, samples, summary })
    await here.take(device, at(7), 0, [{ at: 5, reading: told }])
    const { missed } = await there.take(device, at(1007), 0, [said(2)])
    assert.deepEqual(missed, [{ heardAt: start + 7, at: 5, reading: told }])
  })

  test('of more than sixteen the last sixteen are there, and none twice', async () => {
    const { here, there, device } = await together()
    const { count } = await there.take(device, at(0), 0, [said(0)])
    let heard = 0
    for (const i of range(1, 40)) {
      const turn = await here.take(device, at(i * 1000), heard, [said(i)])
      assert.deepEqual(uptimes(turn), i === 1 ? [0] : [])
      heard = turn.count
    }
    assert.deepEqual(uptimes(await there.take(device, at(41_000), count, [said(41)])), range(25, 40))
    assert.deepEqual(uptimes(await here.take(device, at(42_000), heard, [said(42)])), [41])
  })

  test('a process that has heard nothing yet hears what is left of it all', async () => {
    const { here, there, device } = await together()
    let heard = 0
    for (const i of range(1, 3)) heard = (await here.take(device, at(i * 1000), heard, [said(i)])).count
    assert.deepEqual(uptimes(await there.take(device, at(4000), 0, [said(4)])), [1, 2, 3])
  })

  test('no two readings have the same time, whatever the clocks say', async () => {
    const { here, there, device } = await together(0)
    const given: number[] = []
    for (const ms of [5, 5, 3, 5, 9, 9]) {
      given.push((await (given.length % 2 ? here : there).take(device, at(ms), 0, [said(ms)])).at - start)
    }
    assert.deepEqual(given, [5, 6, 7, 8, 9, 10])
  })

  test('without a limit nobody waits, and what others heard is missed all the same', async () => {
    const { here, there, device } = await together(0)
    const first = await here.take(device, at(0), 0, [said(1)])
    const second = await there.take(device, at(0), 0, [said(2)])
    assert.deepEqual([first.next, second.next, uptimes(second)], [at(0), at(0), [1]])
    assert.deepEqual(uptimes(await here.take(device, at(0), first.count, [said(3)])), [2])
  })

  describe('a turn that is given back', () => {
    test('is free at once, and its reading was never said', async () => {
      const { here, there, device } = await together()
      const first = await here.take(device, at(0), 0, [said(1)])
      await here.giveBack(device, await here.take(device, at(1000), first.count, [said(2)]))
      const third = await there.take(device, at(1001), 0, [said(3)])
      assert.deepEqual(uptimes(third), [1])
      assert.deepEqual(uptimes(await here.take(device, at(2001), first.count, [said(4)])), [3])
    })

    test('takes all readings of a batch along', async () => {
      const { here, there, device } = await together()
      const { count } = await here.take(device, at(0), 0, [said(1)])
      const failed = await here.take(
        device,
        at(1000),
        count,
        range(2, 9).map((i) => said(i)),
      )
      assert.deepEqual([failed.before, failed.count], [count, count + 8])
      await here.giveBack(device, failed)
      assert.deepEqual(uptimes(await there.take(device, at(1001), 0, [said(10)])), [1])
      assert.deepEqual(uptimes(await here.take(device, at(2001), count, [said(11)])), [10])
    })

    test('late does not free the one that followed it', async () => {
      const { here, there, device } = await together()
      const first = await here.take(device, at(0), 0, [said(1)])
      await there.take(device, at(1000), 0, [said(2)])
      await here.giveBack(device, first)
      await assertTooSoon(here.take(device, at(1899), first.count, [said(3)]), 101)
      assert.deepEqual(uptimes(await here.take(device, at(2000), first.count, [said(3)])), [2])
    })

    test('after Redis has forgotten it does nothing', async () => {
      const { here, device } = await together()
      const turn = await here.take(device, at(0), 0, [said(1)])
      await redis.client.flushall()
      await here.giveBack(device, turn)
      assert.deepEqual(await redis.client.keys('*:turns:*'), [])
    })
  })

  test('a batch of a hundred is missed by its last sixteen', async () => {
    const { here, there, device } = await together()
    const batch = (from: number) => range(from, from + 99).map((i) => said(i))
    const first = await here.take(-device, at(0), 0, batch(1))
    assert.deepEqual(uptimes(first), [])
    const second = await there.take(-device, at(1000), 0, batch(101))
    assert.deepEqual(uptimes(second), range(85, 100))
    assert.deepEqual(uptimes(await here.take(-device, at(2000), first.count, batch(201))), range(185, 200))
    assert.deepEqual(uptimes(await there.take(-device, at(3000), second.count, batch(301))), range(285, 300))
    assert.equal((await here.take(device, at(0), 0, [said(1)])).missed.length, 0, 'the stream is apart')
  })

  test('when Redis has forgotten everything, what is said after that is missed, and nothing is heard twice', async () => {
    const { here, there, device } = await together()
    let heardHere = 0
    for (const i of range(1, 5))
      heardHere = (await here.take(device, at(i * 1000), heardHere, [said(i)])).count
    const heardThere = (await there.take(device, at(6000), 0, [said(6)])).count
    await redis.client.flushall()
    const seventh = await there.take(device, at(7000), heardThere, [said(7)])
    assert.deepEqual(uptimes(seventh), [])
    assert.deepEqual(uptimes(await here.take(device, at(8000), heardHere, [said(8)])), [7])
    assert.deepEqual(uptimes(await there.take(device, at(9000), seventh.count, [said(9)])), [8])
  })

  test('a device that is silent for long is forgotten', async () => {
    const { here, device } = await together()
    await here.take(device, at(0), 0, [said(1)])
    const hash = `fallwatch:test:turns:${device}`
    const keptFor = () => redis.client.pttl(hash)
    const left = await keptFor()
    assert.ok(left > 120_000 && left <= 240_000, `kept for ${left} ms`)
    await redis.client.pexpire(hash, 100_000)
    await here.take(device, at(119_000), 0, [said(2)])
    assert.ok((await keptFor()) <= 100_000, 'half of the time is not over')
    await here.take(device, at(121_000), 0, [said(3)])
    assert.ok((await keptFor()) > 120_000, 'half of the time is over')
  })

  test('while Redis is away each goes by what it knows, and afterwards nothing is heard twice', async () => {
    const { here, there, device } = await together()
    const [linkHere, linkThere] = links.slice(-2)
    const first = await here.take(device, at(0), 0, [said(1)])
    redis.freeze()
    // The second one is asked for before anybody has noticed.
    const second = await here.take(device, at(1000), first.count, [said(2)])
    assert.deepEqual([second.before, second.count, second.missed], [first.count, first.count, []])
    await assertTooSoon(here.take(device, at(1899), first.count, [said(3)]), 101)
    assert.deepEqual((await there.take(device, at(1000), 0, [said(4)])).next, at(2000))
    await here.giveBack(device, second)
    assert.equal((await here.take(device, at(1001), first.count, [said(5)])).count, first.count)
    await until(() => !linkHere?.alive && !linkThere?.alive, 5000)
    redis.thaw()
    await until(() => linkHere?.alive && linkThere?.alive, 5000)
    const last = await here.take(device, at(60_000), first.count, [said(6)])
    const ownAgain = uptimes(last).filter((uptime) => uptime === 1)
    assert.deepEqual(ownAgain, [], 'what was heard before is not missed')
    await assertTooSoon(there.take(device, at(60_899), 0, [said(7)]), 101)
  })
})

test('a Redis that may not be written to is as good as none', needsRedis, async () => {
  const full = await startRedis('', '--maxmemory', '1')
  const link = await openRedis(full.url, 'test', pino({ level: 'silent' }))
  try {
    assert.equal(link.alive, false)
    const turn = await createTurns({ points: 1, seconds: 1 }, link).take(1, at(0), 7, [said(1)])
    assert.deepEqual([turn.next, turn.count], [at(1000), 7])
    await full.client.config('SET', 'maxmemory', '0')
    await until(() => link.alive, 5000)
  } finally {
    await link.close()
    await full.stop()
  }
})

test('why Redis does not answer is told once, without the password', needsRedis, async () => {
  const lines: string[] = []
  const guarded = await startRedis('the-right-password')
  const url = guarded.url.replace('redis://', 'redis://:a-wrong-password@')
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const link = await openRedis(url, 'test', log)
  await new Promise((resolve) => setTimeout(resolve, 700))
  await link.close()
  await guarded.stop()
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /WRONGPASS.*Redis does not answer/)
  assert.doesNotMatch(lines[0] ?? '', /a-wrong/)
})
