import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../harness/until.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { insertHistory, type StoredReading } from '../../src/telemetry/ingest/ingest.store.ts'
import { withPartitions } from '../../src/telemetry/ingest/reading-writer.ts'
import { summariseReadings } from '../../src/telemetry/ingest/vital-summaries.ts'
import { packReadings } from '../../src/telemetry/packing/pack-readings.ts'
import { builtFile } from '../runner/built-file.ts'
import { isFull, often } from '../support/full.ts'
import { packAll } from '../support/packing.ts'
import { assertSpan, assertVitals, createGenerator, type Model } from '../support/reading-model.ts'
import { addUnregisteredDevice, countRows, deviceNumber } from '../support/readings.ts'
import { useService } from '../support/service.ts'

/**
 * What is read back is what was acknowledged, no more and no less: for random batches, repeated and late ones, with packing
 * in between, at the same time, and killed at any moment, with its connections or with the whole process.
 */
const service = useService()
const seeds = isFull ? [1, 2, 3, 4] : [1]
const stepsPerSeed = often(30, 40)
const kills = often(1, 5)
const workerName = 'packing-worker'
const workerPath = builtFile('test/support/packing-worker.ts')
const hour = 3_600_000
const spanMs = 5 * hour

const closing: Promise<void>[] = []
after(() => Promise.all(closing))

/** Packs as another process would, and ends its connections after a while: a kill leaves nothing else. */
async function packAndKill(afterMs: number): Promise<void> {
  const backends = async () => {
    const rows = await service.ctx.db.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database()',
    )
    return rows.map(({ pid }) => pid)
  }
  const others = await backends()
  const db = openDatabase({ connectionString: service.databaseUrl }, () => {}, service.ctx.db)
  await db.query('select 1')
  const packing = packReadings({ ...service.ctx, db }, 0).catch(() => {})
  await sleep(afterMs)
  await service.ctx.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and pid <> all ($1::int[])`,
    [others],
  )
  await packing
  closing.push(db.close().catch(() => {}))
}

async function createModel(): Promise<Model> {
  const { id: userId } = await service.signUp()
  const device = await deviceNumber(service, (await addUnregisteredDevice(service, userId)).id)
  const start = Math.floor(service.ctx.now().getTime() / hour) * hour - 30 * hour
  return { device, start, stored: new Map() }
}

async function countPacked(device: number): Promise<number> {
  const [count] = await service.ctx.db.query<{ packed: number }>(
    'select coalesce(sum(count), 0)::int as packed from packed_readings where device = $1',
    [device],
  )
  return count?.packed ?? 0
}

describe('readings that are packed at random moments', () => {
  for (const seed of seeds) {
    test(`are those that were acknowledged: seed ${seed}`, async () => {
      const model = await createModel()
      const { device, start } = model
      const { random, whole, batch } = createGenerator(seed, device, start)

      async function sendBatch(): Promise<void> {
        const rows = batch(spanMs, [...model.stored.keys()])
        const { db } = service.ctx
        const stored = await withPartitions(db, rows, () => db.transaction((tx) => insertHistory(tx, rows)))
        const fresh = rows.filter(({ at }) => !model.stored.has(at.getTime()))
        assert.equal(stored, fresh.length)
        for (const row of fresh) model.stored.set(row.at.getTime(), row)
      }

      async function check(): Promise<void> {
        const from = start + whole(spanMs)
        const before = from + whole(2 * hour)
        await assertSpan(service.ctx.db, model, from, before, 1 + whole(300), random() < 0.5 ? 'asc' : 'desc')
        await assertVitals(service.ctx.db, model, from, before)
      }

      const pack = async () => {
        await summariseReadings(service.ctx)
        await packReadings(service.ctx, 0)
      }
      const steps = [
        sendBatch,
        () => Promise.all([sendBatch(), pack()]),
        () => Promise.all([pack(), pack(), sendBatch()]),
        () => packAndKill(whole(40)),
        check,
      ]
      for (let step = 0; step < stepsPerSeed; step++) await steps[whole(steps.length)]?.()
      await check()
      await packAll(service.ctx)
      await assertSpan(service.ctx.db, model, start, start + 2 * spanMs, 100_000, 'asc')
      await assertVitals(service.ctx.db, model, start, start + 2 * spanMs)
      assert.ok((await countPacked(device)) > 0, 'some readings are packed')
    })
  }
})

describe('a process that stores and packs, and is killed at random moments', () => {
  const seed = Number(process.env.SEED) || randomInt(1_000_000)

  /** Starts a process, and stores batches there until it is killed; an acknowledgement is their number. */
  async function startWorker() {
    const env = { ...process.env, DATABASE_URL: `${service.databaseUrl}?application_name=${workerName}` }
    const worker = fork(workerPath, { env, execArgv: [], serialization: 'advanced' })
    const exited = once(worker, 'exit').then(() => undefined)
    after(() => worker.kill('SIGKILL'))
    const ready = await Promise.race([once(worker, 'message'), exited])
    assert.ok(ready, 'the process is ready before it ends')
    return {
      kill: () => worker.kill('SIGKILL'),
      /** Answers undefined if the process was killed before it acknowledged the batch. */
      async store(rows: StoredReading[]): Promise<number | undefined> {
        // A process that was killed cannot be written to.
        worker.send(rows, () => {})
        const answered = once(worker, 'message').then(([stored]) => stored as number)
        return Promise.race([answered, exited])
      },
    }
  }

  test(`leaves what it acknowledged, no more and no less: seed ${seed}`, async () => {
    const model = await createModel()
    const { device, start, stored } = model
    const { whole, batch } = createGenerator(seed, device, start)
    let rows = batch(spanMs, [])
    let unanswered = 0
    for (let kill = 0; kill < kills; kill++) {
      const worker = await startWorker()
      const packedBefore = await countPacked(device)
      let timer: NodeJS.Timeout | undefined
      for (;;) {
        const count = await worker.store(rows)
        if (count === undefined) break
        const fresh = rows.filter(({ at }) => !stored.has(at.getTime()))
        // One that was not acknowledged may have been stored: all of it, or nothing.
        assert.ok(count === fresh.length || (unanswered > 0 && count === 0), `${count} of ${fresh.length}`)
        for (const row of fresh) stored.set(row.at.getTime(), row)
        rows = batch(spanMs, [...stored.keys()])
        unanswered = 0
        // It is killed once it packs, while there is more to store and to pack.
        if (!timer && (await countPacked(device)) > packedBefore) timer = setTimeout(worker.kill, whole(300))
      }
      // A client sends it again.
      unanswered++
      clearTimeout(timer)
      // What a killed process had sent, the server may still complete.
      await until(async () => (await countWorkers()) === 0, undefined, 'the end of the connections')
    }
    const last = await startWorker()
    assert.notEqual(await last.store(rows), undefined)
    for (const row of rows) if (!stored.has(row.at.getTime())) stored.set(row.at.getTime(), row)
    last.kill()
    await until(async () => (await countWorkers()) === 0, undefined, 'the end of the connections')
    assert.ok((await countPacked(device)) > 0, 'the processes have packed some')
    await assertSpan(service.ctx.db, model, start, start + 2 * spanMs, 100_000, 'asc')
    await packAll(service.ctx)
    await assertSpan(service.ctx.db, model, start, start + 2 * spanMs, 100_000, 'asc')
    await assertVitals(service.ctx.db, model, start, start + 2 * spanMs)
  })

  /** Counts the connections of processes other than this one. */
  const countWorkers = () =>
    countRows(service, `pg_stat_activity where datname = current_database() and application_name = $1`, [
      workerName,
    ])
})
