import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pino from 'pino'
import { until } from '../../harness/until.ts'
import { AppError } from '../../src/platform/lib/errors.ts'
import { openRedis, type RedisLink } from '../../src/platform/redis/redis.ts'
import type { DeviceRateLimiter, Slot } from '../../src/telemetry/ingest/device-rate-limiter.ts'
import { createDeviceRateLimiter } from '../../src/telemetry/ingest/failover-rate-limiter.ts'
import { toReading } from '../../src/telemetry/ingest/ingest.schemas.ts'
import type { Reading } from '../../src/telemetry/ingest/reading.ts'
import type { SharedReading } from '../../src/telemetry/ingest/shared-reading.ts'
import { needsRedis, type RedisServer, startRedis } from '../support/redis.ts'
import { generousRedisTimeouts } from '../support/service.ts'

const start = 1_800_000_000_000
const at = (ms: number) => new Date(start + ms)

/** Readings are distinguished by their uptime. */
const reading = (uptimeMs: number, fields: Partial<Reading> = {}): Reading => ({
  ...toReading({
    uptime_ms: uptimeMs,
    accel_x: 0,
    accel_y: 0,
    accel_z: 9.81,
    gyro_x: 0,
    gyro_y: 0,
    gyro_z: 0,
  }),
  ...fields,
})

const shared = (uptimeMs: number): SharedReading => ({ at: start, reading: reading(uptimeMs) })

const uptimes = ({ missed }: Slot) => missed.map(({ reading: { uptimeMs } }) => uptimeMs)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

async function assertRateLimited(attempt: Promise<unknown>, retryAfter: number): Promise<void> {
  await assert.rejects(attempt, (error: unknown) => {
    assert.ok(error instanceof AppError)
    assert.deepEqual([error.status, error.extraFields], [429, { retryAfter }])
    return true
  })
}

describe('slots that processes share', needsRedis, () => {
  let redis: RedisServer
  const links: RedisLink[] = []
  let devices = 0

  /** Two processes with a limit of their own, and a device of which neither has received a reading. */
  async function together(points = 1, seconds = 1) {
    const limit = points > 0 ? { points, seconds } : undefined
    const open = async () => {
      const link = await openRedis(redis.url, 'test', pino({ level: 'silent' }), generousRedisTimeouts)
      await until(() => link.alive, undefined, 'a link to Redis')
      links.push(link)
      return createDeviceRateLimiter(limit, link)
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

  test('a slot acquired here is taken there, too', async () => {
    const { here, there, device } = await together()
    const { nextAllowedAt, missed } = await here.acquire(device, at(0), 0, [shared(1)])
    assert.deepEqual([nextAllowedAt, missed], [at(1000), []])
    await assertRateLimited(there.acquire(device, at(0), 0, [shared(2)]), 1000)
    await assertRateLimited(here.acquire(device, at(899), 0, [shared(2)]), 101)
    // It was received before the one that has the slot, by the other process, and asks for the slot after it.
    await assertRateLimited(there.acquire(device, at(-3), 0, [shared(2)]), 1000)
    assert.deepEqual((await there.acquire(device, at(1000), 0, [shared(2)])).nextAllowedAt, at(2000))
    assert.deepEqual((await here.acquire(device, at(1900), 0, [shared(3)])).nextAllowedAt, at(2900))
  })

  test('of twenty at the same moment one acquires it', async () => {
    const { here, there, device } = await together()
    const attempts = range(1, 20).map((i) => (i % 2 ? here : there).acquire(device, at(i), 0, [shared(i)]))
    const outcomes = await Promise.allSettled(attempts)
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  for (const [points, seconds, interval] of [
    [3, 1, 334],
    [7, 86_400, 12_342_858],
  ] as const) {
    test(`${points} in ${seconds} s, which are no whole milliseconds, are paced in whole ones`, async () => {
      const { here, there, device } = await together(points, seconds)
      assert.deepEqual((await here.acquire(device, at(0), 0, [shared(1)])).nextAllowedAt, at(interval))
      const tenth = Math.ceil(interval / 10)
      await assertRateLimited(there.acquire(device, at(interval - tenth - 1), 0, [shared(2)]), tenth + 1)
      const { sequence, receivedAtMs } = await there.acquire(device, at(interval), 0, [shared(2)])
      assert.deepEqual([Number.isInteger(sequence), receivedAtMs], [true, start + interval])
    })
  }

  test('missed readings are exactly those that the other process received, in order', async () => {
    const { here, there, device } = await together()
    let [sequenceHere, sequenceThere] = [0, 0]
    const send = async (limiter: DeviceRateLimiter, i: number) => {
      const slot = await limiter.acquire(
        device,
        at(i * 1000),
        limiter === here ? sequenceHere : sequenceThere,
        [shared(i)],
      )
      assert.equal(slot.sequence - slot.previousSequence, 1)
      if (limiter === here) sequenceHere = slot.sequence
      else sequenceThere = slot.sequence
      return uptimes(slot)
    }
    assert.deepEqual(await send(here, 1), [])
    assert.deepEqual(await send(here, 2), [])
    assert.deepEqual(await send(there, 3), [1, 2])
    assert.deepEqual(await send(there, 4), [])
    assert.deepEqual(await send(here, 5), [3, 4])
    assert.deepEqual(await send(there, 6), [5])
    assert.deepEqual(await send(there, 7), [])
  })

  test('a missed reading is the same as sent, with the time at which it was received', async () => {
    const { here, there, device } = await together()
    const samples = { rateHz: 50, motions: [{ accel: [1, 0, -1], gyro: [0, 2, -2] }] } as Reading['samples']
    const summary = { peak: [3, 4, 38], mean: [0.1, 0.2, 9.8], spread: 0.6 } as Reading['summary']
    const sent = reading(1, { accel: [0.1, 0.2, 0.3], heartRate: 72, battery: 0.5, samples, summary })
    await here.acquire(device, at(7), 0, [{ at: 5, reading: sent }])
    const { missed } = await there.acquire(device, at(1007), 0, [shared(2)])
    assert.deepEqual(missed, [{ receivedAtMs: start + 7, at: 5, reading: sent }])
  })

  test('of more than sixteen the last sixteen are there, and none twice', async () => {
    const { here, there, device } = await together()
    const { sequence } = await there.acquire(device, at(0), 0, [shared(0)])
    let lastSequence = 0
    for (const i of range(1, 40)) {
      const slot = await here.acquire(device, at(i * 1000), lastSequence, [shared(i)])
      assert.deepEqual(uptimes(slot), i === 1 ? [0] : [])
      lastSequence = slot.sequence
    }
    assert.deepEqual(uptimes(await there.acquire(device, at(41_000), sequence, [shared(41)])), range(25, 40))
    assert.deepEqual(uptimes(await here.acquire(device, at(42_000), lastSequence, [shared(42)])), [41])
  })

  test('a process that has received nothing yet gets all readings that are kept', async () => {
    const { here, there, device } = await together()
    let lastSequence = 0
    for (const i of range(1, 3))
      lastSequence = (await here.acquire(device, at(i * 1000), lastSequence, [shared(i)])).sequence
    assert.deepEqual(uptimes(await there.acquire(device, at(4000), 0, [shared(4)])), [1, 2, 3])
  })

  test('no two readings have the same time, whatever the clocks say', async () => {
    const { here, there, device } = await together(0)
    const given: number[] = []
    for (const ms of [5, 5, 3, 5, 9, 9]) {
      given.push(
        (await (given.length % 2 ? here : there).acquire(device, at(ms), 0, [shared(ms)])).receivedAtMs -
          start,
      )
    }
    assert.deepEqual(given, [5, 6, 7, 8, 9, 10])
  })

  test('without a limit nobody waits, and readings of others are missed readings all the same', async () => {
    const { here, there, device } = await together(0)
    const first = await here.acquire(device, at(0), 0, [shared(1)])
    const second = await there.acquire(device, at(0), 0, [shared(2)])
    assert.deepEqual([first.nextAllowedAt, second.nextAllowedAt, uptimes(second)], [at(0), at(0), [1]])
    assert.deepEqual(uptimes(await here.acquire(device, at(0), first.sequence, [shared(3)])), [2])
  })

  describe('a slot that is released', () => {
    test('is free at once, and its reading is not shared', async () => {
      const { here, there, device } = await together()
      const first = await here.acquire(device, at(0), 0, [shared(1)])
      await here.release(device, await here.acquire(device, at(1000), first.sequence, [shared(2)]))
      const third = await there.acquire(device, at(1001), 0, [shared(3)])
      assert.deepEqual(uptimes(third), [1])
      assert.deepEqual(uptimes(await here.acquire(device, at(2001), first.sequence, [shared(4)])), [3])
    })

    test('takes all readings of a batch along', async () => {
      const { here, there, device } = await together()
      const { sequence } = await here.acquire(device, at(0), 0, [shared(1)])
      const failed = await here.acquire(
        device,
        at(1000),
        sequence,
        range(2, 9).map((i) => shared(i)),
      )
      assert.deepEqual([failed.previousSequence, failed.sequence], [sequence, sequence + 8])
      await here.release(device, failed)
      assert.deepEqual(uptimes(await there.acquire(device, at(1001), 0, [shared(10)])), [1])
      assert.deepEqual(uptimes(await here.acquire(device, at(2001), sequence, [shared(11)])), [10])
    })

    test('late does not free the one that followed it', async () => {
      const { here, there, device } = await together()
      const first = await here.acquire(device, at(0), 0, [shared(1)])
      await there.acquire(device, at(1000), 0, [shared(2)])
      await here.release(device, first)
      await assertRateLimited(here.acquire(device, at(1899), first.sequence, [shared(3)]), 101)
      assert.deepEqual(uptimes(await here.acquire(device, at(2000), first.sequence, [shared(3)])), [2])
    })

    test('does nothing after Redis has lost it', async () => {
      const { here, device } = await together()
      const slot = await here.acquire(device, at(0), 0, [shared(1)])
      await redis.client.flushall()
      await here.release(device, slot)
      assert.deepEqual(await redis.client.keys('*:turns:*'), [])
    })
  })

  test('a batch of a hundred is missed by its last sixteen', async () => {
    const { here, there, device } = await together()
    const batch = (from: number) => range(from, from + 99).map((i) => shared(i))
    const first = await here.acquire(-device, at(0), 0, batch(1))
    assert.deepEqual(uptimes(first), [])
    const second = await there.acquire(-device, at(1000), 0, batch(101))
    assert.deepEqual(uptimes(second), range(85, 100))
    assert.deepEqual(
      uptimes(await here.acquire(-device, at(2000), first.sequence, batch(201))),
      range(185, 200),
    )
    assert.deepEqual(
      uptimes(await there.acquire(-device, at(3000), second.sequence, batch(301))),
      range(285, 300),
    )
    assert.equal((await here.acquire(device, at(0), 0, [shared(1)])).missed.length, 0, 'the stream is apart')
  })

  test('after Redis has lost everything, later readings are shared, and none is received twice', async () => {
    const { here, there, device } = await together()
    let sequenceHere = 0
    for (const i of range(1, 5))
      sequenceHere = (await here.acquire(device, at(i * 1000), sequenceHere, [shared(i)])).sequence
    const sequenceThere = (await there.acquire(device, at(6000), 0, [shared(6)])).sequence
    await redis.client.flushall()
    const seventh = await there.acquire(device, at(7000), sequenceThere, [shared(7)])
    assert.deepEqual(uptimes(seventh), [])
    assert.deepEqual(uptimes(await here.acquire(device, at(8000), sequenceHere, [shared(8)])), [7])
    assert.deepEqual(uptimes(await there.acquire(device, at(9000), seventh.sequence, [shared(9)])), [8])
  })

  test('a device that is silent for long is forgotten', async () => {
    const { here, device } = await together()
    await here.acquire(device, at(0), 0, [shared(1)])
    const hash = `fallwatch:test:turns:${device}`
    const keptFor = () => redis.client.pttl(hash)
    const left = await keptFor()
    assert.ok(left > 120_000 && left <= 240_000, `kept for ${left} ms`)
    await redis.client.pexpire(hash, 100_000)
    await here.acquire(device, at(119_000), 0, [shared(2)])
    assert.ok((await keptFor()) <= 100_000, 'half of the time is not over')
    await here.acquire(device, at(121_000), 0, [shared(3)])
    assert.ok((await keptFor()) > 120_000, 'half of the time is over')
  })

  test('while Redis is unavailable each process limits on its own, and afterwards no reading is received twice', async () => {
    const { here, there, device } = await together()
    const [linkHere, linkThere] = links.slice(-2)
    const first = await here.acquire(device, at(0), 0, [shared(1)])
    redis.freeze()
    // The second one is asked for before anybody has noticed.
    const second = await here.acquire(device, at(1000), first.sequence, [shared(2)])
    assert.deepEqual(
      [second.previousSequence, second.sequence, second.missed],
      [first.sequence, first.sequence, []],
    )
    await assertRateLimited(here.acquire(device, at(1899), first.sequence, [shared(3)]), 101)
    assert.deepEqual((await there.acquire(device, at(1000), 0, [shared(4)])).nextAllowedAt, at(2000))
    await here.release(device, second)
    assert.equal((await here.acquire(device, at(1001), first.sequence, [shared(5)])).sequence, first.sequence)
    await until(() => !linkHere?.alive && !linkThere?.alive, undefined, 'two links that notice')
    redis.thaw()
    await until(() => linkHere?.alive && linkThere?.alive, undefined, 'two links again')
    const last = await here.acquire(device, at(60_000), first.sequence, [shared(6)])
    const ownAgain = uptimes(last).filter((uptime) => uptime === 1)
    assert.deepEqual(ownAgain, [], 'what was received before is not missed')
    await assertRateLimited(there.acquire(device, at(60_899), 0, [shared(7)]), 101)
  })
})

test('a Redis that may not be written to is as good as none', needsRedis, async () => {
  const full = await startRedis('', '--maxmemory', '1')
  const link = await openRedis(full.url, 'test', pino({ level: 'silent' }))
  try {
    assert.equal(link.alive, false)
    const slot = await createDeviceRateLimiter({ points: 1, seconds: 1 }, link).acquire(1, at(0), 7, [
      shared(1),
    ])
    assert.deepEqual([slot.nextAllowedAt, slot.sequence], [at(1000), 7])
    await full.client.config('SET', 'maxmemory', '0')
    await until(() => link.alive, undefined, 'a Redis that can be written to')
  } finally {
    await link.close()
    await full.stop()
  }
})

test('why Redis does not answer is logged once, without the password', needsRedis, async () => {
  const lines: string[] = []
  const guarded = await startRedis('the-right-password')
  const url = guarded.url.replace('redis://', 'redis://:a-wrong-password@')
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const link = await openRedis(url, 'test', log)
  // The heartbeat after the first one has nothing to add.
  const attempts = () =>
    guarded.client.info('stats').then((text) => Number(/total_connections_received:(\d+)/.exec(text)?.[1]))
  const before = await attempts()
  await until(async () => (await attempts()) > before + 1, undefined, 'more attempts to connect')
  await link.close()
  await guarded.stop()
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /WRONGPASS.*Redis does not respond/)
  assert.doesNotMatch(lines[0] ?? '', /a-wrong/)
})
