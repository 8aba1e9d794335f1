import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validatorCompiler } from '../../platform/http/validation.ts'
import { readingBody, toReading } from './ingest.schemas.ts'

const plain = {
  device_id: 'AA:BB:CC:DD:EE:FF',
  accel_x: 0.1,
  accel_y: 0,
  accel_z: 9.81,
  gyro_x: 0,
  gyro_y: -1.5,
  gyro_z: 3,
  uptime_ms: 123_456,
}

const summary = { accel_peak: [12, 0.5, 31], accel_mean: [0.1, 0.2, 9.8], accel_spread: 0.6 }
const details = { accel_low_share: 0.25, accel_peak_at: 0.5, accel_spread_first: 0.7 }

const rows = (count: number) => Array(count).fill([1, 2, 3, 4, 5, 6])

/** For each field, what lies on both sides of its limits and what is of another kind altogether. */
const values: Record<string, unknown[]> = {
  device_id: ['aa:bb:cc:dd:ee:ff', ' AABBCCDDEEFF ', '00:00:00:00:00:00', 'FF:FF:FF:FF:FF:FF', 'AA:BB', ''],
  accel_x: [-2000, 2000, -2000.1, 2000.1, Number.POSITIVE_INFINITY, Number.NaN, '1', null, [1]],
  gyro_z: [-20_000, 20_000, 20_001, true, undefined],
  uptime_ms: [0, -1, 1.5, 2 ** 53 - 1, 2 ** 53, 1e300],
  pressure: [0, 1e-300, 1e38, 1.1e38, -1],
  fsr: [0, 1, 1.0001, -0.0001, -0],
  heart_rate: [0, 300, 301, 72.5, '72'],
  spo2: [0, 100, 101, 97.1],
  battery_level: [0, 100, 100.5, 81.25],
  wifi_connected: [true, false, 0, 'true', null],
  firmware_version: ['2.1.0', ' 2.1.0 ', '', '   ', 'x'.repeat(100), 'x'.repeat(101), 'née', 7],
  signal_strength: [-1, 0, -32_768, -32_769, -61.5],
  samples: [
    [],
    [[1, 2, 3, 4, 5, 6]],
    [[1, 2, 3]],
    [[1, 2, 3, 4, 5, 6, 7]],
    [[1, 2, 3, 4, 5, 'six']],
    'none',
    ...[256, 257].map(rows),
  ],
  sample_rate_hz: [10, 250, 9.9, 250.1],
  accel_peak: [[1, 2, 3], [1, 2], [1, 2, 3, 4], [2000, -2000, 0], [2000.1, 0, 0], ['1', 2, 3], [], 1, null],
  accel_mean: [[0, 0, 9.81], [0, 0], [0, -2000.1, 0], {}],
  accel_spread: [0, 2000, -0.001, 2000.1, '1', null, [1]],
  accel_low_share: [0, 1, 0.04, -0.001, 1.001, '0', null, [0]],
  accel_spread_first: [0, 2000, -0.001, 2000.1, '1', null],
  accel_peak_at: [0, 1, 0.5, -0.001, 1.001, {}, null],
  placement: ['wrist', 'waist', 'pocket', 'unknown', 'ankle', 'Wrist', '', null, 7],
  client_timestamp: ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05+01:00', 'yesterday', 5],
  stranger: [1, { deep: true }],
}

const variants = Object.entries(values).flatMap(([name, choices]) => [
  ...choices.map((value) => ({ ...plain, [name]: value })),
  ...choices.map((value) => ({ ...plain, sample_rate_hz: 50, [name]: value })),
  ...choices.map((value) => ({ ...plain, ...summary, [name]: value })),
  ...choices.map((value) => ({ ...plain, ...summary, ...details, [name]: value })),
])
const incomplete = Object.keys(plain).map((name) => {
  const { [name]: _left, ...rest } = plain as Record<string, unknown>
  return rest
})

test('a reading that is admitted quickly is one that its schema admits, and is taken just the same', () => {
  const validate = validatorCompiler({ schema: readingBody, httpPart: 'body' } as never)
  const bodies = [plain, ...variants, ...incomplete]
  for (const body of bodies) {
    const taken = validate(structuredClone(body)) as { value?: object; error?: unknown }
    const expected = readingBody.safeParse(body)
    assert.equal(taken.error === undefined, expected.success, JSON.stringify(body))
    if (expected.success) assert.deepEqual(taken.value, expected.data)
  }
})

test('a summary of the motion is one of three figures, up to the very edge, or none at all', () => {
  const summaryOf = (fields: object) => toReading(readingBody.parse({ ...plain, ...fields })).summary
  assert.deepEqual(summaryOf(summary), { peak: [12, 0.5, 31], mean: [0.1, 0.2, 9.8], spread: 0.6 })
  for (const [edge, spread] of [
    [0, 0],
    [2000, 2000],
    [-2000, 0],
  ] as const) {
    const fields = { accel_peak: [edge, 0, 0], accel_mean: [0, 0, edge], accel_spread: spread }
    assert.deepEqual(summaryOf(fields), { peak: [edge, 0, 0], mean: [0, 0, edge], spread })
  }
  const full = summaryOf({ ...summary, ...details })
  assert.deepEqual(full?.details, { lowShare: 0.25, peakAt: 0.5, firstSpread: 0.7 })
  assert.ok('summary' in toReading(readingBody.parse(plain)))
  assert.equal(summaryOf({}), undefined)
})
