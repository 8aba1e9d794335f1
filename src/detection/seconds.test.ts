import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flatten } from './flat-motions.ts'
import { gravity, type Motion } from './motion.ts'
import {
  emptySeconds,
  extendSeconds,
  forceAt,
  newest,
  type Seconds,
  secondsKept,
  turnInSeconds,
} from './seconds.ts'

const pull = (force: number): Motion => ({ accel: [0, force * gravity, 0], gyro: [1, 2, 3] })

const add = (seconds: Seconds, motions: Motion[], missing = 0) =>
  extendSeconds(seconds, flatten(motions, 0, motions.length), missing)

const forces = (seconds: Seconds) =>
  Array.from({ length: secondsKept }, (_, slot) => Math.round(forceAt(seconds, slot) * 1000) / 1000)

test('the hardest motion of each second is kept, the newest last, and no more room than that is taken', () => {
  let seconds = emptySeconds
  for (let i = 1; i <= 12; i++) {
    seconds = add(seconds, [pull(1), pull(i), pull(0.5)])
    assert.equal(seconds.length, Math.min(i, secondsKept) * 6)
  }
  assert.deepEqual(forces(seconds), [3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
})

test('what is not known is not a number: seconds before the first, and those from which nothing came', () => {
  const seconds = add(add(emptySeconds, [pull(2)]), [pull(3)], 2)
  const { NaN: unknown } = Number
  assert.deepEqual(forces(seconds), [...new Array(6).fill(unknown), 2, unknown, unknown, 3])
})

test('a silence longer than what is kept leaves the newest alone', () => {
  const seconds = add(add(emptySeconds, [pull(2)]), [pull(3)], 50)
  assert.equal(seconds.length, 6)
  assert.equal(Math.round(forceAt(seconds, newest)), 3)
})

test('a body turns from its calmest second before an impact to its calmest after it', () => {
  const lying: Motion = { accel: [gravity, 0, 0], gyro: [0, 0, 0] }
  let seconds = emptySeconds
  for (const motion of [pull(1), pull(1.4), pull(5), lying]) seconds = add(seconds, [motion])
  const { upright, turn } = turnInSeconds(seconds, newest - 1)
  assert.deepEqual(upright, [0, gravity, 0])
  assert.equal(Math.round(turn ?? 0), 90)
})
