import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { type Job, runIfDue, startJobs } from '../../src/app/jobs/jobs.ts'
import { schedule } from '../../src/app/jobs/schedule.ts'
import { taskNames, tasks } from '../../src/app/jobs/tasks.ts'
import type { Context } from '../../src/platform/context.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { createDeviceLogWriter } from '../../src/telemetry/devices/device-logs.service.ts'
import { insertDeviceLog } from '../../src/telemetry/devices/devices.service.ts'
import { addDevice, addUnregisteredDevice, countRows, deviceNumber, times } from '../support/readings.ts'
import { TestService } from '../support/service.ts'

const service = new TestService()

/** A second process on the same database. */
let connections: Database
let other: Context

before(async () => {
  await service.start()
  connections = openDatabase({ connectionString: service.ctx.config.databaseUrl ?? '' }, () => {})
  other = { ...service.ctx, db: connections }
})
after(async () => {
  await connections?.close()
  await service.stop()
})

let jobs = 0

/** A job that counts its runs and how many of them there were at the same time. */
function countingJob(work: () => Promise<object | undefined> = async () => undefined) {
  const counts = { runs: 0, atOnce: 0, mostAtOnce: 0 }
  const job: Job = {
    name: `test_${++jobs}`,
    everyMs: 60_000,
    async run() {
      counts.runs++
      counts.mostAtOnce = Math.max(counts.mostAtOnce, ++counts.atOnce)
      return work().finally(() => counts.atOnce--)
    },
  }
  return { job, counts }
}

const linesOf = ({ name }: Job) =>
  service.ctx.db.query<{ level: string; action: string; message: string; nobody: boolean }>(
    `select level, action, message, actor_id is null and subject_id is null and ip is null as nobody
     from audit_log where message like $1 || '%' order by at`,
    [name],
  )

describe('a job', () => {
  test('is done by one of many who try at the same time, in two processes', async () => {
    let turnedAway = 0
    const { job, counts } = countingJob(async () => {
      await until(() => turnedAway === 7)
      return undefined
    })
    await times(8, (i) => runIfDue(i % 2 ? service.ctx : other, job).finally(() => turnedAway++))
    assert.deepEqual(counts, { runs: 1, atOnce: 0, mostAtOnce: 1 })
  })

  test('is not done again before its interval, and is after it', async () => {
    const { job, counts } = countingJob()
    for (const ctx of [service.ctx, other, service.ctx]) await runIfDue(ctx, job)
    assert.equal(counts.runs, 1)
    service.advance('50s')
    await runIfDue(other, job)
    assert.equal(counts.runs, 1)
    service.advance('10s')
    for (const ctx of [other, service.ctx]) await runIfDue(ctx, job)
    assert.equal(counts.runs, 2)
  })

  test('never overlaps, also when it takes longer than its interval', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { job, counts } = countingJob(async () => {
      service.advance('5m')
      await held
      return undefined
    })
    const first = runIfDue(service.ctx, job)
    await until(() => counts.runs === 1, 20_000)
    await runIfDue(other, job)
    release()
    await first
    assert.deepEqual(counts, { runs: 1, atOnce: 0, mostAtOnce: 1 })
    await runIfDue(other, job)
    assert.equal(counts.runs, 2)
  })

  test('that processes share runs in each of them, at its interval', async () => {
    let release = () => {}
    const held = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined)
    })
    const { job, counts } = countingJob(() => held)
    const shared = { ...job, isShared: true }
    const runs = [service.ctx, other].map((ctx) => runIfDue(ctx, shared))
    await until(() => counts.atOnce === 2, 20_000)
    release()
    await Promise.all(runs)
    assert.equal(await countRows(service, 'job_runs where name = $1', [job.name]), 1)
  })

  test('does not keep another one from running', async () => {
    const inner = countingJob()
    const outer = countingJob(async () => {
      await runIfDue(other, inner.job)
      return undefined
    })
    await runIfDue(service.ctx, outer.job)
    assert.equal(inner.counts.runs, 1)
  })

  test('that did something leaves a line about it; one that did not leaves none', async () => {
    const { job } = countingJob(async () => ({ things: 3 }))
    await runIfDue(service.ctx, job)
    assert.deepEqual(await linesOf(job), [
      { level: 'INFO', action: 'job.done', message: `${job.name}: {"things":3}`, nobody: true },
    ])
    const idle = countingJob()
    await runIfDue(service.ctx, idle.job)
    assert.deepEqual([idle.counts.runs, await linesOf(idle.job)], [1, []])
  })

  test('that fails leaves an error behind without its reason, and is tried again at once', async () => {
    let broken = true
    const { job, counts } = countingJob(async () => {
      if (broken) throw new Error('a secret')
      return { things: 1 }
    })
    await runIfDue(service.ctx, job)
    assert.deepEqual(await linesOf(job), [
      { level: 'ERROR', action: 'job.failed', message: job.name, nobody: true },
    ])
    broken = false
    await runIfDue(other, job)
    assert.equal(counts.runs, 2)
    assert.deepEqual(
      (await linesOf(job)).map(({ action }) => action),
      ['job.failed', 'job.done'],
    )
    await runIfDue(service.ctx, job)
    assert.equal(counts.runs, 2)
  })

  test('is not done again where the clock is a little behind, and is where it was far ahead', async () => {
    const { job, counts } = countingJob()
    const shifted = (seconds: number) => ({
      ...other,
      now: () => new Date(service.ctx.now().getTime() + seconds * 1000),
    })
    await runIfDue(service.ctx, job)
    await runIfDue(shifted(-20), job)
    assert.equal(counts.runs, 1)
    await runIfDue(shifted(86_400), job)
    await runIfDue(service.ctx, job)
    assert.equal(counts.runs, 3)
  })
})

describe('the jobs of a process', () => {
  const names = schedule.map(({ name }) => name).sort()

  test('all run at the start, at the same time as those of another process', async () => {
    await service.ctx.db.query('delete from job_runs')
    const stops = [startJobs(service.ctx, schedule), startJobs(other, schedule)]
    const ran = await until(async () => {
      const rows = await service.ctx.db.query<{ name: string }>('select name from job_runs order by name')
      return rows.length >= names.length && rows
    }, 20_000)
    await Promise.all(stops.map((stop) => stop()))
    assert.deepEqual(
      ran.map(({ name }) => name),
      names,
    )
    assert.equal(
      await countRows(service, `audit_log where action = 'job.failed' and message = any ($1)`, [names]),
      0,
    )
  })

  test('all get done though there are more of them than connections', async () => {
    const many = Array.from({ length: 8 }, () =>
      countingJob(async () => {
        await service.ctx.db.background.query('select pg_sleep(0.02)')
        return undefined
      }),
    )
    const stop = startJobs(
      service.ctx,
      many.map(({ job }) => job),
    )
    await until(() => many.every(({ counts }) => counts.runs === 1), 20_000)
    await stop()
  })

  test('come back at their interval, and no more once they are stopped', async () => {
    const { job, counts } = countingJob()
    const stop = startJobs(service.ctx, [{ ...job, everyMs: 50 }])
    await until(() => counts.runs >= 3, 20_000)
    await stop()
    const { runs } = counts
    const later = countingJob()
    const stopLater = startJobs(service.ctx, [{ ...later.job, everyMs: 50 }])
    await until(() => later.counts.runs >= 3, 20_000)
    await stopLater()
    assert.equal(counts.runs, runs)
  })

  test('are waited for when they are stopped', async () => {
    let release = () => {}
    const held = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined)
    })
    const { job, counts } = countingJob(() => held)
    const stop = startJobs(service.ctx, [job])
    await until(() => counts.runs === 1, 20_000)
    let isStopped = false
    const stopping = stop().then(() => {
      isStopped = true
    })
    await service.ctx.db.query('select 1')
    assert.equal(isStopped, false)
    release()
    await stopping
    assert.equal(counts.atOnce, 0)
  })
})

describe('a job that takes long', () => {
  /** Does something while a job has a transaction open and is not done. */
  async function whileAtWork(something: () => Promise<void>): Promise<void> {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let isAtWork = false
    const { job } = countingJob()
    const run: Job['run'] = async ({ db }) => {
      await db.transaction(async (tx) => {
        await tx.query('select 1')
        isAtWork = true
        await held
      })
      return undefined
    }
    const stop = startJobs(service.ctx, [{ ...job, run }])
    try {
      await until(() => isAtWork, 20_000)
      await something()
    } finally {
      release()
      await stop()
    }
  }

  test('keeps no maintenance task waiting', async () => {
    const token = await service.adminToken()
    await whileAtWork(async () => {
      for (const task of taskNames) {
        // One that waited for the job would wait for as long as this does.
        const answer = await service.call('POST', '/admin/maintenance', { token, body: { task } })
        assert.equal(answer.status, 200, `${task}: ${answer.text}`)
      }
    })
  })

  test('keeps no maintenance task waiting, with many who ask for one', async () => {
    const token = await service.adminToken()
    const body = { task: 'recalculate_health' }
    await whileAtWork(async () => {
      const answers = await times(20, () => service.call('POST', '/admin/maintenance', { token, body }))
      assert.ok(answers.every(({ status }) => status === 200 || status === 409))
      assert.ok(answers.some(({ status }) => status === 200))
    })
  })

  test('holds its lock without a transaction, which would hold back vacuum', async () => {
    await service.ctx.db.query('delete from job_runs')
    const { job } = countingJob()
    let open = -1
    const run: Job['run'] = async () => {
      open = await countRows(
        service,
        `pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
        [],
      )
      return undefined
    }
    await runIfDue(service.ctx, { ...job, run })
    assert.equal(open, 0)
  })

  test('is none when its lock was lost meanwhile, and is tried again', async () => {
    const { job, counts } = countingJob()
    const run: Job['run'] = async (ctx) => {
      await job.run(ctx)
      if (counts.runs > 1) return undefined
      await service.ctx.db.query(
        `select pg_terminate_backend(pid) from pg_locks
         where locktype = 'advisory' and classid = 4170004 and pid <> pg_backend_pid()
           and database = (select oid from pg_database where datname = current_database())`,
      )
      return undefined
    }
    await runIfDue(service.ctx, { ...job, run })
    assert.deepEqual(
      (await linesOf(job)).map(({ action }) => action),
      ['job.failed'],
    )
    await runIfDue(service.ctx, { ...job, run })
    assert.equal(counts.runs, 2)
  })
})

test('1500 log entries at once leave the newest 1000 of the device, and those of others', async () => {
  const rosa = await service.signUp()
  const [device, neighbour] = [
    await addUnregisteredDevice(service, rosa.id),
    await addUnregisteredDevice(service, rosa.id),
  ]
  const number = await deviceNumber(service, device.id)
  const db = service.ctx.db.background
  await insertDeviceLog(db, await deviceNumber(service, neighbour.id), 'INFO', 'Neighbour', service.ctx.now())
  await times(1500, (i) => insertDeviceLog(db, number, 'INFO', `entry ${i}`, service.ctx.now()))
  const [row] = await db.query<{ count: number; oldest: number; newest: number }>(
    'select count(*)::int, min(id)::int as oldest, max(id)::int as newest from device_logs where device = $1',
    [number],
  )
  assert.equal(row?.count, 1000)
  // Nobody else wrote, so the numbers of the newest thousand have no gaps.
  assert.equal((row?.newest ?? 0) - (row?.oldest ?? 0), 999)
  assert.equal(await countRows(service, `device_logs where message = 'Neighbour'`, []), 1)
})

test('entries of many devices at once are written together, each with its device, and left out where that is gone', async () => {
  const rosa = await service.signUp()
  const devices = await Promise.all(
    [1, 2, 3].map(async () => deviceNumber(service, (await addUnregisteredDevice(service, rosa.id)).id)),
  )
  const { db } = service.ctx
  let statements = 0
  const counting = {
    ...db,
    query(...args: Parameters<typeof db.query>) {
      statements++
      return db.query(...args)
    },
  }
  const write = createDeviceLogWriter(counting as typeof db)
  const gone = Math.max(...devices) + 1000
  await times(1100, (i) =>
    write({ device: devices[0] ?? 0, type: 'INFO', message: `first ${i}`, at: service.ctx.now() }),
  )
  statements = 0
  await Promise.all(
    [...devices, gone, ...devices].map((device, i) =>
      write({ device, type: 'WARNING', message: `entry ${i}`, at: service.ctx.now() }),
    ),
  )
  assert.equal(statements, 2)
  const rows = await db.query<{ device: number; messages: string[]; count: number }>(
    `select device, count(*)::int as count, array_agg(message order by id) filter (where type = 'WARNING') as messages
     from device_logs where device = any ($1) group by device order by device`,
    [[...devices, gone]],
  )
  const [a, b, c] = [...devices].sort((x, y) => x - y)
  const messagesOf = (device: number | undefined) => {
    const i = devices.indexOf(device ?? 0)
    return [`entry ${i}`, `entry ${i + 4}`]
  }
  assert.deepEqual(
    rows.map(({ device, messages }) => [device, messages]),
    [a, b, c].map((device) => [device, messagesOf(device)]),
  )
  assert.equal(rows.find(({ device }) => device === devices[0])?.count, 1000)
})

test('a reading can be read for 90 days, and its day is gone on the next', async () => {
  const rosa = await service.signUp()
  const { id, first } = await addDevice(service, rosa.token, { heart_rate: 70 })
  const from = new Date(Date.parse(first.timestamp) - 1000).toISOString()
  const partition = `readings_${first.timestamp.slice(0, 10).replaceAll('-', '')}`
  const isThere = () => countRows(service, 'pg_class where relname = $1', [partition])
  const shown = async () => {
    const { token } = (await service.logIn(rosa.email)).body
    const answer = await service.call('GET', `/device/${id}/readings`, { token, query: { from } })
    assert.equal(answer.status, 200)
    return answer.body.data.length
  }
  const cleanUp = () => tasks.cleanup_readings(service.ctx, { dryRun: false })
  service.advance('89d')
  service.advance('23h')
  await cleanUp()
  assert.deepEqual([await shown(), await isThere()], [1, 1])
  service.advance('2h')
  assert.equal(await shown(), 0)
  service.advance('24h')
  const { partitions } = await cleanUp()
  assert.ok((partitions ?? 0) >= 1)
  assert.deepEqual([await shown(), await isThere()], [0, 0])
  assert.equal((await cleanUp()).partitions, 0)
})
