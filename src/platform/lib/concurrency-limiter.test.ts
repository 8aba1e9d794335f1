import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'

function heldWork() {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  return { work: () => held, release }
}

test('two run, one waits, the fourth is refused; a freed place goes to the one who waits', async () => {
  const limiter = createConcurrencyLimiter({
    maxConcurrent: 2,
    maxQueued: 1,
    refuse: () => new Error('full'),
  })
  const [first, second] = [heldWork(), heldWork()]
  const running = [limiter.run(first.work), limiter.run(second.work)]
  let thirdRan = false
  const third = limiter.run(async () => {
    thirdRan = true
  })
  await assert.rejects(limiter.run(first.work), /full/)
  assert.equal(thirdRan, false)
  first.release()
  await third
  assert.equal(thirdRan, true)
  second.release()
  await Promise.all(running)
})

test('a failing piece of work frees its place', async () => {
  const limiter = createConcurrencyLimiter({
    maxConcurrent: 1,
    maxQueued: 0,
    refuse: () => new Error('full'),
  })
  await assert.rejects(
    limiter.run(async () => {
      throw new Error('broken')
    }),
    /broken/,
  )
  assert.equal(await limiter.run(async () => 'free'), 'free')
})
