import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptByHour, keptByMonth } from '../../web/src/admin/kept-falls.ts'

const statistic = (month: string, hour: number, outcome: string, falls: number) => ({
  ...{ month, hour, outcome, falls },
  level: 'HIGH' as const,
})

const statistics = [
  statistic('2026-09', 3, 'REAL_FALL', 2),
  statistic('2026-09', 3, 'FALSE_ALARM', 5),
  statistic('2026-11', 3, 'UNKNOWN', 1),
  statistic('2026-11', 22, 'HELP_GIVEN', 1),
  statistic('2026-11', 22, 'NEAR_FALL', 1),
  statistic('2026-11', 22, 'TEST', 4),
]

test('kept falls are added up by month, the newest first, apart from what was no fall', () => {
  assert.deepEqual(keptByMonth(statistics), [
    { month: '2026-11', falls: 2, nearFalls: 1, falseAlarms: 0, tests: 4 },
    { month: '2026-09', falls: 2, nearFalls: 0, falseAlarms: 5, tests: 0 },
  ])
})

test('kept falls are added up by hour, without what was no fall', () => {
  const hours = keptByHour(statistics)
  assert.equal(hours.length, 24)
  assert.deepEqual(
    hours.flatMap((count, hour) => (count > 0 ? [[hour, count]] : [])),
    [
      [3, 3],
      [22, 1],
    ],
  )
})
