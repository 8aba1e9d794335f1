import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Motion } from '../../detection/motion.ts'
import { packSamples, unpackSamples } from './samples.ts'

test('samples survive packing to within a thousandth, in twelve bytes each', () => {
  const motions: Motion[] = Array.from({ length: 50 }, (_, i) => ({
    accel: [i, -i / 3, 9.81],
    gyro: [100 * i, -2000, 0.25],
  }))
  const packed = packSamples({ rateHz: 50, motions })
  assert.equal(packed.length, 20 + 50 * 12)
  const { rateHz, values } = unpackSamples(packed)
  assert.equal(rateHz, 50)
  for (const [i, { accel, gyro }] of motions.entries()) {
    for (const [j, expected] of accel.entries())
      assert.ok(Math.abs((values[i]?.[j] ?? NaN) - expected) < 0.001)
    for (const [j, expected] of gyro.entries())
      assert.ok(Math.abs((values[i]?.[3 + j] ?? NaN) - expected) < 0.1)
  }
})

test('the largest and the smallest motion can be packed', () => {
  const extremes: Motion[] = [
    { accel: [2000, -2000, 0], gyro: [20_000, -20_000, 0] },
    { accel: [0, 0, 0], gyro: [0, 0, 0] },
  ]
  const { values } = unpackSamples(packSamples({ rateHz: 1, motions: extremes }))
  assert.deepEqual(values[0]?.map(Math.round), [2000, -2000, 0, 20_000, -20_000, 0])
  assert.deepEqual(values[1], [0, 0, 0, 0, 0, 0])
  assert.deepEqual(unpackSamples(packSamples({ rateHz: 1, motions: extremes.slice(1) })).values, [
    [0, 0, 0, 0, 0, 0],
  ])
})
