import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../../../harness/random.ts'
import { isStalled, updateClockStalls } from './clock-stall.ts'

type Arrival = [uptimeMs: number, at: number]

/** Returns after each reading whether the clock is taken to be wrong. */
function watch(arrivals: readonly Arrival[]): boolean[] {
  let stalls = 0
  let before: Arrival | undefined
  return arrivals.map(([uptimeMs, at]) => {
    stalls = updateClockStalls(stalls, before?.[0] ?? null, uptimeMs, at - (before?.[1] ?? 0))
    before = [uptimeMs, at]
    return isStalled(stalls)
  })
}

const start = 1_700_000_000_000

/** What arrives from a clock that shows this at its n-th reading. */
const everySecond = (count: number, clock: (n: number) => number): Arrival[] =>
  Array.from({ length: count }, (_, n) => [clock(n), start + n * 1000])

const clocks: [title: string, clock: (n: number) => number, isWrong: boolean][] = [
  ['milliseconds', (n) => n * 1000, false],
  ['milliseconds of a clock that is a little slow', (n) => n * 900, false],
  ['milliseconds, two readings a second late each time', (n) => (n - (n % 3 === 2 ? 2 : 0)) * 1000, false],
  ['nothing', () => 0, true],
  ['always the same', () => 123_456, true],
  ['seconds', (n) => n, true],
  ['hundredths of a second', (n) => n * 100, true],
  ['microseconds', (n) => n * 1_000_000, true],
  ['backwards', (n) => 1_000_000 - n * 1000, true],
  ['milliseconds since it woke for this reading', (n) => 350 + ((n * 37) % 23), true],
]

for (const [title, clock, isWrong] of clocks) {
  test(`a clock that shows ${title} is ${isWrong ? 'wrong' : 'right'}`, () => {
    const found = watch(everySecond(60, clock))
    assert.deepEqual([...new Set(found.slice(6))], [isWrong])
  })
}

test('a device that starts anew, with however small an uptime, has a clock that is right', () => {
  for (const lived of [3, 10, 30, 1000]) {
    const found = watch(everySecond(lived + 30, (n) => (n < lived ? n : n - lived) * 1000))
    assert.ok(found.every((isWrong) => !isWrong))
  }
})

test('a reading that is sent again a few times, and readings in a heap, say nothing against a clock', () => {
  const again = everySecond(60, (n) => (n < 20 ? n : Math.max(20, n - 4)) * 1000)
  assert.ok(watch(again).every((isWrong) => !isWrong))
  const heap = Array.from({ length: 60 }, (_, n): Arrival => [5000, start + n * 3])
  assert.ok(watch(heap).every((isWrong) => !isWrong))
})

test('no clock is found wrong over a bad line', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const random = createRandom(seed)
    const arrivals: Arrival[] = []
    let at = start
    let rebooted = 0
    const arrive = (uptimeMs: number) => arrivals.push([uptimeMs, at])
    for (let n = 0; n < 20_000; n++) {
      at += 900 + random() * 200 + (random() < 0.02 ? random() * 60_000 : 0)
      if (random() < 0.001) rebooted = at
      if (random() < 0.1) continue
      arrive(at - rebooted)
      if (random() < 0.05) arrive(at - rebooted)
      if (random() < 0.05) arrive(at - rebooted - 2000)
    }
    assert.equal(watch(arrivals).filter(Boolean).length, 0, `seed ${seed}`)
  }
})

test('a device that wakes for each reading is found out, however long it takes to send it', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const random = createRandom(seed)
    const found = watch(everySecond(200, () => 300 + random() * 4000))
    assert.ok(found.indexOf(true) > 0, `seed ${seed}`)
    const after = found.slice(found.indexOf(true))
    assert.ok(after.filter(Boolean).length > after.length * 0.9, `seed ${seed}`)
  }
})

test('a clock that was wrong is trusted again after ten readings at which it kept time', () => {
  const found = watch(everySecond(60, (n) => (n < 30 ? 0 : (n - 29) * 1000)))
  assert.deepEqual([found.indexOf(true), found.lastIndexOf(true)], [5, 38])
})

test('a long silence says nothing about a clock', () => {
  const found = watch(Array.from({ length: 60 }, (_, n): Arrival => [0, start + n * 120_000]))
  assert.ok(found.every((isWrong) => !isWrong))
})
