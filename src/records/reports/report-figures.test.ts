import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerFigures, countFalls, ratePer1000, share } from './report-figures.ts'

test('an alarm counts as a fall until its incident is resolved as something else', () => {
  const alarms = (
    [
      { state: null, outcome: null },
      { state: 'OPEN', outcome: null },
      { state: 'RESOLVED', outcome: 'REAL_FALL' },
      { state: 'RESOLVED', outcome: 'HELP_GIVEN' },
      { state: 'RESOLVED', outcome: 'NEAR_FALL' },
      { state: 'RESOLVED', outcome: 'FALSE_ALARM' },
      { state: 'RESOLVED', outcome: 'TEST' },
      { state: 'CANCELLED', outcome: null },
    ] as const
  ).map((alarm) => ({ ...alarm, isDetected: alarm.outcome !== 'HELP_GIVEN' && alarm.outcome !== 'TEST' }))
  assert.deepEqual(countFalls(alarms), {
    falls: 4,
    reported: 1,
    nearFalls: 1,
    falseAlarms: 1,
    tests: 1,
    cancelled: 1,
  })
})

/** Of somebody who still waits, minus the seconds. */
const answersOf = (waited: number[]) =>
  waited.map((seconds) => ({ waitedSeconds: Math.abs(seconds), isAnswered: seconds >= 0 }))

const answers: [title: string, waited: number[], expected: (number | null)[]][] = [
  ['none', [], [0, 0, null, null, null]],
  ['one', [30], [1, 0, 30, 30, 30]],
  ['an even number', [30, 10, 90, 20], [4, 0, 25, 90, 90]],
  ['an odd number, in the order of numbers', [100, 9, 20], [3, 0, 20, 100, 100]],
  ['ten', [1, 2, 3, 4, 5, 6, 7, 8, 9, 100], [10, 0, 5.5, 9, 100]],
  ['those without an answer do not count as fast', [-900, 40, -900], [1, 2, 40, 40, 40]],
]
for (const [title, waited, expected] of answers) {
  test(`response times: ${title}`, () => {
    const { answered, unanswered, medianSeconds, p90Seconds, longestSeconds } = answerFigures(
      answersOf(waited),
    )
    assert.deepEqual([answered, unanswered, medianSeconds, p90Seconds, longestSeconds], expected)
  })
}

const shares: [title: string, waited: number[], within60s: number | null, within180s: number | null][] = [
  ['nothing', [], null, null],
  ['the limit itself is in time', [60, 61, 180, 181], 0.25, 0.75],
  ['somebody who has waited longer than the limit was not answered in time', [10, -61], 0.5, 1],
  ['somebody who waits for less than the limit does not count yet', [10, -59], 1, 1],
]
for (const [title, waited, within60s, within180s] of shares) {
  test(`answered in time: ${title}`, () => {
    const figures = answerFigures(answersOf(waited))
    assert.deepEqual([figures.within60s, figures.within180s], [within60s, within180s])
  })
}

test('a rate of falls has two decimals, and no days have none', () => {
  assert.deepEqual([ratePer1000(3, 1234.5), ratePer1000(0, 10), ratePer1000(2, 0)], [2.43, 0, null])
})

test('a share has four decimals, and nothing has none', () => {
  assert.deepEqual([share(1, 3), share(5, 4), share(0, 0)], [0.3333, 1, null])
})
