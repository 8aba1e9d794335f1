import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DutyHours, isOnDuty, weekdays } from './duty.ts'

// 2 March 2026 is a Monday.
const office: DutyHours = { days: ['MON', 'TUE'], from: '08:00', to: '16:30' }
const night: DutyHours = { days: ['MON'], from: '22:00', to: '06:00' }
const wholeDay: DutyHours = { days: ['SUN'], from: '00:00', to: '00:00' }

const cases: [title: string, hours: DutyHours[], at: string, timeZone: string, expected: boolean][] = [
  ['before the hours', [office], '2026-03-02T07:59:59Z', 'UTC', false],
  ['at their beginning', [office], '2026-03-02T08:00:00Z', 'UTC', true],
  ['at their last second', [office], '2026-03-02T16:29:59Z', 'UTC', true],
  ['at their end', [office], '2026-03-02T16:30:00Z', 'UTC', false],
  ['on another day', [office], '2026-03-04T10:00:00Z', 'UTC', false],
  ['in the evening of a night shift', [night], '2026-03-02T23:00:00Z', 'UTC', true],
  ['in the morning after it', [night], '2026-03-03T05:59:59Z', 'UTC', true],
  ['in the morning before it', [night], '2026-03-02T05:00:00Z', 'UTC', false],
  ['after it', [night], '2026-03-03T06:00:00Z', 'UTC', false],
  ['in the middle of a whole day', [wholeDay], '2026-03-01T12:00:00Z', 'UTC', true],
  ['after a whole day', [wholeDay], '2026-03-02T00:00:00Z', 'UTC', false],
  ['in one of several hours', [office, wholeDay], '2026-03-01T12:00:00Z', 'UTC', true],
  ['in the time zone', [office], '2026-03-02T07:30:00Z', 'Europe/Madrid', true],
  ['in the time zone in summer', [office], '2026-06-01T06:30:00Z', 'Europe/Madrid', true],
  ['on the day of the time zone', [office], '2026-03-03T22:30:00Z', 'Asia/Tokyo', false],
]

for (const [title, hours, at, timeZone, expected] of cases) {
  test(`${title} a caregiver is ${expected ? 'on' : 'off'} duty`, () =>
    assert.equal(isOnDuty({ onDuty: true, hours }, new Date(at), timeZone), expected))
}

test('without hours it is as the caregiver says', () => {
  assert.equal(isOnDuty({ onDuty: true, hours: null }, new Date(), 'UTC'), true)
  assert.equal(isOnDuty({ onDuty: false, hours: null }, new Date(), 'UTC'), false)
})

test('a caregiver off duty is so within the hours, too', () => {
  const always: DutyHours = { days: [...weekdays], from: '00:00', to: '00:00' }
  assert.equal(isOnDuty({ onDuty: false, hours: [always] }, new Date(), 'UTC'), false)
  assert.equal(isOnDuty({ onDuty: true, hours: [always] }, new Date(), 'UTC'), true)
})
