import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Moment, tick } from './device-clock.ts'

const now: Moment = { uptimeMs: 500_000, at: 20_000, late: 0 }

const cases: [title: string, previous: Moment | undefined, uptimeMs: number, kind: string, at: number][] = [
  ['the first reading', undefined, 123, 'restart', 0],
  ['a second later', now, 501_000, 'next', 21_000],
  ['an hour later', now, 4_100_000, 'next', 3_620_000],
  ['a repeated one', now, 500_000, 'late', 20_000],
  ['an overtaken one', now, 497_000, 'late', 20_000],
  ['a restart', now, 1000, 'restart', 21_000],
  ['the sixth old one in a row', { ...now, late: 5 }, 497_000, 'restart', 21_000],
]

for (const [title, previous, uptimeMs, kind, at] of cases) {
  test(`${title}: ${kind}`, () => {
    const time = tick(previous, uptimeMs)
    assert.equal(time.kind, kind)
    assert.equal(time.moment.at, at)
  })
}

test('the time since the previous reading, if given, replaces the clock of the device', () => {
  for (const uptimeMs of [500_000, 500_001, 0, 2 ** 50]) {
    const time = tick(now, uptimeMs, 1000)
    assert.deepEqual(time, { kind: 'next', moment: { uptimeMs, at: 21_000, late: 0 }, elapsedMs: 1000 })
  }
})

test('readings that counted as late before have left a gap', () => {
  const time = tick({ ...now, late: 4 }, 500_000, 1000)
  assert.deepEqual([time.kind, time.moment.at, time.moment.late], ['next', 25_000, 0])
})
