import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBackupDue } from './daily-backups.ts'

const cases: [title: string, now: string, last: string | undefined, isDue: boolean][] = [
  ['there is none', '2026-03-01T12:00:00Z', undefined, true],
  [
    'the last one is of yesterday, and the time has not come',
    '2026-03-02T01:59:59Z',
    '2026-03-01T02:00:03Z',
    false,
  ],
  ['the time has come', '2026-03-02T02:00:00Z', '2026-03-01T02:00:03Z', true],
  ['it was taken at that time', '2026-03-02T02:00:05Z', '2026-03-02T02:00:00Z', false],
  ['somebody took one a minute before', '2026-03-02T02:00:05Z', '2026-03-02T01:59:00Z', true],
  ['somebody took one afterwards', '2026-03-02T20:00:00Z', '2026-03-02T19:00:00Z', false],
  ['days were left out', '2026-03-09T12:00:00Z', '2026-03-02T02:00:00Z', true],
  ['clocks went forward', '2026-03-30T01:00:00Z', '2026-03-29T01:00:03Z', true],
  ['clocks went back', '2026-10-26T02:00:00Z', '2026-10-25T02:00:03Z', true],
  ['clocks went back, and it was taken', '2026-10-26T01:30:00Z', '2026-10-25T02:00:03Z', false],
]

for (const [title, now, last, isDue] of cases) {
  test(`a backup at 03:00 in Madrid is ${isDue ? '' : 'not '}due when ${title}`, () => {
    const lastAt = last === undefined ? undefined : new Date(last)
    assert.equal(isBackupDue(new Date(now), lastAt, { minuteOfDay: 180 }, 'Europe/Madrid'), isDue)
  })
}
