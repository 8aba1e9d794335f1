import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerFigures, countFalls, share } from './report-figures.ts'

test('an alarm counts as a fall until its incident is resolved as something else', () => {
  const alarms = [
    { state: null, outcome: null },
    { state: 'OPEN', outcome: null },
    { state: 'RESOLVED', outcome: 'REAL_FALL' },
    { state: 'RESOLVED', outcome: 'HELP_GIVEN' },
    { state: 'RESOLVED', outcome: 'NEAR_FALL' },
    { state: 'RESOLVED', outcome: 'FALSE_ALARM' },
    { state: 'RESOLVED', outcome: 'TEST' },
    { state: 'CANCELLED', outcome: null },
  ] as const
  assert.deepEqual(countFalls(alarms), { falls: 4, nearFalls: 1, falseAlarms: 1, tests: 1, cancelled: 1 })
})

const answers: [title: string, waited: (number | null)[], expected: (number | null)[]][] = [
  ['none', [], [0, 0, null, null]],
  ['one', [30], [1, 0, 30, 30]],
  ['an even number', [30, 10, 90, 20], [4, 0, 25, 90]],
  ['an odd number, in the order of numbers', [100, 9, 20], [3, 0, 20, 100]],
  ['those without an answer do not count as fast', [null, 40, null], [1, 2, 40, 40]],
]
for (const [title, waited, expected] of answers) {
  test(`response times: ${title}`, () => {
    const { answered, unanswered, medianSeconds, longestSeconds } = answerFigures(waited)
    assert.deepEqual([answered, unanswered, medianSeconds, longestSeconds], expected)
  })
}

test('a share has four decimals, and nothing has none', () => {
  assert.deepEqual([share(1, 3), share(5, 4), share(0, 0)], [0.3333, 1, null])
})
