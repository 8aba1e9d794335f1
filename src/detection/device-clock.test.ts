import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Moment, tick } from './device-clock.ts'

const now: Moment = { uptimeMs: 500_000, at: 20_000, late: 0 }

const cases: [title: string, known: Moment | undefined, uptimeMs: number, kind: string, at: number][] = [
  ['the first reading', undefined, 123, 'restart', 0],
  ['a second later', now, 501_000, 'next', 21_000],
  ['an hour later', now, 4_100_000, 'next', 3_620_000],
  ['the same again', now, 500_000, 'late', 20_000],
  ['an overtaken one', now, 497_000, 'late', 20_000],
  ['a restart', now, 1000, 'restart', 21_000],
  ['the sixth old one in a row', { ...now, late: 5 }, 497_000, 'restart', 21_000],
]

for (const [title, known, uptimeMs, kind, at] of cases) {
  test(`${title}: ${kind}`, () => {
    const time = tick(known, uptimeMs)
    assert.equal(time.kind, kind)
    assert.equal(time.moment.at, at)
  })
}
