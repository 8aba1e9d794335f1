import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadConfig } from '../../src/platform/config.ts'
import { createAttemptLimit } from '../../src/platform/http/login-limit.ts'
import { createLimits } from '../../src/platform/http/rate-limits.ts'
import { createMemoryCounter } from '../../src/platform/redis/request-counter.ts'

const minute = 60_000

function counterOf(points: number, seconds: number, options = {}) {
  const counter = createMemoryCounter({ points, seconds }, options)
  assert.ok(counter)
  const consume = async (address: string) => {
    const { refund: _, ...count } = await counter.consume(address)
    return count
  }
  const allowed = async (address: string) => (await counter.consume(address)).allowed
  return { consume, allowed }
}

async function withClock(work: (pass: (milliseconds: number) => void) => Promise<void>) {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() })
  try {
    await work((milliseconds) => mock.timers.tick(milliseconds))
  } finally {
    mock.timers.reset()
  }
}

test('a counter returns the limit, what is left and when the window ends', () =>
  withClock(async (pass) => {
    const { consume } = counterOf(2, 60)
    const count = (allowed: boolean, remaining: number, consumed: number, msBeforeReset: number) => ({
      allowed,
      limit: 2,
      remaining,
      consumed,
      msBeforeReset,
    })
    assert.deepEqual(await consume('a'), count(true, 1, 1, minute))
    pass(20_000)
    assert.deepEqual(await consume('a'), count(true, 0, 2, 40_000))
    pass(10_000)
    assert.deepEqual(await consume('a'), count(false, 0, 3, 30_000))
  }))

test('a window that has ended counts no more', () =>
  withClock(async (pass) => {
    const { allowed } = counterOf(1, 60)
    assert.deepEqual([await allowed('a'), await allowed('a')], [true, false])
    pass(minute - 1)
    assert.equal(await allowed('a'), false)
    pass(1)
    assert.deepEqual([await allowed('a'), await allowed('a')], [true, false])
  }))

const loginLimit = () => {
  const limit = createAttemptLimit('login', { points: 10, seconds: 300 })
  assert.ok(limit)
  const attempt = async (hasFailed: boolean) => {
    const { count, end } = await limit.begin('a')
    if (count.allowed) await end(hasFailed)
    return count.allowed
  }
  return { ...limit, fails: () => attempt(true), succeeds: () => attempt(false) }
}

test('the login of one address is blocked for 15 minutes after ten that failed, then free again', () =>
  withClock(async (pass) => {
    const { fails, succeeds } = loginLimit()
    for (let i = 0; i < 10; i++) assert.equal(await fails(), true)
    assert.equal(await succeeds(), false)
    pass(14 * minute)
    assert.equal(await fails(), false)
    pass(minute)
    for (let i = 0; i < 10; i++) assert.equal(await fails(), true)
    assert.equal(await fails(), false)
  }))

test('ten failed logins in each five minutes are never blocked', () =>
  withClock(async (pass) => {
    const { fails } = loginLimit()
    for (let round = 0; round < 5; round++) {
      for (let i = 0; i < 10; i++) assert.equal(await fails(), true)
      pass(5 * minute)
    }
  }))

test('a login that succeeds takes back nothing but itself', () =>
  withClock(async () => {
    const { fails, succeeds } = loginLimit()
    for (let i = 0; i < 10; i++) {
      for (let j = 0; j < 5; j++) assert.equal(await succeeds(), true)
      assert.equal(await fails(), true)
    }
    assert.equal(await succeeds(), false)
  }))

test('a login that began before its window ended gives nothing to the next window', () =>
  withClock(async (pass) => {
    const { begin, fails } = loginLimit()
    const slow = await Promise.all([begin('a'), begin('a'), begin('a')])
    pass(10 * minute)
    for (const { end } of slow) await end(false)
    for (let i = 0; i < 10; i++) assert.equal(await fails(), true)
    assert.equal(await fails(), false)
  }))

test('with ten thousand addresses only the newest thousand are remembered, and those exactly', async () => {
  const { consume, allowed } = counterOf(3, 60, { maxKeys: 1000 })
  for (let i = 0; i < 10_000; i++) assert.equal(await allowed(`address ${i}`), true)
  assert.equal((await consume('address 9000')).remaining, 1)
  assert.equal((await consume('address 9999')).remaining, 1)
  assert.equal((await consume('address 9999')).remaining, 0)
  assert.equal(await allowed('address 9999'), false)
  assert.equal((await consume('address 8999')).remaining, 2)
  assert.equal((await consume('address 0')).remaining, 2)
})

test('an address that is refused stays refused while others come and are forgotten', async () => {
  const { allowed } = counterOf(1, 60, { maxKeys: 10 })
  assert.deepEqual([await allowed('busy'), await allowed('busy')], [true, false])
  for (let i = 0; i < 9; i++) await allowed(`other ${i}`)
  assert.equal(await allowed('busy'), false)
})

test('an address whose window ended and began again counts as new', () =>
  withClock(async (pass) => {
    const { allowed } = counterOf(1, 60, { maxKeys: 3 })
    for (const address of ['a', 'b', 'c']) assert.equal(await allowed(address), true)
    pass(minute)
    assert.equal(await allowed('b'), true)
    assert.equal(await allowed('d'), true)
    assert.deepEqual([await allowed('b'), await allowed('d')], [false, false])
  }))

test('a limit over a day, the longest there is, counts as well', async () => {
  const { global } = createLimits({
    config: loadConfig({ RATE_LIMIT_GLOBAL: '1/1d' }),
    now: () => new Date(),
  })
  assert.equal((await global?.consume('a'))?.allowed, true)
  await sleep(20)
  assert.equal((await global?.consume('a'))?.allowed, false)
})

test('no limit is no counter', () => {
  assert.equal(createMemoryCounter(undefined), undefined)
})
