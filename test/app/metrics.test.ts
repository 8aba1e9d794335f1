import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { startJobs } from '../../src/app/jobs/jobs.ts'
import { openMetricsServer } from '../../src/app/metrics/metrics-server.ts'
import { StartError } from '../../src/platform/lib/errors.ts'
import { type Exposition, parseExposition } from '../support/exposition.ts'
import { alertsOf, makeCircle, reportFall } from '../support/people.ts'
import { addDevice, assign, batchReading, fallSequence, randomMac, sendReading } from '../support/readings.ts'
import { type TestService, useService } from '../support/service.ts'

const token = 'a-token-for-the-metrics'
const stream = '/api/device/sensor-stream'

const withoutMetrics = useService()
const service = useService({ METRICS_TOKEN: token })
const onOwnPort = useService({ METRICS_PORT: '0' })
const inProduction = useService({ METRICS_TOKEN: token, NODE_ENV: 'production' })

const ask = ({ app }: TestService, headers: Record<string, string> = {}) =>
  app.inject({ url: '/metrics', headers })

const signedIn = { authorization: `Bearer ${token}` }

async function scrape(): Promise<Exposition> {
  const { statusCode, body } = await ask(service, signedIn)
  assert.equal(statusCode, 200, body)
  return parseExposition(body)
}

/** Returns by how much the sums of these samples grew while something was done. */
async function changes(
  samples: [name: string, labels?: Record<string, string>][],
  work: () => Promise<unknown>,
): Promise<number[]> {
  const before = await scrape()
  await work()
  const after = await scrape()
  return samples.map(([name, labels]) => after.sum(name, labels) - before.sum(name, labels))
}

/** Values from the database are cached for five seconds. */
async function scrapeAnew(): Promise<Exposition> {
  service.advance('5s')
  return scrape()
}

describe('without a setting', () => {
  test('there are no metrics, and nothing shows that there could be', async () => {
    const { statusCode, body } = await ask(withoutMetrics)
    const unknown = await withoutMetrics.app.inject('/nowhere')
    assert.deepEqual([statusCode, body], [404, unknown.body])
    assert.equal((await ask(withoutMetrics, signedIn)).statusCode, 404)
  })

  test('nothing is counted', () => assert.equal(withoutMetrics.ctx.metrics.registry, undefined))
})

describe('with METRICS_TOKEN', () => {
  const strangers: [string, Record<string, string>][] = [
    ['no token', {}],
    ['another token', { authorization: 'Bearer another-token-than-that' }],
    ['the beginning of the token', { authorization: `Bearer ${token.slice(0, -1)}` }],
    ['the token and more', { authorization: `Bearer ${token}s` }],
    ['the token by another scheme', { authorization: `Basic ${token}` }],
    ['the bare token', { authorization: token }],
  ]
  for (const [title, headers] of strangers) {
    test(`${title} gets 401`, async () => {
      const answer = await ask(service, headers)
      assert.equal(answer.statusCode, 401)
      assert.equal(answer.headers['www-authenticate'], 'Bearer')
      assert.deepEqual(answer.json(), {
        success: false,
        error: 'Authentication required',
        code: 'AUTHENTICATION_REQUIRED',
      })
    })
  }

  test('the token of an admin is not that of the metrics', async () => {
    const authorization = `Bearer ${await service.adminToken()}`
    assert.equal((await ask(service, { authorization })).statusCode, 401)
  })

  test('the token gets the text that Prometheus reads', async () => {
    const { statusCode, headers, body } = await ask(service, signedIn)
    assert.deepEqual([statusCode, headers['content-type']], [200, 'text/plain; version=0.0.4; charset=utf-8'])
    parseExposition(body)
  })

  test('HTTPS is required in production, as everywhere', async () => {
    assert.equal((await ask(inProduction, signedIn)).statusCode, 403)
    const overHttps = { ...signedIn, 'x-forwarded-proto': 'https' }
    assert.equal((await ask(inProduction, overHttps)).statusCode, 200)
  })
})

describe('with METRICS_PORT', () => {
  test('they are on that port only', async () => {
    const server = await openMetricsServer(onOwnPort.ctx)
    assert.equal(server?.address.address, '127.0.0.1')
    const base = `http://127.0.0.1:${server.address.port}`
    const answer = await fetch(`${base}/metrics`)
    assert.equal(answer.status, 200)
    parseExposition(await answer.text())
    assert.equal((await fetch(`${base}/api/health`)).status, 404)
    assert.equal((await ask(onOwnPort)).statusCode, 404)
    await server.close()
    await assert.rejects(fetch(`${base}/metrics`))
  })

  test('and METRICS_TOKEN, they ask for it there', async () => {
    const config = { ...onOwnPort.ctx.config, metrics: { port: 0, host: '127.0.0.1', token } }
    const server = await openMetricsServer({ ...onOwnPort.ctx, config })
    const url = `http://127.0.0.1:${server?.address.port}/metrics`
    assert.equal((await fetch(url)).status, 401)
    assert.equal((await fetch(url, { headers: signedIn })).status, 200)
    await server?.close()
  })

  test('that is taken, the service does not start and says so', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const config = { ...onOwnPort.ctx.config, metrics: { port, host: '127.0.0.1', token: undefined } }
    await assert.rejects(openMetricsServer({ ...onOwnPort.ctx, config }), (error: Error) => {
      assert.ok(error instanceof StartError)
      assert.match(
        error.message,
        new RegExp(`METRICS_PORT ${port} cannot be opened on METRICS_HOST 127.0.0.1`),
      )
      return true
    })
    taken.close()
  })
})

describe('requests', () => {
  const duration = 'fallwatch_http_request_duration_seconds_count'

  test('are timed by route, method and class of the status', async () => {
    const rosa = await service.signUp()
    const fall = await reportFall(service, rosa)
    const route = '/api/falls/:id'
    const grown = await changes(
      [
        [duration, { route, method: 'GET', status: '2xx' }],
        [duration, { route, method: 'GET', status: '4xx' }],
        [duration, { route, method: 'HEAD', status: '2xx' }],
      ],
      async () => {
        for (const id of [fall.id, fall.id, 'nonsense']) {
          await service.call('GET', `/falls/${id}`, { token: rosa.token })
        }
        const authorization = `Bearer ${rosa.token}`
        await service.app.inject({ method: 'HEAD', url: `/api/falls/${fall.id}`, headers: { authorization } })
      },
    )
    assert.deepEqual(grown, [2, 1, 1])
  })

  test('for what does not exist are one route, whatever they ask for', async () => {
    const count = async () => (await scrape()).families.get(duration.replace('_count', ''))?.samples.length
    await service.call('GET', '/nowhere')
    const before = await count()
    const [grown] = await changes([[duration, { route: 'unknown', method: 'GET', status: '4xx' }]], () =>
      Promise.all(['/a', '/b', '/c'].map((path) => service.call('GET', path))),
    )
    assert.deepEqual([grown, await count()], [3, before])
  })
})

describe('readings', () => {
  test('that are accepted are counted, with their commits', async () => {
    const rosa = await service.signUp()
    const device = await addDevice(service, rosa.token)
    const samples: Parameters<typeof changes>[0] = [
      ['fallwatch_readings_accepted_total', { source: 'stream' }],
      ['fallwatch_readings_accepted_total', { source: 'batch' }],
      ['fallwatch_reading_commit_size_sum'],
      ['fallwatch_reading_commit_duration_seconds_count'],
      ['fallwatch_http_request_duration_seconds_count', { route: stream, method: 'POST', status: '2xx' }],
      ['fallwatch_readings_refused_total'],
    ]
    assert.deepEqual(await changes(samples, () => device.send()), [1, 0, 1, 1, 1, 0])
    const times = [1, 2, 3].map((seconds) => new Date(service.ctx.now().getTime() - seconds * 1000))
    const body = { device_id: device.mac, readings: times.map((at) => batchReading(at)) }
    const sendBatch = () =>
      service.call('POST', '/device/sensor-stream/batch', { token: rosa.token, body }).then((answer) => {
        assert.equal(answer.status, 200, answer.text)
        service.advance('1s')
      })
    assert.deepEqual(await changes(samples, sendBatch), [0, 3, 0, 0, 0, 0])
    assert.deepEqual(await changes(samples, sendBatch), [0, 0, 0, 0, 0, 0], 'sent twice, stored once')
  })

  test('that are refused are counted by reason', async () => {
    const [rosa, luis] = [await service.signUp(), await service.signUp()]
    const { mac } = await addDevice(service, rosa.token)
    const reasons = ['invalid', 'unauthenticated', 'forbidden', 'too_soon']
    const grown = await changes(
      [
        ...reasons.map((reason): [string, object] => ['fallwatch_readings_refused_total', { reason }]),
        ['fallwatch_readings_refused_total'],
        ['fallwatch_readings_accepted_total'],
      ] as Parameters<typeof changes>[0],
      async () => {
        await sendReading(service, rosa.token, mac, { accel_x: 'far' })
        await sendReading(service, undefined, mac)
        await sendReading(service, luis.token, mac)
        await sendReading(service, rosa.token, mac)
        await sendReading(service, rosa.token, mac)
        // Refused, but no reading.
        await service.call('GET', '/falls/nonsense', { token: rosa.token })
      },
    )
    assert.deepEqual(grown, [1, 1, 1, 1, 4, 1])
  })

  test('that wait for the next commit are the queue', async () => {
    const rosa = await service.signUp()
    const send = () => sendReading(service, rosa.token, randomMac())
    const macs = await Promise.all([1, 2, 3].map(async () => (await addDevice(service, rosa.token)).mac))
    assert.equal((await send()).status, 200)
    const [first = '', ...others] = macs
    const sent: Promise<unknown>[] = []
    const { db } = service.ctx
    // Commits wait for a row to go, because they give up if they wait for a lock.
    await db.query('create table obstacle as select 1')
    await db.query(
      `create function dawdle() returns trigger language plpgsql as $$ begin
         while exists (select from obstacle) loop perform pg_sleep(0.02); end loop;
         return null;
       end $$`,
    )
    await db.query(
      'create trigger dawdle before insert on readings for each statement execute function dawdle()',
    )
    const dawdling = `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
    sent.push(sendReading(service, rosa.token, first))
    await until(async () => (await db.query(dawdling)).length, undefined, 'a commit that waits')
    for (const mac of others) sent.push(sendReading(service, rosa.token, mac))
    const areQueued = async () => (await scrape()).value('fallwatch_reading_queue_length') === 2
    await until(areQueued, undefined, 'two readings in the queue')
    await db.query('delete from obstacle')
    await Promise.all(sent)
    await db.query('drop function dawdle cascade')
    assert.equal((await scrape()).value('fallwatch_reading_queue_length'), 0)
  })
})

describe('falls and alerts', () => {
  const counted: Parameters<typeof changes>[0] = [
    ['fallwatch_falls_total', { change: 'opened' }],
    ['fallwatch_alerts_total'],
    ['fallwatch_reading_to_alert_seconds_count'],
  ]

  test('of a fall that a device detects, with the time from the reading to the alert', async () => {
    const { patient } = await makeCircle(service)
    const device = await addDevice(service, patient.token)
    const grown = await changes(counted, async () => {
      for (const [i, fields] of fallSequence.entries()) {
        await device.send({ ...fields, uptime_ms: 10_000 + i * 1000 })
      }
    })
    assert.deepEqual(grown, [1, 1, 1])
  })

  test('of a fall that somebody reports, by its level; reported twice, it is one', async () => {
    const { patient } = await makeCircle(service)
    const grown = await changes(
      [...counted, ['fallwatch_falls_total', { change: 'opened', level: 'HIGH' }]],
      async () => {
        for (let i = 0; i < 2; i++) {
          const body = { confidence: 0.8 }
          const headers = { 'idempotency-key': 'twice' }
          const answer = await service.call('POST', '/falls', { token: patient.token, body, headers })
          assert.equal(answer.status, 201)
        }
      },
    )
    assert.deepEqual(grown, [1, 1, 0, 1])
  })

  test('an alert is unanswered until one caregiver has acknowledged it', async () => {
    const { patient, caregiver, stranger } = await makeCircle(service)
    await assign(service, stranger.id, patient.id)
    // Whatever the other tests left unanswered is forgotten after a day.
    service.advance('25h')
    const { token: patientToken } = (await service.logIn(patient.email)).body
    await reportFall(service, { ...patient, token: patientToken })
    service.advance('7m')
    const unanswered = await scrapeAnew()
    assert.equal(unanswered.value('fallwatch_unanswered_alerts'), 2)
    const age = unanswered.value('fallwatch_unanswered_alert_oldest_age_seconds') ?? 0
    assert.ok(age >= 420 && age < 480, `${age} s old`)
    const { token: caregiverToken } = (await service.logIn(caregiver.email)).body
    const [alert] = await alertsOf(service, { ...caregiver, token: caregiverToken })
    const path = `/caregivers/alerts/${alert.id}/acknowledge`
    const answer = await service.call('POST', path, { token: caregiverToken })
    assert.equal(answer.status, 200, answer.text)
    const answered = await scrapeAnew()
    assert.equal(answered.value('fallwatch_unanswered_alerts'), 0)
    assert.equal(answered.value('fallwatch_unanswered_alert_oldest_age_seconds'), 0)
  })

  /** Gives the metrics of open falls: how many there are, how old the oldest is, and how many have no recipient. */
  async function unanswered(): Promise<[count: number, age: number, withoutRecipient: number]> {
    const seen = await scrapeAnew()
    const read = (name: string) => seen.value(`fallwatch_${name}`) ?? Number.NaN
    const age = read('unanswered_fall_oldest_age_seconds')
    return [read('unanswered_falls'), age, read('falls_without_recipient')]
  }

  test('a fall is unanswered until one caregiver has acknowledged it, whoever was alerted', async () => {
    const { patient, neighbour, caregiver, stranger } = await makeCircle(service)
    await assign(service, stranger.id, patient.id)
    service.advance('25h')
    assert.deepEqual(await unanswered(), [0, 0, 0])
    for (const { email } of [patient, neighbour]) {
      const { token } = (await service.logIn(email)).body
      await reportFall(service, { ...patient, token })
      await reportFall(service, { ...patient, token }, { confidence: 0.4 })
      service.advance('5m')
    }
    const [count, age, withoutRecipient] = await unanswered()
    assert.deepEqual([count, withoutRecipient], [2, 1], 'nobody looks after the neighbour')
    assert.ok(age >= 600 && age < 660, `${age} s old`)
    const { token: caregiverToken } = (await service.logIn(caregiver.email)).body
    const [alert] = await alertsOf(service, { ...caregiver, token: caregiverToken })
    await service.call('POST', `/caregivers/alerts/${alert.id}/acknowledge`, { token: caregiverToken })
    const [left, ageOfOther, stillWithout] = await unanswered()
    assert.deepEqual([left, stillWithout], [1, 1])
    assert.ok(ageOfOther >= 300 && ageOfOther < 360, `${ageOfOther} s old`)
    service.advance('24h')
    assert.deepEqual(await unanswered(), [0, 0, 0])
  })

  test('a fall has no recipient while no caregiver can be alerted, and is sent to the first who can be', async () => {
    const { patient, caregiver } = await makeCircle(service)
    service.advance('25h')
    const setStatus = async (status: string) => {
      const call = { token: await service.adminToken(), body: { status } }
      assert.equal((await service.call('PUT', `/admin/users/${caregiver.id}`, call)).status, 200)
    }
    const counters: Parameters<typeof changes>[0] = [
      ['fallwatch_falls_recorded_without_recipient_total'],
      ['fallwatch_alerts_total'],
    ]
    const { token: patientToken } = (await service.logIn(patient.email)).body
    const fall = () => reportFall(service, { ...patient, token: patientToken })
    assert.deepEqual(await changes(counters, fall), [0, 1])
    assert.deepEqual((await unanswered())[2], 0)
    await setStatus('inactive')
    assert.deepEqual((await unanswered())[2], 1, 'who was alerted is gone')
    assert.deepEqual(await changes(counters, fall), [1, 0])
    assert.deepEqual((await unanswered())[2], 2)
    assert.deepEqual(await changes(counters, () => setStatus('active')), [0, 1])
    assert.deepEqual((await unanswered())[2], 0)
  })

  test('a late fall is unanswered since it was detected', async () => {
    const { patient } = await makeCircle(service)
    const device = await addDevice(service, patient.token)
    service.advance('40h')
    const { token: patientToken } = (await service.logIn(patient.email)).body
    const start = service.ctx.now().getTime() - 30 * 3_600_000
    const readings = fallSequence.map((fields, i) =>
      batchReading(new Date(start + i * 1000), { ...fields, uptime_ms: 50_000 + i * 1000 }),
    )
    const body = { device_id: device.mac, readings }
    const answer = await service.call('POST', '/device/sensor-stream/batch', { token: patientToken, body })
    assert.equal(answer.status, 200, answer.text)
    const [count, age] = await unanswered()
    assert.equal(count, 1)
    assert.ok(age < 60, `${age} s old`)
  })

  test('an alert of somebody who no longer looks after the patient is nobody’s to answer', async () => {
    const { patient, caregiver } = await makeCircle(service)
    service.advance('25h')
    const { token: patientToken } = (await service.logIn(patient.email)).body
    await reportFall(service, { ...patient, token: patientToken })
    assert.equal((await scrapeAnew()).value('fallwatch_unanswered_alerts'), 1)
    await service.ctx.db.query('delete from assignments where caregiver_id = $1', [caregiver.id])
    assert.equal((await scrapeAnew()).value('fallwatch_unanswered_alerts'), 0)
  })

  test('values from the database are cached for five seconds', async () => {
    const { patient } = await makeCircle(service)
    service.advance('25h')
    const { token: patientToken } = (await service.logIn(patient.email)).body
    assert.equal((await scrape()).value('fallwatch_unanswered_alerts'), 0)
    await reportFall(service, { ...patient, token: patientToken })
    assert.equal((await scrape()).value('fallwatch_unanswered_alerts'), 0)
    assert.equal((await scrapeAnew()).value('fallwatch_unanswered_alerts'), 1)
  })
})

test('jobs are counted with their failures, and the last success is known', async () => {
  let broken = true
  const stop = startJobs(service.ctx, [
    { name: 'test_good', everyMs: 60_000, run: async () => undefined },
    {
      name: 'test_bad',
      everyMs: 3_600_000,
      async run() {
        if (broken) throw new Error('broken')
        return undefined
      },
    },
  ])
  const metric = async (name: string, job: string) =>
    (await scrape()).value(`fallwatch_job_${name}`, { job_name: job })
  await until(async () => (await metric('failures_total', 'test_bad')) === 1)
  const beganBy = service.ctx.now().getTime() / 1000
  broken = false
  await stop()
  const seen = await scrapeAnew()
  const figures = (job: string) =>
    ['interval_seconds', 'runs_total', 'failures_total', 'duration_seconds_count'].map((name) =>
      seen.value(`fallwatch_job_${name}`, { job_name: job }),
    )
  assert.deepEqual(figures('test_good'), [60, 1, 0, 1])
  assert.deepEqual(figures('test_bad'), [3600, 1, 1, 1])
  const lastSuccess =
    seen.value('fallwatch_job_last_success_timestamp_seconds', { job_name: 'test_good' }) ?? 0
  assert.ok(lastSuccess <= beganBy && lastSuccess > beganBy - 60, `${lastSuccess} is not about ${beganBy}`)
  assert.equal(
    seen.value('fallwatch_job_last_success_timestamp_seconds', { job_name: 'test_bad' }),
    undefined,
  )
})

describe('the process and its connections', () => {
  test('each pool has metrics of its use', async () => {
    const used = await service.ctx.db.transaction(async () => scrape())
    const pool = (name: string) =>
      ['max_connections', 'connections', 'idle_connections', 'waiting'].map((figure) =>
        used.value(`fallwatch_database_pool_${figure}`, { pool: name }),
      )
    for (const name of ['prepared', 'requests', 'reserved', 'commits', 'background', 'locks']) {
      const [most, total, idle, waiting] = pool(name) as number[]
      assert.ok(most && total !== undefined && total <= most && idle !== undefined && idle <= total)
      assert.equal(waiting, 0)
    }
    const [, total = 0, idle = 0] = pool('requests')
    assert.ok(total - idle >= 1, 'the transaction uses none of them')
  })

  test('what runs, and how the process is doing', async () => {
    const seen = await scrape()
    assert.equal(seen.value('fallwatch_build_info', { version: '0.1.0', node: process.version }), 1)
    assert.equal(seen.value('fallwatch_database_up'), 1)
    // Measured since the last scrape, which may have been a moment ago.
    await until(async () => ((await scrape()).value('nodejs_eventloop_lag_p99_seconds') ?? 0) > 0)
    assert.ok((seen.value('process_resident_memory_bytes') ?? 0) > 1e7)
    assert.ok((seen.value('process_cpu_seconds_total') ?? 0) > 0)
  })
})

test('a query that fails leaves out its figures and nothing else', async () => {
  const { db } = service.ctx
  await db.query('alter table job_runs rename to job_runs_away')
  try {
    const seen = await scrapeAnew()
    assert.equal(seen.value('fallwatch_unanswered_alerts'), undefined)
    assert.equal(seen.value('fallwatch_unanswered_alert_oldest_age_seconds'), undefined)
    assert.equal(seen.value('fallwatch_unanswered_falls'), undefined)
    assert.equal(seen.value('fallwatch_falls_without_recipient'), undefined)
    assert.equal(seen.sum('fallwatch_job_last_success_timestamp_seconds'), 0)
    assert.ok(seen.sum('fallwatch_readings_accepted_total') > 0)
  } finally {
    await db.query('alter table job_runs_away rename to job_runs')
  }
  assert.notEqual((await scrapeAnew()).value('fallwatch_unanswered_alerts'), undefined)
})
