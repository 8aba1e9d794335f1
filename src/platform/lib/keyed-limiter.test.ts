import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextRound } from 'node:timers/promises'
import { createKeyedLimiter } from './keyed-limiter.ts'

const limiterOf = (options: Partial<Parameters<typeof createKeyedLimiter>[0]>) =>
  createKeyedLimiter({
    ...{ maxPerKey: 1, maxTotal: 1, maxQueuedPerKey: 9 },
    refuse: () => new Error('refused'),
    ...options,
  })

/** A limiter whose work runs until it is released, and the keys of the work that runs. */
function openLimiter(more: Parameters<typeof limiterOf>[0] = {}) {
  const running: { key: string; end: () => void }[] = []
  const limiter = limiterOf({ maxPerKey: 2, maxTotal: 4, maxQueuedPerKey: 3, ...more })
  const run = (key: string) => limiter.run(key, () => new Promise<void>((end) => running.push({ key, end })))
  return {
    run,
    keys: () => running.map(({ key }) => key).join(''),
    async release(key: string) {
      const place = running.findIndex((one) => one.key === key)
      running.splice(place, 1)[0]?.end()
      await nextRound()
    },
  }
}

test('one key has so much work under way and no more, whatever waits', async () => {
  const { run, keys, release } = openLimiter()
  for (let i = 0; i < 5; i++) void run('a')
  await nextRound()
  assert.equal(keys(), 'aa')
  void run('b')
  await nextRound()
  assert.equal(keys(), 'aab')
  await release('a')
  assert.equal(keys(), 'aba')
})

test('keys take turns when all together have their most', async () => {
  const { run, keys, release } = openLimiter()
  for (const key of 'aabbaaccd') void run(key)
  await nextRound()
  assert.equal(keys(), 'aabb')
  await release('a')
  assert.equal(keys(), 'abbc')
  await release('a')
  assert.equal(keys(), 'bbcd')
  await release('b')
  await release('b')
  await release('c')
  assert.equal(keys().length, 4)
  assert.deepEqual([...keys()].sort().join(''), 'aacd')
})

test('work beyond the queue of its key is refused, and that of others is not', async () => {
  const { run, keys } = openLimiter()
  const all = Array.from({ length: 6 }, () => run('a').catch((error: Error) => error.message))
  assert.equal(await all[5], 'refused')
  void run('b')
  await nextRound()
  assert.equal(keys(), 'aab')
})

test('a failure releases the place', async () => {
  const { run, keys, release } = openLimiter({ maxPerKey: 1 })
  const limiter = createKeyedLimiter({
    maxPerKey: 1,
    maxTotal: 1,
    maxQueuedPerKey: 1,
    refuse: () => new Error('refused'),
  })
  await assert.rejects(
    limiter.run('a', () => Promise.reject(new Error('failed'))),
    /failed/,
  )
  assert.equal(await limiter.run('a', async () => 'done'), 'done')
  void run('a')
  await nextRound()
  await release('a')
  assert.equal(keys(), '')
})

/** With the clock stopped, only `tick` lets the time of a place or of a rest pass. */
function stopClock(t: TestContext): (ms: number) => void {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  return (ms) => t.mock.timers.tick(ms)
}

test('a place stays taken for its least time, and the answer does not wait for that', async (t) => {
  const tick = stopClock(t)
  const limiter = limiterOf({ maxTotal: 9, minHoldMs: 60_000 })
  const ended: string[] = []
  const run = (name: string) => limiter.run('a', async () => void ended.push(name))
  await run('first')
  const second = run('second')
  await nextRound()
  assert.deepEqual(ended, ['first'])
  tick(60_000)
  await second
  assert.deepEqual(ended, ['first', 'second'])
})

test('a place that stays taken for its key is free for other keys', async (t) => {
  stopClock(t)
  const limiter = limiterOf({ minHoldMs: 60_000 })
  await limiter.run('a', async () => {})
  let isDone = false
  void limiter.run('b', async () => {
    isDone = true
  })
  await nextRound()
  assert.ok(isDone, 'the other key waits')
})

test('after long work its key rests for as long, and other keys have its place meanwhile', async (t) => {
  const tick = stopClock(t)
  const limiter = limiterOf({ restAfterMs: 10 })
  const ended: string[] = []
  const work = ['a', 'a', 'b'].map((key, i) =>
    limiter.run(key, async () => {
      if (i === 0) standStill(30)
      ended.push(key)
    }),
  )
  await work[2]
  assert.deepEqual(ended, ['a', 'b'])
  tick(29)
  await nextRound()
  assert.deepEqual(ended, ['a', 'b'], 'the key rests')
  // It never rests for longer than this.
  tick(2000)
  await Promise.all(work)
  assert.deepEqual(ended, ['a', 'b', 'a'])
})

function standStill(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}
