import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { defaultPolicies, type EscalationPolicy, policyKey, stepDueAt, stepsAt } from './policy.ts'

const { HIGH, CRITICAL, MEDIUM, LOW } = defaultPolicies
const utc = { severity: 'HIGH', timeZone: 'UTC' } as const

describe('the default policy', () => {
  test('of an alarm tells more people the longer nobody answers', () => {
    assert.deepEqual(HIGH, {
      steps: [
        { afterSeconds: 0, tell: [{ who: 'priority', priority: 1, channels: ['push', 'live', 'ntfy'] }] },
        {
          afterSeconds: 60,
          tell: [
            { who: 'priority', priority: 1, channels: 'all' },
            { who: 'priority', priority: 2, channels: ['push', 'live'] },
          ],
        },
        { afterSeconds: 180, tell: [{ who: 'assigned', channels: 'all' }, { who: 'webhooks' }] },
        { afterSeconds: 300, tell: [{ who: 'admins', channels: 'all' }] },
      ],
      repeat: { steps: 2, everySeconds: 300 },
      quietAtNight: false,
    })
    assert.deepEqual(CRITICAL, HIGH)
  })

  test('of a potential fall is the same, twice as slow', () => {
    const twice = (seconds: number) => 2 * seconds
    assert.deepEqual(MEDIUM, {
      ...HIGH,
      steps: HIGH.steps.map((step) => ({ ...step, afterSeconds: twice(step.afterSeconds) })),
      repeat: { steps: 2, everySeconds: 600 },
    })
  })

  test('of a notice is one message a day, to everybody from the second day on', () => {
    assert.deepEqual(LOW, {
      steps: [
        { afterSeconds: 0, tell: [{ who: 'priority', priority: 1, channels: 'best' }] },
        { afterSeconds: 86_400, tell: [{ who: 'assigned', channels: 'best' }] },
      ],
      repeat: { steps: 1, everySeconds: 86_400 },
      quietAtNight: true,
    })
  })
})

test('notices use the policy of LOW, everything else that of its severity', () => {
  assert.equal(policyKey('LOW_BATTERY', 'HIGH'), 'LOW')
  assert.equal(policyKey('DEVICE_SILENT', 'MEDIUM'), 'LOW')
  assert.equal(policyKey('FALL', 'CRITICAL'), 'CRITICAL')
  assert.equal(policyKey('VITALS', 'MEDIUM'), 'MEDIUM')
  assert.equal(policyKey('SOS', 'LOW'), 'LOW')
})

describe('the steps', () => {
  test('come one by one, then the last ones together', () => {
    const [first, second, third, fourth] = HIGH.steps
    const taken = [0, 1, 2, 3, 4, 5, 1000].map((step) => stepsAt(HIGH, step))
    const repetition = [third, fourth]
    assert.deepEqual(taken, [[first], [second], [third], [fourth], repetition, repetition, repetition])
  })

  test('end after the first pass if nothing is repeated', () => {
    const once: EscalationPolicy = { ...HIGH, repeat: null }
    assert.deepEqual(stepsAt(once, 3), [HIGH.steps[3]])
    assert.deepEqual(stepsAt(once, 4), [])
    assert.equal(stepDueAt(once, 4, new Date(), utc), null)
  })

  test('are due at their times, and repetitions after the last one', () => {
    const start = new Date('2026-03-02T12:00:00.250Z')
    const seconds = [0, 1, 2, 3, 4, 5, 6].map(
      (step) => (Number(stepDueAt(HIGH, step, start, utc)) - start.getTime()) / 1000,
    )
    assert.deepEqual(seconds, [0, 60, 180, 300, 600, 900, 1200])
  })
})

describe('at night', () => {
  const due = (at: string, severity: 'LOW' | 'HIGH', timeZone: string, step = 0) =>
    stepDueAt(LOW, step, new Date(at), { severity, timeZone })?.toISOString()

  const cases: [at: string, timeZone: string, expected: string][] = [
    ['2026-03-02T21:59:59.999Z', 'UTC', '2026-03-02T21:59:59.999Z'],
    ['2026-03-02T22:00:00.000Z', 'UTC', '2026-03-03T07:00:00.000Z'],
    ['2026-03-03T06:59:59.999Z', 'UTC', '2026-03-03T07:00:00.000Z'],
    ['2026-03-03T07:00:00.000Z', 'UTC', '2026-03-03T07:00:00.000Z'],
    // In Madrid 21:00 UTC is 22:00 in winter and 23:00 in summer; the clocks change in the night.
    ['2026-03-28T21:00:00.000Z', 'Europe/Madrid', '2026-03-29T05:00:00.000Z'],
    ['2026-10-24T20:00:00.000Z', 'Europe/Madrid', '2026-10-25T06:00:00.000Z'],
    ['2026-07-01T20:30:00.000Z', 'Europe/Madrid', '2026-07-02T05:00:00.000Z'],
    ['2026-01-01T20:30:00.000Z', 'Europe/Madrid', '2026-01-01T20:30:00.000Z'],
  ]
  for (const [at, timeZone, expected] of cases) {
    test(`a notice of ${at} in ${timeZone} is sent at ${expected}`, () =>
      assert.equal(due(at, 'LOW', timeZone), expected))
  }

  test('a repetition waits, too', () => {
    assert.equal(due('2026-03-02T23:00:00Z', 'LOW', 'UTC', 1), '2026-03-04T07:00:00.000Z')
  })

  test('an urgent notice is sent at once, as is everything of a policy that is not quiet', () => {
    assert.equal(due('2026-03-02T23:00:00.000Z', 'HIGH', 'UTC'), '2026-03-02T23:00:00.000Z')
    const start = new Date('2026-03-02T23:00:00.000Z')
    assert.deepEqual(stepDueAt(HIGH, 0, start, { severity: 'LOW', timeZone: 'UTC' }), start)
  })
})
