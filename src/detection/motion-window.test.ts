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

const pull = (g: number): Motion => ({ accel: [0, g * gravity, 0], gyro: [0, 0, 0] })

/** second is a second of rest at this rate, but for one sample of so many g. */
const second = (rateHz: number, at: number, g: number): Motion[] =>
  Array.from({ length: rateHz }, (_, i) => pull(i === at ? g : 1))

const add = (window: MotionWindow | undefined, motions: Motion[], rateHz: number, gapSeconds = 0) =>
  extendWindow(window, { motions, from: 0, until: motions.length, rateHz, gapSeconds, endedAt: 0 })

const hardestIn = ({ values }: MotionWindow) => Math.max(...values.filter((_, i) => i % 3 === 1))

for (const rateHz of [10, 20, 25, 40, 50, 100, 250]) {
  test(`${rateHz} samples a second become ${windowHz}, without losing the mean or, where there are few, the peak`, () => {
    const window = add(undefined, second(rateHz, 3, 1.9), rateHz)
    assert.equal(samplesIn(window), windowHz)
    if (rateHz <= windowHz) assert.ok(Math.abs(hardestIn(window) - 1.9) < 1e-3)
    else assert.ok(Math.abs((meanIn(window, 1, 0)?.[1] ?? 0) - (1 + 0.9 / rateHz)) < 1e-3)
  })
}

test('acceleration is cut to one length, in whichever direction', () => {
  for (const accel of [
    [90, 0, 0],
    [40, 40, 40],
    [-30, 5, 60],
  ] as const) {
    const [x = 0, y = 0, z = 0] = add(undefined, [{ accel, gyro: [0, 0, 0] }], 25).values
    assert.ok(Math.abs(Math.hypot(x, y, z) - clippingG) < 1e-5)
    assert.ok(Math.abs(x / z - accel[0] / accel[2]) < 1e-4 || accel[2] === 0)
  }
})

test('a window keeps the newest seconds, and is no longer than what is known', () => {
  let window: MotionWindow | undefined
  for (let i = 1; i <= 16; i++) {
    window = add(window, second(25, 10, 1 + i / 20), 25)
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
  const window = add(add(undefined, second(50, -1, 0), 50), new Array(50).fill(lying), 50, 1)
  assert.equal(samplesIn(window), 3 * windowHz)
  assert.equal(window.fresh, 2 * windowHz)
  const middle = Math.floor(1.5 * windowHz) * 3
  assert.ok(Math.abs((window.values[middle] as number) - 0.5) < 0.04)
  assert.ok(Math.abs((window.values[middle + 1] as number) - 0.5) < 0.04)
})

test('only the latest motions tell whether somebody lies still', () => {
  const shaken = add(undefined, second(50, 10, 6), 50)
  assert.ok(latestSpread(shaken) > 0.05)
  assert.ok(latestSpread(add(shaken, second(50, -1, 0), 50)) < 1e-3)
})
