import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../lib/errors.ts'
import { createMemoryPacer } from './pacing.ts'

const at = (ms: number) => new Date(1_800_000_000_000 + ms)

function refusal(attempt: () => unknown): unknown {
  try {
    attempt()
  } catch (error) {
    assert.ok(error instanceof AppError)
    assert.equal(error.status, 429)
    return error.beside?.retryAfter
  }
  return assert.fail('was let through')
}

test('a device has one turn a second, and is told how long to wait', () => {
  const pacer = createMemoryPacer({ points: 1, seconds: 1 })
  assert.deepEqual(pacer.take(1, at(0)), at(1000))
  assert.equal(
    refusal(() => pacer.take(1, at(1))),
    999,
  )
  assert.equal(
    refusal(() => pacer.take(1, at(899))),
    101,
  )
  assert.deepEqual(pacer.take(1, at(1000)), at(2000))
})

test('a refused attempt does not move the next turn, and other devices have their own', () => {
  const pacer = createMemoryPacer({ points: 1, seconds: 1 })
  pacer.take(1, at(0))
  for (let i = 1; i < 900; i += 100) refusal(() => pacer.take(1, at(i)))
  pacer.take(2, at(500))
  pacer.take(1, at(1000))
  assert.equal(
    refusal(() => pacer.take(2, at(1399))),
    101,
  )
})

test('a reading is in time from 900 ms on, and is told of the full second', () => {
  const pacer = createMemoryPacer({ points: 1, seconds: 1 })
  pacer.take(1, at(0))
  assert.deepEqual(pacer.take(1, at(900)), at(1900))
  // A device on an exact timer, whose readings take 0 to 90 ms on their way.
  const jitter = [0, 90, 10, 80, 0, 90, 0, 45, 90, 0]
  for (const [i, late] of jitter.entries()) pacer.take(2, at(i * 1000 + late))
})

test('a turn that is given back can be taken at once', () => {
  const pacer = createMemoryPacer({ points: 1, seconds: 1 })
  pacer.giveBack(1, pacer.take(1, at(0)))
  assert.deepEqual(pacer.take(1, at(1)), at(1001))
})

test('a turn given back late does not free the one that followed it', () => {
  const pacer = createMemoryPacer({ points: 1, seconds: 1 })
  const first = pacer.take(1, at(0))
  pacer.take(1, at(1200))
  pacer.giveBack(1, first)
  refusal(() => pacer.take(1, at(1300)))
})

test('every device that keeps its pace gets through, in whatever rhythm the generations change', () => {
  const pacer = createMemoryPacer({ points: 1, seconds: 1 })
  for (let i = 0; i < 50; i++) {
    pacer.take(1, at(i * 1000))
    pacer.take(2, at(i * 1000 + 337))
    refusal(() => pacer.take(2, at(i * 1000 + 900)))
  }
})

test('several turns in a window are spread evenly, and no limit is no wait', () => {
  const quick = createMemoryPacer({ points: 4, seconds: 2 })
  assert.deepEqual(quick.take(1, at(0)), at(500))
  const unlimited = createMemoryPacer(undefined)
  for (let i = 0; i < 3; i++) assert.deepEqual(unlimited.take(1, at(0)), at(0))
  assert.deepEqual(unlimited.take(1, at(-5)), at(-5), 'also when the clock is set back')
})

test('turns that are no whole milliseconds apart are rounded up, and can be given back', () => {
  const pacer = createMemoryPacer({ points: 3, seconds: 1 })
  const next = pacer.take(1, at(0))
  assert.deepEqual(next, at(334))
  assert.equal(
    refusal(() => pacer.take(1, at(300))),
    34,
  )
  pacer.giveBack(1, next)
  pacer.take(1, at(1))
})
