import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import pino from 'pino'
import {
  answerTimeoutMs,
  exitOf,
  killNow,
  launch,
  type ServiceProcess,
  startProcess,
} from '../../harness/service-process.ts'
import { until } from '../../harness/until.ts'
import { runIfDue } from '../../src/app/jobs/jobs.ts'
import { schedule } from '../../src/app/jobs/schedule.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { openStore } from '../../src/platform/db/store.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { fullTest, isFull } from '../support/full.ts'
import { connectPacket, listenForMqtt, openRaw, publishPacket } from '../support/mqtt.ts'
import { call, count, type Pair, send, signUp, startPair, statusOf } from '../support/pair.ts'
import {
  batchReading,
  type Fields,
  fallSequence,
  goodReading,
  randomMac,
  tally,
  times,
} from '../support/readings.ts'
import { needsRedis, type RedisServer, startRedis } from '../support/redis.ts'
import { type Answer, adminAccount, type TestService } from '../support/service.ts'

const jwtSecret = 'a-secret-for-tests-of-32-bytes-or-more'
const oneOnly =
  'Another Fallwatch already runs on this database. Stop it first, or set the same REDIS_URL for all of them: through Redis they act as one.'

/** Opens a database as one more process would, and closes it again. */
async function openAs(settings: { DATABASE_URL: string; REDIS_URL?: string }): Promise<void> {
  const store = await openStore(loadConfig(settings), pino({ level: 'silent' }), () => {})
  await store.close()
}

describe('two processes on one database and one Redis act as one', needsRedis, () => {
  let redis: RedisServer
  let pair: Pair
  /** The same without a device rate limit, for readings that come at once. */
  let quick: Pair

  before(async () => {
    redis = await startRedis()
    const limits = { RATE_LIMIT_GLOBAL: '100/1m', RATE_LIMIT_SIGNUP: '5/15m', RATE_LIMIT_LOGIN: '10/5m' }
    pair = await startPair(redis.url, limits)
    pair.stopClocks()
    quick = await startPair(redis.url, { RATE_LIMIT_SENSOR: 'off' })
  })
  after(async () => {
    await pair?.stop()
    await quick?.stop()
    await redis?.stop()
  })

  test('and say from the start that all is well', async () => {
    for (const service of [pair.here, pair.there, quick.here, quick.there]) {
      assert.equal(await statusOf(service), 'HEALTHY')
      assert.doesNotMatch(service.logLines.join(''), /Redis does not respond/)
    }
  })

  const remaining = (answers: Answer[]) =>
    answers.map(({ headers }) => Number(headers['x-ratelimit-remaining'])).sort((a, b) => a - b)

  describe('limits are counted together:', () => {
    test('an address has 100 requests a minute in both', async () => {
      const { token } = await signUp(pair.here)
      const ip = '192.0.2.1'
      const answers = await times(100, (i) => call(pair.each(i), 'GET', '/me', { token, ip }))
      assert.deepEqual(tally(answers), { 200: 100 })
      assert.deepEqual(
        remaining(answers),
        Array.from({ length: 100 }, (_, i) => i),
      )
      for (const service of [pair.here, pair.there]) {
        const { status, headers } = await call(service, 'GET', '/me', { token, ip })
        assert.deepEqual(
          [status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']],
          [429, '100', '0'],
        )
        assert.match(String(headers['retry-after']), /^\d+$/)
      }
      assert.equal((await call(pair.there, 'GET', '/me', { token, ip: '192.0.2.2' })).status, 200)
    })

    test('of 12 signups at once five are taken', async () => {
      const body = (i: number) => ({
        email: `signup-${i}@example.org`,
        password: 'Sunny-Day-42!',
        firstName: 'Rosa',
        lastName: 'Marín',
      })
      const answers = await times(12, (i) =>
        call(pair.each(i), 'POST', '/auth/signup', { ip: '192.0.2.3', body: body(i) }),
      )
      assert.deepEqual(tally(answers), { 201: 5, 429: 7 })
    })

    test('the eleventh login blocks the address in both for 15 minutes', async () => {
      const ip = '192.0.2.4'
      const wrong = { email: adminAccount.email, password: 'Wrong-Pass-1!' }
      const answers = []
      for (let i = 0; i < 10; i++) {
        answers.push(await call(pair.each(i), 'POST', '/auth/login', { ip, body: wrong }))
      }
      assert.deepEqual(tally(answers), { 401: 10 })
      for (const service of [pair.here, pair.there, pair.here]) {
        const { status, headers, body } = await call(service, 'POST', '/auth/login', {
          ip,
          body: adminAccount,
        })
        assert.equal(status, 429)
        assert.match(body.error, /15 minutes/)
        const seconds = Number(headers['retry-after'])
        // However long the requests took.
        assert.ok(seconds > 600 && seconds <= 900, `Retry-After ${seconds}`)
      }
    })

    test('of logins at once to both, those that succeed do not count, and ten guesses are checked', async () => {
      const ip = '192.0.2.40'
      const wrong = { ...adminAccount, password: 'Wrong-Pass-1!' }
      const logIn = (count: number, bodyOf: (i: number) => object) =>
        times(count, (i) => call(pair.each(i), 'POST', '/auth/login', { ip, body: bodyOf(i) }))
      assert.deepEqual(tally(await logIn(24, () => adminAccount)), { 200: 24 })
      // Half of the pairs that the two processes get in turn.
      const answers = await logIn(48, (i) => (i % 4 < 2 ? adminAccount : wrong))
      assert.equal(tally(answers)[401], 10)
      for (const service of [pair.here, pair.there])
        assert.equal((await call(service, 'POST', '/auth/login', { ip, body: adminAccount })).status, 429)
    })

    test('refused readings count for the address, accepted ones do not', async () => {
      const ip = '192.0.2.5'
      const bad = await times(100, (i) =>
        call(pair.each(i), 'POST', '/device/sensor-stream', { ip, body: {} }),
      )
      assert.deepEqual(tally(bad), { 401: 100 })
      assert.equal((await call(pair.each(1), 'POST', '/device/sensor-stream', { ip, body: {} })).status, 429)
    })
  })

  /** Checks that all but one were rate limited, with the time to wait. */
  function assertOneAccepted(answers: Answer[]): void {
    assert.deepEqual(tally(answers), { 200: 1, 429: answers.length - 1 })
    const taken = answers.find(({ status }) => status === 200)?.body.data
    assert.equal(Date.parse(taken.nextAllowedRequest) - Date.parse(taken.timestamp), 1000)
    for (const { status, body, headers } of answers) {
      if (status === 200) continue
      assert.deepEqual(Object.keys(body).sort(), ['code', 'error', 'retryAfter', 'success'])
      assert.ok(Number.isInteger(body.retryAfter) && body.retryAfter >= 1 && body.retryAfter <= 1000)
      assert.equal(headers['retry-after'], '1')
    }
  }

  describe('a device is one device:', () => {
    const devicesOf = (id: string) => count(pair, 'devices where user_id = $1', id)
    const readingsOf = (id: string) =>
      count(pair, 'readings join devices on number = device where user_id = $1', id)

    test('of 20 first readings at once one registers it and is taken, of the next 20 one as well', async () => {
      const { id, token } = await signUp(pair.here)
      const mac = randomMac()
      const answers = await times(20, (i) => send(pair.each(i), token, mac))
      assertOneAccepted(answers)
      assert.deepEqual([await devicesOf(id), await readingsOf(id)], [1, 1])
      pair.advance('1s')
      assertOneAccepted(await times(20, (i) => send(pair.each(i), token, mac)))
      assert.deepEqual([await devicesOf(id), await readingsOf(id)], [1, 2])
    })

    test('of 20 new ones of one person ten are registered', async () => {
      const { id, token } = await signUp(pair.there)
      const answers = await times(20, (i) => send(pair.each(i), token, randomMac()))
      assert.deepEqual(tally(answers), { 200: 10, 409: 10 })
      assert.deepEqual([await devicesOf(id), await readingsOf(id)], [10, 10])
    })

    test('of two people who claim it at once one gets it', async () => {
      for (let i = 0; i < 5; i++) {
        const people = [await signUp(pair.here), await signUp(pair.there)]
        const mac = randomMac()
        const answers = await Promise.all(people.map(({ token }, j) => send(pair.each(j), token, mac)))
        assert.deepEqual(tally(answers), { 200: 1, 403: 1 })
      }
    })

    test('a reading that is refused in one uses nothing up in the other', async () => {
      const [rosa, luis] = [await signUp(pair.here), await signUp(pair.there)]
      const mac = randomMac()
      assert.equal((await send(pair.here, rosa.token, mac)).status, 200)
      pair.advance('1s')
      assert.equal((await send(pair.there, luis.token, mac)).status, 403)
      assert.equal((await send(pair.there, rosa.token, mac, { accel_x: 'x' })).status, 400)
      assert.equal((await send(pair.here, rosa.token, mac)).status, 200)
    })

    test('disabled in one it is refused by the other soon, and enabled again', async () => {
      const { token } = await signUp(quick.here)
      const admin = await quick.here.adminToken()
      const mac = randomMac()
      const { deviceId } = (await send(quick.here, token, mac)).body.data
      assert.equal((await send(quick.there, token, mac)).body.data.deviceId, deviceId)
      for (const [verb, status] of [
        ['disable', 403],
        ['enable', 200],
      ] as const) {
        const switched = await call(quick.here, 'POST', `/admin/devices/${deviceId}/${verb}`, {
          token: admin,
        })
        assert.equal(switched.status, 200, switched.text)
        await until(async () => (await send(quick.there, token, mac)).status === status)
      }
    })

    test('deleted in one it is registered anew by the other', async () => {
      const { token } = await signUp(quick.here)
      const mac = randomMac()
      const { deviceId } = (await send(quick.here, token, mac)).body.data
      await send(quick.there, token, mac)
      assert.equal((await call(quick.here, 'DELETE', `/device/${deviceId}`, { token })).status, 204)
      await until(async () => {
        const { status, body } = await send(quick.there, token, mac)
        return status === 200 && body.data.deviceId !== deviceId
      })
    })

    test('connected to the other over MQTT it is disconnected from the one, and nothing is stored twice', async () => {
      const { id, token } = await signUp(quick.here)
      const { body } = await call(quick.here, 'POST', '/device/keys', { token, body: { name: 'wrist' } })
      const mac = randomMac()
      assert.equal((await send(quick.here, token, mac, { uptime_ms: 1000 })).status, 200)
      const packets = [
        connectPacket({ mac, key: body.data.key }, { protocolVersion: 5 }),
        publishPacket(`fallwatch/${mac}/readings`, JSON.stringify(goodReading(mac, { uptime_ms: 2000 }))),
      ] as const
      const [portHere, portThere] = [await listenForMqtt(quick.here), await listenForMqtt(quick.there)]
      const [first, second] = [await openRaw(portHere, 5), await openRaw(portThere, 5)]
      const blocker = await quick.db.connect()
      try {
        await blocker.query('begin')
        await blocker.query(
          'select from device_states join devices on number = device where user_id = $1 for update of device_states',
          [id],
        )
        for (const packet of packets) first.send(packet)
        first.send({ cmd: 'pingreq' })
        await first.next('pingresp')
        for (const packet of packets) second.send(packet)
        await first.closed
        assert.equal((first.packets.at(-1) as { reasonCode: number }).reasonCode, 0x8e)
        // What the second one sent was processed, unless it waits for the first one.
        assert.equal(await statusOf(quick.there), 'HEALTHY')
      } finally {
        await blocker.query('rollback')
        blocker.release()
      }
      await second.next('puback')
      assert.equal(await count(quick, 'readings join devices on number = device where user_id = $1', id), 2)
      // A connection that has ended is not waited for.
      second.socket.destroy()
      const third = await openRaw(portHere, 5)
      third.send(packets[0])
      await third.next('connack')
    })
  })

  describe('a session that ends in one ends in the other soon:', () => {
    const isOver = (service: TestService, token: string) => async () =>
      (await call(service, 'GET', '/me', { token })).status === 401

    test('by logging out', async () => {
      const { token } = await signUp(pair.here)
      assert.equal((await call(pair.there, 'GET', '/me', { token })).status, 200)
      assert.equal((await call(pair.here, 'POST', '/auth/logout', { token })).status, 200)
      await until(isOver(pair.there, token))
    })

    test('by deleting the account', async () => {
      const { token } = await signUp(pair.here)
      assert.equal((await call(pair.here, 'GET', '/me', { token })).status, 200)
      const gone = await call(pair.there, 'DELETE', '/profile/me', { token, body: { confirmation: true } })
      assert.equal(gone.status, 200, gone.text)
      await until(isOver(pair.here, token))
    })
  })

  test('a walk from page to page that changes between them shows each fall once while others come in', async () => {
    const { id, token } = await signUp(pair.here)
    await pair.db.query(
      `insert into falls (id, user_id, confidence, status, created_at, updated_at)
       select gen_random_uuid(), $1, 0.8, 'HIGH', at, at
       from (select now() - interval '1 hour' + i / 4 * interval '10 ms' as at from generate_series(1, 45) i) as t`,
      [id],
    )
    const { rows } = await pair.db.query('select id from falls where user_id = $1', [id])
    const older = rows.map((row) => row.id).sort()
    const seen: string[] = []
    for (let page = 1, last = 1; page <= last; page++) {
      const query = { page: String(page), limit: '7' }
      const { body } = await call(pair.each(page), 'GET', '/falls', { token, query })
      seen.push(...body.data.map((fall: { id: string }) => fall.id))
      last = Math.min(body.pagination.totalPages, 20)
      const report = { confidence: 0.5 }
      if (page < 6) await times(3, (i) => call(pair.each(i), 'POST', '/falls', { token, body: report }))
    }
    assert.equal(new Set(seen).size, seen.length, 'a fall was shown twice')
    assert.deepEqual(seen.filter((fall) => older.includes(fall)).sort(), older)
  })

  describe('a fall is one fall:', () => {
    const sequence = fallSequence.map((line, i): Fields => ({ uptime_ms: 100_000 + i * 1000, ...line }))

    /** Somebody with two caregivers. */
    async function patient() {
      const rosa = await signUp(quick.here)
      for (const _ of [1, 2]) {
        const { id } = await signUp(quick.here, { role: 'CAREGIVER' })
        await quick.db.query(
          'insert into assignments (caregiver_id, patient_id, created_at) values ($1, $2, now())',
          [id, rosa.id],
        )
      }
      return rosa
    }

    async function fallsOf(userId: string) {
      const { rows } = await quick.db.query(
        `select confidence, status, (select count(*)::int from alerts where fall_id = falls.id) as alerts
         from falls where user_id = $1`,
        [userId],
      )
      return rows
    }

    /** Sends the readings of a new device, each to the process that the way names. */
    async function sendSequence(way: (i: number) => TestService | Promise<TestService>) {
      const { id, token } = await patient()
      const mac = randomMac()
      const assessments = []
      for (const [i, line] of sequence.entries()) {
        const { status, body, text } = await send(await way(i), token, mac, line)
        assert.equal(status, 200, text)
        assessments.push([body.data.fallConfidence, body.data.fallDetected])
      }
      return { assessments, falls: await fallsOf(id) }
    }

    let ofOne: ReturnType<typeof sendSequence> | undefined
    /** How a single process assesses it. */
    const assessedByOne = () => (ofOne ??= sendSequence(() => quick.here))

    const ways: [string, (i: number) => TestService][] = [
      ['alternating', (i) => quick.each(i)],
      ['all but one to the same', (i) => (i === 1 ? quick.there : quick.here)],
      ['in twos', (i) => quick.each(i >> 1)],
      ['from one to the other half-way', (i) => (i < sequence.length / 2 ? quick.here : quick.there)],
    ]
    for (const [title, way] of isFull ? ways : ways.slice(0, 2)) {
      test(`sent ${title}, it is assessed as by a single process`, async () => {
        const expected = await assessedByOne()
        assert.ok(
          expected.assessments.some(([, fallDetected]) => fallDetected),
          'the sequence has a fall',
        )
        assert.deepEqual(await sendSequence(way), expected)
        assert.equal(expected.falls.length, 1)
        assert.equal(expected.falls[0].alerts, 2)
      })
    }

    for (const [title, noticed] of [
      ['as Redis begins to hang', false],
      ['while Redis hangs', true],
    ] as const) {
      const declare = noticed ? fullTest : test
      declare(`sent ${title}, it is assessed the same`, async () => {
        const expected = await assessedByOne()
        const bothSay = async (status: string) => {
          for (const service of [quick.here, quick.there])
            await until(async () => (await statusOf(service)) === status)
        }
        const hung = await sendSequence(async (i) => {
          if (i === 2) redis.freeze()
          if (i === 2 && noticed) await bothSay('DEGRADED')
          if (i === 3) {
            await bothSay('DEGRADED')
            redis.thaw()
            await bothSay('HEALTHY')
          }
          return quick.here
        })
        assert.deepEqual(hung, expected)
      })
    }

    fullTest('sent in batches that alternate, it is assessed as by a single process', async () => {
      const sendInBatches = async (way: (i: number) => TestService) => {
        const { id, token } = await patient()
        const device_id = randomMac()
        const begin = Date.now() - 3_600_000
        const assessments = []
        for (let i = 0; i < sequence.length; i += 2) {
          const readings = sequence
            .slice(i, i + 2)
            .map((line, j) => batchReading(new Date(begin + (i + j) * 1000), line))
          const body = { device_id, readings }
          const answer = await call(way(i / 2), 'POST', '/device/sensor-stream/batch', { token, body })
          assert.equal(answer.status, 200, answer.text)
          assert.equal(answer.body.data.stored, readings.length)
          assessments.push(answer.body.data.fallDetected)
        }
        return { assessments, falls: await fallsOf(id) }
      }
      const expected = await sendInBatches(() => quick.there)
      assert.deepEqual([expected.falls.length, expected.falls[0]?.alerts], [1, 2])
      assert.deepEqual(await sendInBatches((i) => quick.each(i)), expected)
    })

    test('sent to both at once, it has one alert for each caregiver', async () => {
      const { id, token } = await patient()
      const macs = [randomMac(), randomMac()]
      for (const line of sequence) {
        await times(8, (i) => send(quick.each(i), token, macs[i % 2] ?? '', line))
      }
      // Two devices detected it.
      for (const { alerts } of await fallsOf(id)) assert.equal(alerts, 2)
      assert.equal((await fallsOf(id)).length, 2)
    })
  })

  test('a reading takes one round trip to Redis, whichever process received the one before', async () => {
    const { token } = await signUp(quick.here)
    const mac = randomMac()
    for (const service of [quick.here, quick.there]) await send(service, token, mac)
    await redis.client.config('RESETSTAT')
    for (let i = 0; i < 9; i++) assert.equal((await send(quick.each(i >> 1), token, mac)).status, 200)
    const calls = Object.fromEntries(
      Array.from((await redis.client.info('commandstats')).matchAll(/cmdstat_(\S+):calls=(\d+)/g)).map(
        ([, name = '', times]) => [name, Number(times)],
      ),
    )
    // The processes and this test send the first three; the others are what the script does.
    const { set: _, 'config|resetstat': __, info: ___, hget, hmget = 0, hset, ...rest } = calls
    assert.deepEqual({ hget, hset, ...rest }, { hget: 9, hset: 9, evalsha: 9 })
    assert.equal(hmget, 5)
  })

  test('what is to be done by the clock is done by one of them', async () => {
    const { id } = await signUp(quick.here)
    await quick.db.query(
      `insert into sessions (id, user_id, created_at, expires_at)
       values (gen_random_uuid(), $1, now() - interval '2 days', now() - interval '1 day')`,
      [id],
    )
    for (const job of schedule) {
      await Promise.all(
        [quick.here, quick.there].map(({ ctx }) => runIfDue({ ...ctx, db: ctx.db.background }, job)),
      )
    }
    assert.equal(await count(quick, 'job_runs'), schedule.length)
    const done = `audit_log where action = 'job.done' and message like 'cleanup_sessions:%'`
    assert.equal(await count(quick, done), 1)
    assert.equal(await count(quick, `audit_log where action = 'job.failed'`), 0)
  })

  test('and a third that knows no Redis is refused', async () => {
    await assert.rejects(openAs({ DATABASE_URL: pair.here.databaseUrl }), { message: oneOnly })
    assert.equal(await statusOf(pair.here), 'HEALTHY')
  })
})

test('a process that shares nothing wants the database for itself, whether others know a Redis or not', async () => {
  const database = await createTestDatabase()
  const { url } = database
  const first = await openStore(loadConfig({ DATABASE_URL: url }), pino({ level: 'silent' }), () => {})
  try {
    await Promise.all([
      assert.rejects(openAs({ DATABASE_URL: url }), { message: oneOnly }),
      assert.rejects(openAs({ DATABASE_URL: url, REDIS_URL: 'redis://127.0.0.1:1' }), { message: oneOnly }),
    ])
    assert.deepEqual(await first.db.query('select 1 as one'), [{ one: 1 }], 'it is unharmed')
  } finally {
    await first.close()
    await database.drop()
  }
})

describe('WORKERS=2', {
  ...needsRedis,
  ...(process.platform === 'linux' ? {} : { skip: 'looks into /proc' }),
}, () => {
  let redis: RedisServer
  let database: TestDatabase
  const requests = 6
  const startWorkers = () =>
    startProcess({
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      WORKERS: '2',
      JWT_SECRET: jwtSecret,
      RATE_LIMIT_GLOBAL: `${requests}/1h`,
    })
  const childrenOf = (pid: number) =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  const isRunning = (pid: number) => existsSync(`/proc/${pid}`)
  /** asks on a connection of its own. */
  const ask = async ({ url }: ServiceProcess, path = '/health') => {
    const signal = AbortSignal.timeout(answerTimeoutMs)
    const response = await fetch(`${url}${path}`, { headers: { connection: 'close' }, signal })
    await response.arrayBuffer()
    return { status: response.status }
  }

  /** Whoever is handed to the frozen worker waits; the first answer is another one's. */
  async function answersWithout(worker: number, service: ServiceProcess): Promise<void> {
    process.kill(worker, 'SIGSTOP')
    const asked = Array.from({ length: 3 }, () => ask(service))
    await Promise.race(asked)
    process.kill(worker, 'SIGCONT')
    assert.deepEqual(tally(await Promise.all(asked)), { 200: 3 })
  }

  /** Counts the connections of the pools. */
  async function countConnections(): Promise<number> {
    const client = new pg.Client(database.url)
    await client.connect()
    const { rows } = await client.query(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name = 'fallwatch'`,
    )
    await client.end()
    return rows[0].count
  }

  before(async () => {
    redis = await startRedis()
    database = await createTestDatabase()
  })
  after(async () => {
    await redis?.stop()
    await database?.drop()
  })

  test('is two processes at one port that count together; one that is killed is replaced, and SIGTERM ends all with 0', async () => {
    const service = await startWorkers()
    try {
      const workers = childrenOf(service.pid)
      assert.equal(workers.length, 2)
      const connections = (await countConnections()) / workers.length
      assert.ok(connections >= 20, `those for requests are open from the start, not only ${connections}`)
      for (const worker of workers) await answersWithout(worker, service)
      assert.deepEqual(tally(await times(2 * requests, () => ask(service, '/me'))), {
        401: requests,
        429: requests,
      })
      assert.equal(service.log().match(/"msg":"started"/g)?.length, 1)
      const [killed = 0, left = 0] = workers
      process.kill(killed, 'SIGKILL')
      await until(() => !isRunning(killed), undefined, 'the end of the worker that was killed')
      assert.deepEqual(tally(await times(6, () => ask(service))), { 200: 6 })
      await until(() => childrenOf(service.pid).length === 2, undefined, 'another worker')
      await answersWithout(left, service)
      const last = childrenOf(service.pid)
      assert.equal(await service.end('SIGTERM'), 0)
      assert.deepEqual(last.filter(isRunning), [])
    } finally {
      killNow(-service.pid)
    }
  })

  test('leaves no worker behind when the one that runs them is killed, and nothing that holds the database', async () => {
    const service = await startWorkers()
    try {
      const workers = childrenOf(service.pid)
      await service.end('SIGKILL')
      await until(() => !workers.some(isRunning), undefined, 'the end of the workers')
      await openAs({ DATABASE_URL: database.url })
    } finally {
      killNow(-service.pid)
    }
  })

  test('that cannot start ends with 1 and says why', async () => {
    const nowhere = database.url.replace(/[^/]+$/, 'no-such-database')
    const child = launch({ DATABASE_URL: nowhere, REDIS_URL: redis.url, WORKERS: '2' })
    assert.equal(await exitOf(child), 1)
    const lines = child.text().trim().split('\n')
    for (const line of lines)
      assert.match(line, /^Fallwatch cannot run\. No connection to PostgreSQL .*no-such-database/)
  })
})
