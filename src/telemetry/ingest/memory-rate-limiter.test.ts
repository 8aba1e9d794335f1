import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../platform/lib/errors.ts'
import { createMemoryRateLimiter } from './memory-rate-limiter.ts'

const at = (ms: number) => new Date(1_800_000_000_000 + ms)

function refusal(attempt: () => unknown): unknown {
  try {
    attempt()
  } catch (error) {
    assert.ok(error instanceof AppError)
    assert.equal(error.status, 429)
    return error.extraFields?.retryAfter
  }
  return assert.fail('was accepted')
}

test('a device has one slot a second, and a refusal says how long to wait', () => {
  const limiter = createMemoryRateLimiter({ points: 1, seconds: 1 })
  assert.deepEqual(limiter.acquire(1, at(0)), at(1000))
  assert.equal(
    refusal(() => limiter.acquire(1, at(1))),
    999,
  )
  assert.equal(
    refusal(() => limiter.acquire(1, at(899))),
    101,
  )
  assert.deepEqual(limiter.acquire(1, at(1000)), at(2000))
})

test('a refused attempt does not move the next slot, and other devices have their own', () => {
  const limiter = createMemoryRateLimiter({ points: 1, seconds: 1 })
  limiter.acquire(1, at(0))
  for (let i = 1; i < 900; i += 100) refusal(() => limiter.acquire(1, at(i)))
  limiter.acquire(2, at(500))
  limiter.acquire(1, at(1000))
  assert.equal(
    refusal(() => limiter.acquire(2, at(1399))),
    101,
  )
})

test('a reading is accepted from 900 ms on, and the next slot is a full second later', () => {
  const limiter = createMemoryRateLimiter({ points: 1, seconds: 1 })
  limiter.acquire(1, at(0))
  assert.deepEqual(limiter.acquire(1, at(900)), at(1900))
  // A device on an exact timer, whose readings take 0 to 90 ms on their way.
  const jitter = [0, 90, 10, 80, 0, 90, 0, 45, 90, 0]
  for (const [i, late] of jitter.entries()) limiter.acquire(2, at(i * 1000 + late))
})

test('a slot that is released can be acquired at once', () => {
  const limiter = createMemoryRateLimiter({ points: 1, seconds: 1 })
  limiter.release(1, limiter.acquire(1, at(0)))
  assert.deepEqual(limiter.acquire(1, at(1)), at(1001))
})

test('a slot released late does not free the one acquired after it', () => {
  const limiter = createMemoryRateLimiter({ points: 1, seconds: 1 })
  const first = limiter.acquire(1, at(0))
  limiter.acquire(1, at(1200))
  limiter.release(1, first)
  refusal(() => limiter.acquire(1, at(1300)))
})

test('every device that keeps to its rate is accepted, whenever the generations change', () => {
  const limiter = createMemoryRateLimiter({ points: 1, seconds: 1 })
  for (let i = 0; i < 50; i++) {
    limiter.acquire(1, at(i * 1000))
    limiter.acquire(2, at(i * 1000 + 337))
    refusal(() => limiter.acquire(2, at(i * 1000 + 900)))
  }
})

test('several slots in a window are spread evenly, and without a limit there is no wait', () => {
  const quick = createMemoryRateLimiter({ points: 4, seconds: 2 })
  assert.deepEqual(quick.acquire(1, at(0)), at(500))
  const unlimited = createMemoryRateLimiter(undefined)
  for (let i = 0; i < 3; i++) assert.deepEqual(unlimited.acquire(1, at(0)), at(0))
  assert.deepEqual(unlimited.acquire(1, at(-5)), at(-5), 'also when the clock is set back')
})

test('intervals that are no whole milliseconds are rounded up, and such slots can be released', () => {
  const limiter = createMemoryRateLimiter({ points: 3, seconds: 1 })
  const next = limiter.acquire(1, at(0))
  assert.deepEqual(next, at(334))
  assert.equal(
    refusal(() => limiter.acquire(1, at(300))),
    34,
  )
  limiter.release(1, next)
  limiter.acquire(1, at(1))
})
