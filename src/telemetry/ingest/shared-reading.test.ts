import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Motion } from '../../detection/motion.ts'
import type { SecondSummary } from '../../detection/peak-history.ts'
import type { Reading } from './reading.ts'
import { decodeSharedReading, encodeSharedReading } from './shared-reading.ts'

const at = 1_800_000_000_123

const everything: Reading = {
  uptimeMs: 4_102_444_800_000,
  accel: [0.1, -2000, 9.80665],
  gyro: [-0.125, 20_000, 1e-12],
  pressure: 1013.25,
  fsr: 0,
  heartRate: 72,
  spo2: 97,
  battery: 81.5,
  sensorsInitialized: true,
  samples: undefined,
  wifi: null,
  bluetooth: null,
  firmware: null,
  signal: null,
  placement: null,
  button: null,
  summary: undefined,
}

const least: Reading = {
  ...everything,
  pressure: null,
  fsr: null,
  heartRate: null,
  spo2: null,
  battery: null,
  sensorsInitialized: null,
}

test('a reading is encoded to the last bit, with the time at which it was received', () => {
  assert.deepEqual(decodeSharedReading(encodeSharedReading({ at, reading: everything })), {
    at,
    reading: everything,
  })
  assert.equal(encodeSharedReading({ at, reading: everything }).length, 14 * 8)
})

test('what the device did not report stays null, and is not taken for zero or false', () => {
  assert.deepEqual(decodeSharedReading(encodeSharedReading({ at, reading: least })), { at, reading: least })
  const zeros = { ...least, fsr: 0, battery: 0, sensorsInitialized: false }
  assert.deepEqual(decodeSharedReading(encodeSharedReading({ at, reading: zeros })).reading, zeros)
})

test('fields that affect no later assessment are not encoded', () => {
  const more = {
    ...least,
    wifi: true,
    bluetooth: false,
    firmware: '2.1.0',
    signal: -61,
    placement: 'waist' as const,
  }
  assert.deepEqual(decodeSharedReading(encodeSharedReading({ at, reading: more })).reading, least)
})

test('samples come along, as exact as they are stored', () => {
  const motions: Motion[] = Array.from({ length: 50 }, (_, i) => ({
    accel: [i, -i / 3, 9.81],
    gyro: [10 * i, -500, 0.25],
  }))
  const { reading } = decodeSharedReading(
    encodeSharedReading({ at, reading: { ...everything, samples: { rateHz: 50, motions } } }),
  )
  const { samples, ...rest } = reading
  assert.deepEqual({ ...rest, samples: undefined }, everything)
  assert.equal(samples?.rateHz, 50)
  assert.equal(samples.motions.length, 50)
  for (const [i, { accel, gyro }] of motions.entries()) {
    const decoded = samples.motions[i]
    for (const axis of [0, 1, 2] as const) {
      assert.ok(Math.abs((decoded?.accel[axis] ?? NaN) - accel[axis]) <= 49 / 65_534 + 1e-9)
      assert.ok(Math.abs((decoded?.gyro[axis] ?? NaN) - gyro[axis]) <= 500 / 65_534 + 1e-9)
    }
  }
})

const summary: SecondSummary = { peak: [-2000, 0.1, 38], mean: [0, 1e-12, 9.80665], spread: 1 / 3 }

test('a summary comes along to the last bit, and takes nothing where there is none', () => {
  const written = encodeSharedReading({ at, reading: { ...everything, summary } })
  assert.deepEqual(decodeSharedReading(written), { at, reading: { ...everything, summary } })
  assert.equal(written.length, encodeSharedReading({ at, reading: everything }).length + 4 + 7 * 8)
})

test('the details of a full summary come along to the last bit', () => {
  const full = { ...summary, details: { lowShare: 1 / 3, peakAt: 0, firstSpread: 1e-12 } }
  const written = encodeSharedReading({ at, reading: { ...everything, summary: full } })
  assert.deepEqual(decodeSharedReading(written), { at, reading: { ...everything, summary: full } })
})

test('a summary of nothing but zeros stays one', () => {
  const still: SecondSummary = { peak: [0, 0, 0], mean: [0, 0, 0], spread: 0 }
  assert.deepEqual(
    decodeSharedReading(encodeSharedReading({ at, reading: { ...least, summary: still } })).reading.summary,
    still,
  )
})

test('a summary and samples come along side by side', () => {
  const samples = { rateHz: 10, motions: [{ accel: [1, 0, -1], gyro: [0, 2, -2] }] as Motion[] }
  const both = { ...least, summary, samples }
  assert.deepEqual(decodeSharedReading(encodeSharedReading({ at, reading: both })).reading, both)
})

test('an empty list of samples stays one', () => {
  const { samples } = decodeSharedReading(
    encodeSharedReading({ at, reading: { ...least, samples: { rateHz: 25, motions: [] } } }),
  ).reading
  assert.deepEqual(samples, { rateHz: 25, motions: [] })
})

test('a buffer that lies anywhere in a larger one is read just as well', () => {
  const written = encodeSharedReading({
    at,
    reading: { ...least, samples: { rateHz: 25, motions: [{ accel: [1, 2, 3], gyro: [4, 5, 6] }] } },
  })
  const larger = Buffer.concat([Buffer.from('abc'), written, Buffer.from('d')])
  assert.deepEqual(decodeSharedReading(larger.subarray(3, 3 + written.length)), decodeSharedReading(written))
})
