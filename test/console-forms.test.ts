import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { passwordSchema } from '../src/lib/password-rules.ts'
import { meetsRules } from '../web/src/account/password-rules.ts'
import { formatDuration } from '../web/src/i18n/duration.ts'
import {
  copyToAllDays,
  type DutyHours,
  hoursOf,
  newRow,
  problemOf,
  rowsOf,
} from '../web/src/me/duty-hours.ts'
import { changesOf, problemsOf } from '../web/src/me/profile-fields.ts'
import { isWholeNumber } from '../web/src/patient/whole-number.ts'

describe('the forms of the console', () => {
  it('has the password rules of the service', () => {
    const passwords = [
      '',
      'Sunny-Day-42!',
      'sunny-day-42!',
      'SUNNY-DAY-42!',
      'Sunny-Day-xx!',
      'SunnyDay42',
      'Sd-4!',
    ]
    for (const password of [...passwords, `Aa1!${'x'.repeat(124)}`, `Aa1!${'x'.repeat(125)}`])
      assert.equal(meetsRules(password), passwordSchema.safeParse(password).success, password)
  })

  it('keeps duty hours as they are, by day and back', () => {
    const hours: DutyHours[] = [
      { days: ['MON', 'TUE', 'FRI'], from: '08:00', to: '12:00' },
      { days: ['MON'], from: '13:00', to: '16:00' },
      { days: ['SUN'], from: '22:00', to: '06:00' },
    ]
    assert.deepEqual(hoursOf(rowsOf(hours)), hours)
    const copied = hoursOf(copyToAllDays(rowsOf(hours), 'MON'))
    assert.deepEqual(
      copied.map(({ days, from }) => [days.length, from]),
      [
        [7, '08:00'],
        [7, '13:00'],
      ],
    )
  })

  it('finds hours that the service would refuse', () => {
    assert.equal(problemOf([]), 'empty')
    assert.equal(problemOf([newRow('MON', '', '16:00')]), 'incomplete')
    const minutes = Array.from({ length: 51 }, (_, i) =>
      newRow('MON', `00:${String(i).padStart(2, '0')}`, '12:00'),
    )
    assert.equal(problemOf(minutes), 'tooMany')
    assert.equal(problemOf(minutes.slice(1)), undefined)
  })

  it('sends only what has changed in a profile', () => {
    const stored = { firstName: 'Rosa', lastName: 'Marín', phone: null, dateOfBirth: '1941-05-17' }
    const same = { firstName: 'Rosa ', lastName: 'Marín', phone: '', dateOfBirth: '1941-05-17' }
    assert.deepEqual(changesOf(same, stored), {})
    assert.deepEqual(problemsOf(same, stored), [])
    const changed = { ...same, firstName: ' ', phone: 'call me', dateOfBirth: '2999-01-01' }
    assert.deepEqual(problemsOf(changed, stored), ['firstName', 'phone', 'dateOfBirth'])
  })

  it('takes a limit only if it is a whole number, or nothing', () => {
    for (const text of ['', ' ', '45', ' 45 ']) assert.equal(isWholeNumber(text), true, text)
    for (const text of ['45 bpm', '90,5', '90.5', '-1', '1e3', 'NaN'])
      assert.equal(isWholeNumber(text), false, text)
  })

  it('writes durations in the largest whole units', () => {
    assert.equal(formatDuration('en', 86_400), '1 day')
    assert.equal(formatDuration('de', 172_800), '2 Tage')
    assert.equal(formatDuration('es', 300), '5 minutos')
    assert.equal(formatDuration('en', 5400), '1 hour, 30 minutes')
    assert.equal(formatDuration('en', 0), '0 seconds')
  })
})
