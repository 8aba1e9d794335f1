import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isTimeZone, localTime, nextLocalTime } from './local-time.ts'

const sevenOClock = 7 * 60

describe('the local time', () => {
  const cases: [at: string, timeZone: string, weekday: number, clock: string][] = [
    ['2026-03-02T12:00:00Z', 'UTC', 1, '12:00'],
    ['2026-03-01T23:30:59Z', 'Europe/Madrid', 1, '00:30'],
    ['2026-03-29T00:59:59Z', 'Europe/Madrid', 0, '01:59'],
    ['2026-03-29T01:00:00Z', 'Europe/Madrid', 0, '03:00'],
    ['2026-10-25T00:30:00Z', 'Europe/Madrid', 0, '02:30'],
    ['2026-10-25T01:30:00Z', 'Europe/Madrid', 0, '02:30'],
    ['2026-01-01T00:00:00Z', 'Asia/Kathmandu', 4, '05:45'],
    ['0000-01-01T12:00:00Z', 'UTC', 6, '12:00'],
  ]
  for (const [at, timeZone, weekday, clock] of cases) {
    test(`${at} is ${clock} in ${timeZone}`, () => {
      const [hours = 0, minutes = 0] = clock.split(':').map(Number)
      assert.deepEqual(localTime(new Date(at), timeZone), { weekday, minuteOfDay: hours * 60 + minutes })
    })
  }
})

describe('the next seven in the morning', () => {
  const cases: [title: string, at: string, timeZone: string, expected: string][] = [
    ['of the same day', '2026-03-02T02:10:11Z', 'UTC', '2026-03-02T07:00:00Z'],
    ['of the next day', '2026-03-02T22:00:00Z', 'UTC', '2026-03-03T07:00:00Z'],
    ['of the next year', '2026-12-31T22:00:00Z', 'UTC', '2027-01-01T07:00:00Z'],
    ['of a night that loses an hour', '2026-03-28T22:00:00Z', 'Europe/Madrid', '2026-03-29T05:00:00Z'],
    ['of a night that gains an hour', '2026-10-24T21:00:00Z', 'Europe/Madrid', '2026-10-25T06:00:00Z'],
    ['after the hour was lost', '2026-03-29T01:30:00Z', 'Europe/Madrid', '2026-03-29T05:00:00Z'],
    ['west of Greenwich', '2026-03-08T04:00:00Z', 'America/New_York', '2026-03-08T11:00:00Z'],
    ['with a fraction of a second', '2026-03-02T02:10:11.345Z', 'UTC', '2026-03-02T07:00:00Z'],
  ]
  for (const [title, at, timeZone, expected] of cases) {
    test(title, () =>
      assert.deepEqual(nextLocalTime(new Date(at), sevenOClock, timeZone), new Date(expected)),
    )
  }
})

test('a time zone is an IANA name', () => {
  for (const name of ['UTC', 'Europe/Madrid', 'America/Argentina/Ushuaia']) assert.ok(isTimeZone(name), name)
  for (const name of ['', 'Europe/Nowhere', '+02:00', 'Madrid', '../etc']) assert.ok(!isTimeZone(name), name)
})
