import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRandom } from '../../../harness/random.ts'
import type { Motion } from '../../detection/motion.ts'
import { packSamplesOf, toSensorUnits, unpackSamplesOf } from './packed-samples.ts'
import { packSamples, unpackSamples } from './samples.ts'

const random = createRandom(11)
const between = (limit: number) => (random() - 0.5) * 2 * limit

function motionsOf(count: number, round: (value: number, unit: number) => number, accelLimit = 30): Motion[] {
  return Array.from({ length: count }, () => ({
    accel: [0, 0, 0].map(() => round(between(accelLimit), 0.01)),
    gyro: [0, 0, 0].map(() => round(between(400), 0.1)),
  })) as unknown as Motion[]
}

const toUnit = (value: number, unit: number) => Math.round(value / unit) * unit

function largestErrors(motions: Motion[], samples: Buffer) {
  const { values } = unpackSamples(samples)
  const errors = motions.map(({ accel, gyro }, i) =>
    [...accel, ...gyro].map((value, axis) => Math.abs(value - (values[i]?.[axis] ?? Number.NaN))),
  )
  const largest = (from: number) => Math.max(...errors.flatMap((row) => row.slice(from, from + 3)))
  return { accel: largest(0), gyro: largest(3) }
}

describe('samples in units of a sensor', () => {
  test('are what the device sent, if it sent decimals', () => {
    const motions = motionsOf(50, toUnit)
    const { accel, gyro } = largestErrors(motions, toSensorUnits(packSamples({ rateHz: 50, motions })))
    assert.ok(accel < 1e-9 && gyro < 1e-9, `${accel}, ${gyro}`)
  })

  test('are rounded to what a sensor resolves, if it sent more digits', () => {
    const motions = motionsOf(50, (value) => value)
    const { accel, gyro } = largestErrors(motions, toSensorUnits(packSamples({ rateHz: 50, motions })))
    // Half a unit, and the rounding with which they were stored before.
    assert.ok(accel <= 0.0024 + 0.0005 && gyro <= 0.0306 + 0.0065, `${accel}, ${gyro}`)
  })

  test('stay as they are if they exceed the range of a sensor', () => {
    const samples = packSamples({ rateHz: 50, motions: motionsOf(50, (value) => value, 1900) })
    assert.deepEqual(toSensorUnits(samples).subarray(4, 12), samples.subarray(4, 12))
  })

  test('do not change when they are packed again', () => {
    const once = toSensorUnits(packSamples({ rateHz: 50, motions: motionsOf(50, (value) => value) }))
    assert.deepEqual(toSensorUnits(once), once)
  })
})

test('packed samples are the same once they are unpacked', async () => {
  const readings = Array.from({ length: 40 }, (_, i) => ({
    at: 1e15 + i * 1_000_000,
    samples: toSensorUnits(
      packSamples({ rateHz: i % 2 ? 50 : 25, motions: motionsOf(i % 7 === 0 ? 1 : 20 + i, toUnit) }),
    ),
  }))
  assert.deepEqual(unpackSamplesOf(await packSamplesOf(readings)), readings)
})
