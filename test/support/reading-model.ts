import assert from 'node:assert/strict'
import { createRandom } from '../../harness/random.ts'
import type { Motion } from '../../src/detection/motion.ts'
import type { Db } from '../../src/platform/db/database.ts'
import type { StoredReading } from '../../src/telemetry/ingest/ingest.store.ts'
import { rowsOf } from '../../src/telemetry/packing/reading-row.ts'
import { unpackSamples } from '../../src/telemetry/packing/samples.ts'
import { readStoredReadings } from '../../src/telemetry/packing/stored-readings.ts'
import { readVitalBuckets } from '../../src/telemetry/packing/vital-buckets.ts'

/** What a device must have. */
export interface Model {
  device: number
  start: number
  /** What was acknowledged, by its time. */
  stored: Map<number, StoredReading>
}

/** Makes random readings, and random batches of them: some times are sent again, with other values. */
export function createGenerator(seed: number, device: number, start: number) {
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
  function batch(spanMs: number, known: number[]): StoredReading[] {
    const first = start + whole(spanMs)
    const times = Array.from({ length: 1 + whole(100) }, (_, i) =>
      random() < 0.3 && known.length > 0
        ? (known[whole(known.length)] as number)
        : first + i * (900 + whole(200)),
    )
    return [...new Set(times)].map(reading).sort((a, b) => a.at.getTime() - b.at.getTime())
  }
  return { random, whole, batch }
}

/** A reading as it must be read back; samples are compared apart, because their unit may have changed. */
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

export async function assertSpan(
  db: Db,
  { device, stored }: Model,
  from: number,
  before: number,
  limit: number,
  order: 'asc' | 'desc',
) {
  const span = { from: from * 1000, before: before * 1000, limit, order, withSamples: true }
  const rows = rowsOf(await readStoredReadings(db, device, span))
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

export async function assertVitals(db: Db, { device, stored }: Model, from: number, to: number) {
  const buckets = await readVitalBuckets(db, [device], {
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
