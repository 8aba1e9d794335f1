import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRandom } from '../../../harness/random.ts'
import { createByteReader } from './bytes.ts'
import type { Values } from './columns.ts'
import { packColumns, unpackColumns, unpackTimes } from './packed-columns.ts'
import { shortestFloat32 } from './reading-row.ts'
import { mergeTables, type ReadingTable, toTimestamp, valueColumns } from './reading-table.ts'

const start = Date.UTC(2026, 2, 1) * 1000

function tableOf(count: number, overrides: ReadingTable['values'] = {}, step = 1_000_000): ReadingTable {
  const at = Array.from({ length: count }, (_, i) => start + i * step)
  const values = Object.fromEntries(valueColumns.map((name) => [name, at.map((_, i) => i % 3)]))
  return { at, values: { ...values, ...overrides } }
}

async function repacked(table: ReadingTable): Promise<ReadingTable> {
  return unpackColumns(await packColumns(table))
}

const singles = (values: Values) => values.map((value) => (value === null ? null : Math.fround(value)))

describe('packed readings are the same once they are unpacked', () => {
  const cases: [title: string, values: Values][] = [
    ['whole numbers', [70, 71, 71, 0, -5, 300]],
    ['no values', [null, null, null]],
    ['values that are missing here and there', [1, null, 2, null, null, 3]],
    ['decimals as devices send them', [9.81, -0.03, 0, 12.5, 1013.257, 99.99]],
    ['single precision that is no decimal', [Math.fround(1 / 3), Math.fround(Math.PI * 1e-9), 1e30, -1e30]],
    ['large integers', [2 ** 53 - 1, 0, 2 ** 40, -(2 ** 52)]],
    ['one value', [42]],
  ]
  for (const [title, values] of cases) {
    test(`a part of ${title}`, async () => {
      const packed = await packColumns(tableOf(values.length, { uptime_ms: values, battery: values }))
      for (let from = 0; from <= values.length; from++)
        for (let to = from; to <= values.length; to++) {
          const part = unpackColumns(packed, () => [from, to])
          assert.equal(part.at.length, to - from)
          assert.deepEqual(part.values.uptime_ms, values.slice(from, to))
          assert.deepEqual(singles(part.values.battery ?? []), singles(values.slice(from, to)))
        }
    })
    test(title, async () => {
      const table = tableOf(values.length, { confidence: values, uptime_ms: values })
      const result = await repacked(table)
      assert.deepEqual(singles(result.values.confidence ?? []), singles(values))
      assert.deepEqual(result.values.uptime_ms, values)
    })
  }

  test('times, to the microsecond', async () => {
    for (const step of [1_000_000, 1_003_000, 1, 999_999]) {
      const table = tableOf(500, {}, step)
      const packed = await packColumns(table)
      assert.deepEqual(unpackColumns(packed).at, table.at)
      assert.deepEqual(unpackTimes(packed.vitals), table.at)
    }
    assert.equal(toTimestamp(start + 1_234_567), '2026-03-01T00:00:01.234567Z')
  })

  test('random ones, and they stay so when they are packed again', async () => {
    const random = createRandom(7)
    for (let round = 0; round < 30; round++) {
      const count = 1 + Math.floor(random() * 300)
      const digits = Math.floor(random() * 3)
      const column = (spread: number): Values =>
        Array.from({ length: count }, () =>
          random() < 0.1 ? null : Math.fround(Number(((random() - 0.5) * spread).toFixed(digits)) + 0),
        )
      const table = tableOf(count, { accel_x: column(40), gyro_z: column(4000), battery: column(100) })
      const once = await repacked(table)
      for (const name of ['accel_x', 'gyro_z', 'battery'] as const)
        assert.deepEqual(singles(once.values[name] ?? []), table.values[name], `round ${round}, ${name}`)
      assert.deepEqual(await repacked(once), once)
    }
  })
})

test('readings that were packed in version 1 stay readable', () => {
  const packed = {
    vitals: Buffer.from('AWN9wc7AwNjwoe/1lPQL/BDIxMDAwMTAwMDYw8jEwsTAwMDAxMIApwE=', 'base64'),
    motion: Buffer.from('AWNgYGBgYmFgYmBiWMWfzPCL8QYLA0yIRjQA', 'base64'),
  }
  const heartRates = [70, 71, null, 73, 74]
  const accelerations = [9.81, -0.5, 0, 1.25, 3]
  const { at, values } = tableOf(5, { heart_rate: heartRates, accel_x: accelerations })
  assert.deepEqual(unpackColumns(packed), { at, values })
  const part = unpackColumns(packed, () => [1, 3])
  assert.deepEqual(part.values.heart_rate, heartRates.slice(1, 3))
  assert.deepEqual(part.values.accel_x, accelerations.slice(1, 3))
  assert.deepEqual(unpackTimes(packed.vitals), at)
})

test('any part of many readings is read', async () => {
  const count = 1900
  const values = Array.from({ length: count }, (_, i) => (i % 7 === 0 ? null : 60 + ((i * 13) % 50)))
  const table = tableOf(count, { heart_rate: values, gyro_x: values })
  const packed = await packColumns(table)
  const edges = [0, 1, 599, 600, 601, 1199, 1200, 1800, 1899, 1900]
  for (const from of edges)
    for (const to of edges.filter((edge) => edge >= from)) {
      const part = unpackColumns(packed, () => [from, to])
      assert.deepEqual(part.at, table.at.slice(from, to))
      assert.deepEqual(part.values.heart_rate, values.slice(from, to), `${from} to ${to}`)
      assert.deepEqual(part.values.gyro_x, values.slice(from, to))
    }
})

test('what a sensor cannot resolve is rounded, to the documented digits', async () => {
  const random = createRandom(3)
  const noise = Array.from({ length: 200 }, () => Math.fround((random() - 0.5) * 30))
  const { values } = await repacked(tableOf(200, { accel_y: noise, gyro_y: noise, fsr: noise }))
  const errorOf = (column: Values = []) =>
    Math.max(...noise.map((value, i) => Math.abs(value - (column[i] as number))))
  assert.ok(errorOf(values.accel_y) <= 0.000_51)
  assert.ok(errorOf(values.gyro_y) <= 0.005_1)
  assert.deepEqual(values.fsr, noise)
})

test('an unknown version and cut bytes are refused', async () => {
  const { vitals, motion } = await packColumns(tableOf(10))
  assert.throws(() => unpackTimes(Buffer.from([9, ...vitals.subarray(1)])), /version 9/)
  assert.throws(() => unpackColumns({ vitals, motion: motion.subarray(0, motion.length >> 1) }))
  const short = createByteReader(Buffer.from([1, 2, 130]))
  assert.throws(() => short.skipVarints(3), /end too early/)
})

test('tables are merged in order of time, the first of equal times once', () => {
  const table = (at: number[], heart: number): ReadingTable => ({
    at,
    values: { heart_rate: at.map(() => heart) },
  })
  const merged = mergeTables([table([1, 3, 5], 60), table([2, 3, 6], 90)])
  assert.deepEqual(merged, { at: [1, 2, 3, 5, 6], values: { heart_rate: [60, 90, 60, 60, 90] } })
})

test('a number in single precision is written as PostgreSQL writes it', () => {
  const cases = [0, 9.81, -0.001, 1013.257, 1e-9, 3.4e38, 16_777_216, 123_456.79, 0.333_333_34]
  for (const value of cases) assert.equal(shortestFloat32(Math.fround(value)), value)
})
