import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localMinute, localMonth, localMonthBefore } from './local-month.ts'

const cases: [month: string, timeZone: string, from: string, to: string][] = [
  ['2026-11', 'UTC', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  ['2026-12', 'UTC', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  // Summer time begins on the last Sunday of March.
  ['2026-03', 'Europe/Madrid', '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
  ['2026-10', 'Europe/Madrid', '2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'],
  ['2026-11', 'America/St_Johns', '2026-11-01T02:30:00.000Z', '2026-12-01T03:30:00.000Z'],
  ['2024-02', 'Asia/Kolkata', '2024-01-31T18:30:00.000Z', '2024-02-29T18:30:00.000Z'],
]
for (const [month, timeZone, from, to] of cases) {
  test(`${month} in ${timeZone}`, () => {
    const found = localMonth(month, timeZone)
    assert.deepEqual([found.from.toISOString(), found.to.toISOString()], [from, to])
  })
}

test('a moment is written as the clock on the wall shows it', () => {
  assert.equal(localMinute(new Date('2026-06-30T22:05:59Z'), 'Europe/Madrid'), '2026-07-01 00:05')
})

const monthsBefore: [at: string, months: number, timeZone: string, month: string][] = [
  // The first and the last hour of a month, where the clock is ahead of UTC and behind it.
  ['2026-10-31T23:30:00Z', 0, 'Europe/Madrid', '2026-11'],
  ['2026-10-31T22:30:00Z', 0, 'Europe/Madrid', '2026-10'],
  ['2026-11-01T02:00:00Z', 0, 'America/St_Johns', '2026-10'],
  ['2026-11-01T03:00:00Z', 0, 'America/St_Johns', '2026-11'],
  ['2027-01-01T02:00:00Z', 12, 'America/St_Johns', '2025-12'],
  // February has no 31st day.
  ['2026-03-31T12:00:00Z', 1, 'UTC', '2026-02'],
]
for (const [at, months, timeZone, month] of monthsBefore) {
  test(`${months} months before ${at} in ${timeZone}`, () =>
    assert.equal(localMonthBefore(new Date(at), months, timeZone), month))
}
