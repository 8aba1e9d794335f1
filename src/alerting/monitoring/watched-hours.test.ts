import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWatched, watchedSince } from './watched-hours.ts'

const night = { from: '22:00', to: '06:00' }
const day = { from: '08:00', to: '22:00' }
const madrid = 'Europe/Madrid'

const cases: [at: string, hours: typeof night, since: string | undefined][] = [
  ['2026-11-18T21:30:00Z', night, '2026-11-18T21:00:00.000Z'],
  ['2026-11-19T04:59:00Z', night, '2026-11-18T21:00:00.000Z'],
  ['2026-11-19T05:00:00Z', night, undefined],
  ['2026-11-18T20:59:00Z', night, undefined],
  ['2026-11-18T07:00:00Z', day, '2026-11-18T07:00:00.000Z'],
  ['2026-11-18T06:59:00Z', day, undefined],
  // The night in which the clock is set back: it is 2:30 twice, and the hours have begun in summer time.
  ['2026-10-25T01:30:00Z', night, '2026-10-24T20:00:00.000Z'],
  ['2026-11-18T12:00:00Z', { from: '00:00', to: '00:00' }, '1970-01-01T00:00:00.000Z'],
]
for (const [at, hours, since] of cases) {
  test(`${at} is ${since ? '' : 'not '}watched from ${hours.from} to ${hours.to} in Madrid`, () => {
    assert.equal(isWatched(new Date(at), hours, madrid), since !== undefined)
    assert.equal(watchedSince(new Date(at), hours, madrid)?.toISOString(), since)
  })
}
