import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { withJobLock } from '../../src/app/jobs/job-lock.ts'
import { countWaiting } from '../support/locks.ts'
import {
  addDevice,
  assertFields,
  countRows,
  deviceNumber,
  sixCallers,
  tally,
  times,
} from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const run = (token: string | undefined, body: unknown) =>
  service.call('POST', '/admin/maintenance', { token, body })

/** Runs a task as an admin and gives its result. */
async function done(task: string, options?: object) {
  const answer = await run(await service.adminToken(), { task, ...(options && { options }) })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data.result
}

const query = (sql: string, values: unknown[] = []) => service.ctx.db.query(sql, values)
const ago = (hours: number) => new Date(service.ctx.now().getTime() - hours * 3_600_000)

interface Work {
  task: string
  /** Makes something to do, and answers how to see how much of it is left. */
  prepare(): Promise<() => Promise<number>>
  /** What a dry run and a real one answer. */
  foreseen: object
  result: object
}

const work: Work[] = [
  {
    task: 'cleanup_readings',
    async prepare() {
      await query(`create table readings_20010101 partition of readings
                   for values from ('2001-01-01T00:00:00Z') to ('2001-01-02T00:00:00Z')`)
      const rosa = await service.signUp()
      const device = await addDevice(service, rosa.token)
      for (let i = 0; i < 2; i++) await device.send()
      const number = await deviceNumber(service, device.id)
      await service.call('DELETE', `/device/${device.id}`, { token: rosa.token })
      return async () =>
        (await countRows(service, `pg_class where relname = 'readings_20010101'`, [])) +
        (await countRows(service, 'readings where device = $1', [number]))
    },
    foreseen: { partitions: 1, deletedDevices: 1 },
    result: { partitions: 1, readings: 3 },
  },
  {
    task: 'cleanup_logs',
    async prepare() {
      const { token } = await service.signUp()
      const device = await addDevice(service, token)
      const number = await deviceNumber(service, device.id)
      await query(
        `insert into device_logs (device, type, message, at)
         select $1, 'INFO', 'entry ' || n, $2 from generate_series(1, 1011) as n`,
        [number, service.ctx.now()],
      )
      return async () => (await countRows(service, 'device_logs where device = $1', [number])) - 1000
    },
    foreseen: { logs: 12 },
    result: { logs: 12 },
  },
  {
    task: 'cleanup_sessions',
    async prepare() {
      const rosa = await service.signUp()
      const fall = { token: rosa.token, body: { confidence: 0.1 } }
      for (const key of ['old', 'new']) {
        await service.call('POST', '/falls', { ...fall, headers: { 'idempotency-key': key } })
      }
      await query(`update fall_requests set created_at = $1 where key = 'old'`, [ago(25)])
      await query(
        `insert into sessions (id, user_id, created_at, expires_at)
         select gen_random_uuid(), $1, $2, $2 from generate_series(1, 2)`,
        [rosa.id, ago(1)],
      )
      await query(`insert into invitations (token_hash, user_id, expires_at) values ('\\x01', $1, $2)`, [
        rosa.id,
        ago(1),
      ])
      const of = (table: string) => countRows(service, `${table} where user_id = $1`, [rosa.id])
      // One session and one key are not over yet.
      return async () => (await of('sessions')) + (await of('invitations')) + (await of('fall_requests')) - 2
    },
    foreseen: { sessions: 2, invitations: 1, fallRequests: 1 },
    result: { sessions: 2, invitations: 1, fallRequests: 1 },
  },
  {
    task: 'recalculate_health',
    async prepare() {
      const { token } = await service.signUp()
      const device = await addDevice(service, token, { heart_rate: 70, spo2: 98, battery_level: 80 })
      const number = await deviceNumber(service, device.id)
      await query('update device_states set health_score = 7 where device = $1', [number])
      return () => countRows(service, 'device_states where device = $1 and health_score <> 100', [number])
    },
    foreseen: { devices: 1 },
    result: { devices: 1 },
  },
]

describe('each task', () => {
  for (const { task, prepare, foreseen, result } of work) {
    test(`${task} says what it would do, does it once, and finds nothing more to do`, async () => {
      const left = await prepare()
      const before = await left()
      assert.ok(before > 0)
      assert.deepEqual(await done(task, { dryRun: true }), foreseen)
      assert.equal(await left(), before)
      assert.deepEqual(await done(task), result)
      assert.equal(await left(), 0)
      const again = await done(task, { dryRun: false })
      assert.deepEqual(new Set(Object.values(again)), new Set([0]))
    })
  }

  test('analyze_database makes the database look at its tables, and does not in a dry run', async () => {
    const looked = () => countRows(service, `pg_class where relname = 'alerts' and reltuples >= 0`, [])
    const { tables } = await done('analyze_database', { dryRun: true })
    assert.ok(tables >= 10)
    assert.equal(await looked(), 0)
    assert.deepEqual(await done('analyze_database', {}), { tables })
    assert.equal(await looked(), 1)
  })

  test('answers exactly what it did and when, and leaves a line about it', async () => {
    const before = service.ctx.now().toISOString()
    const token = await service.adminToken()
    const answer = await run(token, { task: 'cleanup_logs', options: { dryRun: true, other: 1 } })
    assert.equal(answer.status, 200)
    assertFields(answer.body, ['success', 'data'])
    const { startedAt, finishedAt, ...rest } = answer.body.data
    assert.deepEqual(rest, { task: 'cleanup_logs', status: 'COMPLETED', result: { logs: 0 } })
    assert.ok(before <= startedAt && startedAt <= finishedAt && finishedAt <= service.ctx.now().toISOString())
    const admin = (await service.call('GET', '/me', { token })).body.data.id
    const [line] = await service.ctx.db.query<{ message: string }>(
      `select message from audit_log
       where action = 'maintenance.done' and actor_id = $1 and ip is not null and request_id is not null
       order by at desc limit 1`,
      [admin],
    )
    assert.equal(line?.message, 'cleanup_logs (dry run): {"logs":0}')
  })
})

test('a purge goes on until nothing is left that was on its way when its device was deleted', async () => {
  const rosa = await service.signUp()
  const device = await addDevice(service, rosa.token)
  const number = await deviceNumber(service, device.id)
  await service.call('DELETE', `/device/${device.id}`, { token: rosa.token })
  await done('cleanup_readings')
  await query(
    `insert into readings (device, at, uptime_ms, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z, confidence,
                           health_score)
     values ($1, $2, 1, 0, 0, 9.81, 0, 0, 0, 0, 100)`,
    [number, service.ctx.now()],
  )
  assert.deepEqual(await done('cleanup_readings'), { partitions: 0, readings: 1 })
  assert.equal(await countRows(service, 'reading_purges where device = $1', [number]), 1)
  await query(`update reading_purges set deleted_at = now() - interval '1 minute'`)
  await done('cleanup_readings')
  assert.equal(await countRows(service, 'reading_purges', []), 0)
})

describe('a bad request is 400 and does nothing', () => {
  const bad: [string, unknown, string][] = [
    ['no body', undefined, 'task'],
    ['no task', { options: { dryRun: true } }, 'task'],
    ...['', 'CLEANUP_LOGS', 'drop table falls', 'constructor', '__proto__', 7, null, ['cleanup_logs']].map(
      (task): [string, unknown, string] => [`the task ${JSON.stringify(task)}`, { task }, 'task'],
    ),
    ...[null, 'dryRun', [], true].map((options): [string, unknown, string] => [
      `the options ${JSON.stringify(options)}`,
      { task: 'cleanup_logs', options },
      'options',
    ]),
    ...['true', 1, null].map((dryRun): [string, unknown, string] => [
      `dryRun ${JSON.stringify(dryRun)}`,
      { task: 'cleanup_logs', options: { dryRun } },
      'options.dryRun',
    ]),
  ]
  test('with each of them', async () => {
    const token = await service.adminToken()
    const lines = () => countRows(service, `audit_log where action = 'maintenance.done'`, [])
    const before = await lines()
    for (const [title, body, field] of bad) {
      const answer = await run(token, body)
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, [field]], title)
    }
    assert.equal(await lines(), before)
  })
})

test('only admins may', async () => {
  const { tokens } = await sixCallers(service)
  const expected = [401, 403, 403, 403, 403, 200]
  for (const [i, [name, token]] of tokens.entries()) {
    assert.equal((await run(token, { task: 'cleanup_logs' })).status, expected[i], name)
  }
})

describe('one at a time', () => {
  test('while another task runs it is 409, and then it can be run again', async () => {
    const token = await service.adminToken()
    const body = { task: 'cleanup_logs', options: { dryRun: true } }
    await withJobLock(service.ctx.db, 'maintenance', async () => {
      const refused = await run(token, body)
      assert.deepEqual([refused.status, refused.body.success], [409, false])
      return undefined
    })
    assert.equal((await run(token, body)).status, 200)
  })

  test('while the clock has the same task done it is 409, and another task may go on', async () => {
    const token = await service.adminToken()
    await withJobLock(service.ctx.db, 'cleanup_logs', async () => {
      assert.equal((await run(token, { task: 'cleanup_logs' })).status, 409)
      assert.equal((await run(token, { task: 'cleanup_sessions' })).status, 200)
      return undefined
    })
  })

  test('of two at once one is done', async () => {
    const token = await service.adminToken()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    // The first one is kept at its work by a lock on what it works with.
    const holding = service.ctx.db.transaction(async (tx) => {
      await tx.query('lock table device_logs in access exclusive mode')
      await held
    })
    const first = run(token, { task: 'cleanup_logs' })
    await until(async () => (await countWaiting(service)) > 0, 20_000)
    const second = await run(token, { task: 'cleanup_sessions' })
    release()
    await holding
    assert.deepEqual([(await first).status, second.status], [200, 409])
  })

  test('of twenty at once each is answered', async () => {
    const token = await service.adminToken()
    const answers = await times(20, () => run(token, { task: 'cleanup_logs', options: { dryRun: true } }))
    const { 200: done = 0, 409: refused = 0 } = tally(answers)
    assert.ok(done >= 1)
    assert.equal(done + refused, 20)
  })
})
