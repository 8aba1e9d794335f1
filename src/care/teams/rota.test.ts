import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Shift, shiftTimeAt } from './rota.ts'

const early: Shift = { weekday: 'TUE', from: '06:00', to: '14:00' }
const night: Shift = { weekday: 'SAT', from: '22:00', to: '06:00' }
const sunday: Shift = { weekday: 'SUN', from: '00:00', to: '00:00' }

const cases: [title: string, shifts: Shift[], at: string, expected: [string, string] | undefined][] = [
  ['on the day', [early], '2026-03-03T07:00:00Z', ['2026-03-03T05:00:00Z', '2026-03-03T13:00:00Z']],
  ['at its first moment', [early], '2026-03-03T05:00:00Z', ['2026-03-03T05:00:00Z', '2026-03-03T13:00:00Z']],
  ['at its end', [early], '2026-03-03T13:00:00Z', undefined],
  ['on another day', [early], '2026-03-04T07:00:00Z', undefined],
  ['before midnight', [night], '2026-03-07T22:30:00Z', ['2026-03-07T21:00:00Z', '2026-03-08T05:00:00Z']],
  ['after midnight', [night], '2026-03-08T03:00:00Z', ['2026-03-07T21:00:00Z', '2026-03-08T05:00:00Z']],
  [
    'in the night in which clocks go forward: seven hours',
    [night],
    '2026-03-29T02:00:00Z',
    ['2026-03-28T21:00:00Z', '2026-03-29T04:00:00Z'],
  ],
  [
    'in the night in which clocks go back: nine hours, in the repeated one',
    [night],
    '2026-10-25T01:30:00Z',
    ['2026-10-24T20:00:00Z', '2026-10-25T05:00:00Z'],
  ],
  [
    'on the day of 25 hours',
    [sunday],
    '2026-10-25T22:30:00Z',
    ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
  ],
  [
    'with one that began later',
    [sunday, { weekday: 'SUN', from: '12:00', to: '20:00' }],
    '2026-03-08T12:00:00Z',
    ['2026-03-08T11:00:00Z', '2026-03-08T19:00:00Z'],
  ],
]

for (const [title, shifts, at, expected] of cases) {
  test(`the shift ${title}`, () => {
    const time = shiftTimeAt(shifts, new Date(at), 'Europe/Madrid')
    assert.deepEqual(
      time && [time.startsAt, time.endsAt],
      expected?.map((text) => new Date(text)),
    )
  })
}
