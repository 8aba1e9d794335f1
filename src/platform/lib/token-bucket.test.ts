import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTokenBuckets } from './token-bucket.ts'

/** Gives a bucket of which so many are taken at a time of the test's choosing. */
function open(limit: { points: number; seconds: number }) {
  let clock = 1000
  const buckets = createTokenBuckets(limit, () => clock)
  const takeAll = (key: string) => {
    let taken = 0
    while (buckets.take(key)) taken++
    return taken
  }
  const advance = (ms: number) => {
    clock += ms
  }
  return { takeAll, advance }
}

for (const limit of [
  { points: 250, seconds: 1 },
  { points: 7, seconds: 3 },
  { points: 1, seconds: 0.2 },
]) {
  test(`${limit.points} in ${limit.seconds} s: all at once, and again as fast as they come back`, () => {
    const { takeAll, advance } = open(limit)
    assert.equal(takeAll('a'), limit.points)
    let taken = 0
    for (let i = 0; i < 1000; i++) {
      advance(limit.seconds)
      taken += takeAll('a')
    }
    assert.ok(Math.abs(taken - limit.points) <= 1, `${taken}`)
    advance(limit.seconds * 5000)
    assert.equal(takeAll('a'), limit.points)
  })
}

test('keys have buckets of their own', () => {
  const { takeAll } = open({ points: 3, seconds: 1 })
  assert.deepEqual([takeAll('a'), takeAll('b'), takeAll('a')], [3, 3, 0])
})
