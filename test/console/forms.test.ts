import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TFunction } from 'i18next'
import { monitoringBody } from '../../src/alerting/monitoring/monitoring.schemas.ts'
import { defaultAlarms, settingsProblems } from '../../src/alerting/monitoring/monitoring-settings.ts'
import { passwordSchema } from '../../src/platform/lib/password-rules.ts'
import { meetsRules } from '../../web/src/account/password-rules.ts'
import { formatDuration } from '../../web/src/i18n/units.ts'
import {
  copyToAllDays,
  type DutyHours,
  hoursOf,
  newRow,
  problemOf,
  rowsOf,
} from '../../web/src/me/duty-hours.ts'
import { monitoringRanges, monitoringSchema, numberNames } from '../../web/src/patient/monitoring-schema.ts'
import { returnPath } from '../../web/src/shell/return-path.ts'
import { changesOf } from '../../web/src/ui/person-schema.ts'

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

  it('leads from the sign-in to paths of the console only', () => {
    const origin = 'https://fallwatch.example'
    for (const path of ['/', '/patients/1?tab=notes', '/incidents?state=OPEN#list'])
      assert.equal(returnPath(path, origin), path)
    for (const foreign of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      '/.//evil.example',
      '/patients/..//evil.example',
      ' //evil.example',
      '//[',
      'javascript:alert(1)',
      'patients',
      '',
      1,
      ['/'],
      undefined,
    ])
      assert.equal(returnPath(foreign, origin), undefined, JSON.stringify(foreign))
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
    const same = { firstName: 'Rosa', lastName: 'Marín', phone: '', dateOfBirth: '1941-05-17' }
    assert.deepEqual(changesOf(same, stored), {})
    assert.deepEqual(changesOf({ ...same, phone: '+34 600' }, stored), { phone: '+34 600' })
  })

  const nothing = Object.fromEntries(numberNames.map((name) => [name, '']))
  const choices = { silentEnabled: true, ignoreSilenceWhileCharging: true }
  const monitoring = monitoringSchema(((key: string) => key) as TFunction)
  const wrongFields = (fields: Record<string, string>) =>
    monitoring
      .safeParse({ ...nothing, ...choices, ...fields })
      .error?.issues.map(({ path }) => path.join()) ?? []

  it('takes a limit only if it is a whole number, or nothing', () => {
    for (const heartRateLow of ['', ' ', '45', ' 45 ']) assert.deepEqual(wrongFields({ heartRateLow }), [])
    for (const heartRateLow of ['45 bpm', '90,5', '90.5', '-1', '1e2', 'NaN'])
      assert.deepEqual(wrongFields({ heartRateLow }), ['heartRateLow'], heartRateLow)
    assert.equal(monitoring.parse({ ...nothing, ...choices }).heartRateLow, null)
  })

  it('has the limits of the service', () => {
    for (const [name, [min, max]] of Object.entries(monitoringRanges))
      for (const value of [min - 1, min, max, max + 1]) {
        const isTaken = monitoringBody.safeParse({ [name]: value }).success
        assert.equal(wrongFields({ [name]: `${value}` }).length === 0, isTaken, `${name}: ${value}`)
      }
    const pairs = [
      { heartRateLow: 60, heartRateHigh: 80 },
      { heartRateLow: 61, heartRateHigh: 80 },
      { batteryLow: 10, batteryUrgent: 10 },
      { batteryLow: 10, batteryUrgent: 11 },
    ]
    for (const pair of pairs) {
      const texts = Object.entries(pair).map(([name, value]) => [name, `${value}`])
      const problems = settingsProblems({ ...defaultAlarms, ...pair })
      assert.deepEqual(wrongFields(Object.fromEntries(texts)), Object.keys(problems))
    }
  })

  it('writes durations in the largest whole units', () => {
    assert.equal(formatDuration('en', 86_400), '1 day')
    assert.equal(formatDuration('de', 172_800), '2 Tage')
    assert.equal(formatDuration('es', 300), '5 minutos')
    assert.equal(formatDuration('en', 5400), '1 hour, 30 minutes')
    assert.equal(formatDuration('en', 0), '0 seconds')
  })
})
