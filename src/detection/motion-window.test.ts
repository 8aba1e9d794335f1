import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gravity, type Motion } from './motion.ts'
import {
  clippingG,
  extendWindow,
  latestSpread,
  type MotionWindow,
  maxSamples,
  meanIn,
  samplesIn,
  windowHz,
} from './motion-window.ts'

const motionOf = (g: number): Motion => ({ accel: [0, g * gravity, 0], gyro: [0, 0, 0] })

/** Has one sample of another acceleration. */
const secondOfRest = (rateHz: number, at: number, g: number): Motion[] =>
  Array.from({ length: rateHz }, (_, i) => motionOf(i === at ? g : 1))

const extend = (window: MotionWindow | undefined, motions: Motion[], rateHz: number, gapSeconds = 0) =>
  extendWindow(window, { motions, from: 0, until: motions.length, rateHz, gapSeconds, endedAt: 0 })

const hardestIn = ({ values }: MotionWindow) => Math.max(...values.filter((_, i) => i % 3 === 1))

for (const rateHz of [10, 20, 25, 40, 50, 100, 250]) {
  test(`${rateHz} Hz is resampled to ${windowHz}, and keeps the mean of a higher rate and the peak of a lower one`, () => {
    const window = extend(undefined, secondOfRest(rateHz, 3, 1.9), rateHz)
    assert.equal(samplesIn(window), windowHz)
    if (rateHz <= windowHz) assert.ok(Math.abs(hardestIn(window) - 1.9) < 1e-3)
    else assert.ok(Math.abs((meanIn(window, 1, 0)?.[1] ?? 0) - (1 + 0.9 / rateHz)) < 1e-3)
  })
}

test('acceleration is shortened to one length, in any direction', () => {
  for (const accel of [
    [90, 0, 0],
    [40, 40, 40],
    [-30, 5, 60],
  ] as const) {
    const [x = 0, y = 0, z = 0] = extend(undefined, [{ accel, gyro: [0, 0, 0] }], 25).values
    assert.ok(Math.abs(Math.hypot(x, y, z) - clippingG) < 1e-5)
    assert.ok(Math.abs(x / z - accel[0] / accel[2]) < 1e-4 || accel[2] === 0)
  }
})

test('a window keeps the newest seconds, and is no longer than the known motion', () => {
  let window: MotionWindow | undefined
  for (let i = 1; i <= 16; i++) {
    window = extend(window, secondOfRest(25, 10, 1 + i / 20), 25)
    assert.equal(samplesIn(window), Math.min(maxSamples, i * windowHz))
  }
  const peaks = Array.from((window as MotionWindow).values).filter((value, i) => i % 3 === 1 && value > 1.01)
  assert.deepEqual(
    peaks.map((peak) => Math.round((peak - 1) * 20)),
    Array.from({ length: maxSamples / windowHz }, (_, i) => i + 4),
  )
})

test('a straight line bridges a gap', () => {
  const lying: Motion = { accel: [gravity, 0, 0], gyro: [0, 0, 0] }
  const window = extend(extend(undefined, secondOfRest(50, -1, 0), 50), new Array(50).fill(lying), 50, 1)
  assert.equal(samplesIn(window), 3 * windowHz)
  assert.equal(window.fresh, 2 * windowHz)
  const middle = Math.floor(1.5 * windowHz) * 3
  assert.ok(Math.abs((window.values[middle] as number) - 0.5) < 0.04)
  assert.ok(Math.abs((window.values[middle + 1] as number) - 0.5) < 0.04)
})

test('the latest spread does not include earlier motion', () => {
  const shaken = extend(undefined, secondOfRest(50, 10, 6), 50)
  assert.ok(latestSpread(shaken) > 0.05)
  assert.ok(latestSpread(extend(shaken, secondOfRest(50, -1, 0), 50)) < 1e-3)
})
