import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flatten } from './flat-motions.ts'
import type { Motion } from './motion.ts'
import { endsStill, extendTrack, gravityIn, momentsIn, mostMoments, type Track, trackHz } from './track.ts'

const upright: Motion = { accel: [0, 9.81, 0], gyro: [0, 0, 0] }

/** second is a second of rest at this rate, but for one moment of this force. */
const second = (rateHz: number, at: number, force: number): Motion[] =>
  Array.from({ length: rateHz }, (_, i) => (i === at ? { accel: [0, force, 0], gyro: [0, 100, 0] } : upright))

const add = (track: Track | undefined, motions: Motion[], rateHz: number, pause = 0) =>
  extendTrack(track, { motions: flatten(motions, 0, motions.length), rateHz, pause, endedAt: 0 })

const hardestIn = ({ values }: Track) => Math.max(...values.filter((_, i) => i % 6 === 1))

for (const rateHz of [10, 20, 25, 40, 50, 100, 250]) {
  test(`${rateHz} samples a second become ${trackHz}, without losing the mean or, where there are few, the peak`, () => {
    const track = add(undefined, second(rateHz, 3, 50), rateHz)
    assert.equal(momentsIn(track), trackHz)
    const most = hardestIn(track)
    if (rateHz <= trackHz) assert.ok(Math.abs(most - 50) < 1e-3)
    else assert.ok(Math.abs(gravityMean(track) - (9.81 + (50 - 9.81) / rateHz)) < 1e-3)
  })
}

const gravityMean = (track: Track) => gravityIn(track, 1, 0)?.[1] ?? Number.NaN

test('a track keeps the newest nine seconds, and is no longer than what is known', () => {
  let track: Track | undefined
  for (let i = 1; i <= 12; i++) {
    track = add(track, second(50, 10, 20 + i), 50)
    assert.equal(momentsIn(track), Math.min(mostMoments, i * trackHz))
  }
  const own = track as Track
  // Two samples become one moment, and the other was at rest.
  const peaks = Array.from(own.values).filter((value, i) => i % 6 === 1 && value > 10)
  assert.deepEqual(
    peaks.map((peak) => Math.round(peak * 2 - 9.81)),
    [24, 25, 26, 27, 28, 29, 30, 31, 32],
  )
})

test('a straight line bridges a pause', () => {
  const lying: Motion = { accel: [9.81, 0, 0], gyro: [0, 0, 0] }
  const track = add(add(undefined, second(50, -1, 0), 50), new Array(50).fill(lying), 50, 1)
  assert.equal(momentsIn(track), 3 * trackHz)
  assert.equal(track.fresh, 2 * trackHz)
  const middle = Math.floor(1.5 * trackHz) * 6
  assert.ok(Math.abs((track.values[middle] as number) - 9.81 / 2) < 0.3)
  assert.ok(Math.abs((track.values[middle + 1] as number) - 9.81 / 2) < 0.3)
})

test('only the latest motions tell whether somebody lies still', () => {
  const shaken = add(undefined, second(50, 10, 60), 50)
  assert.equal(endsStill(shaken), false)
  assert.equal(endsStill(add(shaken, second(50, -1, 0), 50)), true)
})
