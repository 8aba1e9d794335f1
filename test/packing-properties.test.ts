import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../src/db/database.ts'
import type { Motion } from '../src/detection/motion.ts'
import { insertHistory, type StoredReading } from '../src/ingest/ingest.store.ts'
import { withPartitions } from '../src/ingest/reading-writer.ts'
import { unpackSamples } from '../src/ingest/samples.ts'
import { summariseReadings } from '../src/ingest/vital-summaries.ts'
import { createPacker } from '../src/packing/pack-readings.ts'
import { rowsOf } from '../src/packing/reading-row.ts'
import { readStoredReadings } from '../src/packing/stored-readings.ts'
import { readVitalBuckets } from '../src/packing/vital-buckets.ts'
import { createRandom } from '../tools/detection/random.ts'
import { packAll } from './support/packing.ts'
import { addUnregisteredDevice, deviceNumber } from './support/readings.ts'
import { useService } from './support/service.ts'

/**
 * What is read back is what was acknowledged, no more and no less: for random batches, repeated and late ones, with packing
 * in between, at the same time, and killed at any moment.
 */
const service = useService()
const seeds = [1, 2, 3, 4]
const stepsPerSeed = 40
const hour = 3_600_000

const closing: Promise<void>[] = []
after(() => Promise.all(closing))

/** packAndKill packs as another process would, and ends its connections after a while: a kill leaves nothing else. */
async function packAndKill(afterMs: number): Promise<void> {
  const backends = async () => {
    const rows = await service.ctx.db.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database()',
    )
    return rows.map(({ pid }) => pid)
  }
  const others = await backends()
  const db = openDatabase({ connectionString: service.databaseUrl }, () => {})
  await db.query('select 1')
  const packing = createPacker()({ ...service.ctx, db }).catch(() => {})
  await sleep(afterMs)
  await service.ctx.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and pid <> all ($1::int[])`,
    [others],
  )
  await packing
  closing.push(db.close().catch(() => {}))
}

interface Model {
  device: number
  start: number
  /** What was acknowledged, by its time. */
  stored: Map<number, StoredReading>
}

function createGenerator(seed: number, device: number, start: number) {
  const random = createRandom(seed)
  const whole = (limit: number) => Math.floor(random() * limit)
  const decimal = (limit: number, digits: number) =>
    Number(((random() - 0.5) * 2 * limit).toFixed(digits)) + 0
  const maybe = <T>(value: T) => (random() < 0.2 ? null : value)
  const vector = (limit: number, digits: number) =>
    [0, 0, 0].map(() => decimal(limit, digits)) as unknown as Motion['accel']
  const motion = (): Motion => ({ accel: vector(40, 2), gyro: vector(900, 1) })
  function reading(at: number): StoredReading {
    const samples = { rateHz: 10, motions: Array.from({ length: 1 + whole(10) }, motion) }
    return {
      device,
      at: new Date(at),
      seenAt: new Date(at),
      confidence: whole(10) === 0 ? Math.fround(random()) : 0,
      healthScore: whole(101),
      heartSpread: null,
      reading: {
        ...motion(),
        uptimeMs: at - start,
        samples: random() < 0.3 ? samples : null,
        pressure: maybe(1000 + decimal(20, 3)),
        fsr: maybe(whole(101) / 100),
        heartRate: maybe(40 + whole(100)),
        spo2: maybe(90 + whole(11)),
        battery: maybe(whole(10_001) / 100),
        wifi: maybe(random() < 0.5),
        bluetooth: maybe(random() < 0.5),
        sensorsInitialized: maybe(true),
        firmware: null,
        signal: null,
        placement: null,
        button: null,
      } as unknown as StoredReading['reading'],
    }
  }
  return { random, whole, reading }
}

/** expectedRow is a reading as it must be read back; samples are compared apart, because their unit may have changed. */
function expectedRow({ at, reading, confidence, healthScore }: StoredReading) {
  return {
    timestamp: at,
    uptime: reading.uptimeMs,
    accel: [...reading.accel],
    gyro: [...reading.gyro],
    pressure: reading.pressure === null ? null : Number(String(reading.pressure.toFixed(3))),
    fsr: reading.fsr,
    heartRate: reading.heartRate,
    spo2: reading.spo2,
    batteryLevel: reading.battery,
    wifiConnected: reading.wifi,
    bluetoothConnected: reading.bluetooth,
    sensorsInitialized: reading.sensorsInitialized,
    fallConfidence: Math.fround(confidence),
    healthScore,
  }
}

async function assertSpan(
  { device, stored }: Model,
  from: number,
  before: number,
  limit: number,
  order: 'asc' | 'desc',
) {
  const span = { from: from * 1000, before: before * 1000, limit, order, withSamples: true }
  const rows = rowsOf(await readStoredReadings(service.ctx.db, device, span))
  const inSpan = [...stored.values()]
    .filter(({ at }) => at.getTime() >= from && at.getTime() < before)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  const wanted = order === 'asc' ? inSpan.slice(0, limit) : inSpan.slice(-limit)
  assert.deepEqual(
    rows.map(({ samples: _, fallConfidence, ...row }) => ({
      ...row,
      fallConfidence: Math.fround(fallConfidence),
    })),
    wanted.map(expectedRow),
  )
  for (const [i, { samples }] of rows.entries()) {
    const sent = wanted[i]?.reading.samples
    assert.equal(samples === null, !sent)
    const values = samples ? unpackSamples(samples).values.flat() : []
    const expected = sent?.motions.flatMap(({ accel, gyro }) => [...accel, ...gyro]) ?? []
    assert.equal(values.length, expected.length)
    // What was stored before is a 65,534th of the largest value off.
    for (const [n, value] of values.entries())
      assert.ok(Math.abs(value - (expected[n] ?? Number.NaN)) < (n % 6 < 3 ? 0.001 : 0.02))
  }
}

async function assertVitals({ device, stored }: Model, from: number, to: number) {
  const buckets = await readVitalBuckets(service.ctx.db, [device], {
    from: new Date(from),
    to: new Date(to),
    bucketSeconds: 900,
  })
  const counted = new Map<number, { readings: number; sum: number; max: number }>()
  for (const [at, { reading }] of stored) {
    if (at < from || at >= to) continue
    const start = Math.floor(at / 900_000) * 900_000
    const bucket = counted.get(start) ?? { readings: 0, sum: 0, max: Number.NEGATIVE_INFINITY }
    counted.set(start, bucket)
    bucket.readings++
    bucket.sum += reading.heartRate ?? 0
    bucket.max = Math.max(bucket.max, reading.spo2 ?? bucket.max)
  }
  assert.deepEqual(
    buckets.map(({ at, readings, heartRate, spo2 }) => [at, readings, heartRate.sum, spo2.max]),
    [...counted].sort(([a], [b]) => a - b).map(([at, { readings, sum, max }]) => [at, readings, sum, max]),
  )
}

describe('readings that are packed at random moments', () => {
  for (const seed of seeds) {
    test(`are those that were acknowledged: seed ${seed}`, async () => {
      const { id: userId } = await service.signUp()
      const device = await deviceNumber(service, (await addUnregisteredDevice(service, userId)).id)
      const start = Math.floor(service.ctx.now().getTime() / hour) * hour - 30 * hour
      const model: Model = { device, start, stored: new Map() }
      const { random, whole, reading } = createGenerator(seed, device, start)
      const spanMs = 5 * hour

      async function sendBatch(): Promise<void> {
        const first = start + whole(spanMs)
        const known = [...model.stored.keys()]
        const times = Array.from({ length: 1 + whole(100) }, (_, i) =>
          // Some are sent again, with values that must not replace those of the first time.
          random() < 0.3 && known.length > 0
            ? (known[whole(known.length)] as number)
            : first + i * (900 + whole(200)),
        )
        const rows = [...new Set(times)].map(reading).sort((a, b) => a.at.getTime() - b.at.getTime())
        const { db } = service.ctx
        const stored = await withPartitions(db, rows, () => db.transaction((tx) => insertHistory(tx, rows)))
        const fresh = rows.filter(({ at }) => !model.stored.has(at.getTime()))
        assert.equal(stored, fresh.length)
        for (const row of fresh) model.stored.set(row.at.getTime(), row)
      }

      async function check(): Promise<void> {
        const from = start + whole(spanMs)
        const before = from + whole(2 * hour)
        await assertSpan(model, from, before, 1 + whole(300), random() < 0.5 ? 'asc' : 'desc')
        await assertVitals(model, from, before)
      }

      const pack = async () => {
        await summariseReadings(service.ctx)
        await createPacker()(service.ctx)
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
      await assertSpan(model, start, start + 2 * spanMs, 100_000, 'asc')
      await assertVitals(model, start, start + 2 * spanMs)
      const [count] = await service.ctx.db.query<{ packed: number }>(
        'select coalesce(sum(count), 0)::int as packed from packed_readings where device = $1',
        [device],
      )
      assert.ok((count?.packed ?? 0) > 0, 'some readings are packed')
    })
  }
})
