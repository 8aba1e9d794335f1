import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Outcome } from '../model/incident.ts'
import { fallStatistics } from './fall-statistics.ts'

const at = (time: string, count = 1, outcome: Outcome | null = null, isReported = false) => ({
  at: new Date(time),
  count,
  outcome,
  isReported,
})
const [from, to] = [new Date('2026-03-01T12:00:00Z'), new Date('2026-03-31T12:00:00Z')]

/** The hours that have falls, with their number. */
const hoursOf = (byHour: number[]) =>
  Object.fromEntries([...byHour.entries()].filter(([, count]) => count > 0))

describe('falls are counted', () => {
  test('by the hours of the time zone, in winter and in summer', () => {
    const counts = [at('2026-03-28T23:45:00Z'), at('2026-03-29T00:45:00Z', 2), at('2026-03-29T01:00:00Z', 4)]
    const { byHour } = fallStatistics(counts, from, to, 'Europe/Madrid')
    assert.equal(byHour.length, 24)
    assert.deepEqual(hoursOf(byHour), { 0: 1, 1: 2, 3: 4 })
    assert.deepEqual(hoursOf(fallStatistics(counts, from, to, 'UTC').byHour), { 23: 1, 0: 2, 1: 4 })
    assert.deepEqual(hoursOf(fallStatistics(counts, from, to, 'Asia/Kathmandu').byHour), { 5: 1, 6: 6 })
  })

  test('by weeks that begin on Monday at midnight of the time zone', () => {
    const counts = [at('2026-03-08T22:45:00Z'), at('2026-03-08T23:00:00Z', 2)]
    const { byWeek } = fallStatistics(counts, from, to, 'Europe/Madrid')
    assert.deepEqual(byWeek, [
      { weekStart: '2026-02-23', count: 0 },
      { weekStart: '2026-03-02', count: 1 },
      { weekStart: '2026-03-09', count: 2 },
      { weekStart: '2026-03-16', count: 0 },
      { weekStart: '2026-03-23', count: 0 },
      { weekStart: '2026-03-30', count: 0 },
    ])
  })

  test('without those that turned out to be none', () => {
    const time = '2026-03-09T12:00:00Z'
    const counts = [
      ...[at(time, 1), at(time, 2, 'REAL_FALL'), at(time, 4, 'HELP_GIVEN'), at(time, 8, 'OTHER')],
      ...[at(time, 16, 'NEAR_FALL'), at(time, 32, 'FALSE_ALARM'), at(time, 64, 'TEST')],
    ]
    const { byHour, byWeek, nearFalls, falseAlarms, tests } = fallStatistics(counts, from, to, 'UTC')
    assert.deepEqual(hoursOf(byHour), { 12: 15 })
    assert.equal(byWeek.find(({ weekStart }) => weekStart === '2026-03-09')?.count, 15)
    assert.deepEqual([nearFalls, falseAlarms, tests], [16, 32, 64])
  })

  test('and those that people reported beside them', () => {
    const time = '2026-03-09T12:00:00Z'
    const counts = [
      at(time, 1),
      at(time, 2, null, true),
      at(time, 4, 'REAL_FALL', true),
      at(time, 8, 'TEST', true),
    ]
    const { byHour, reported, tests } = fallStatistics(counts, from, to, 'UTC')
    assert.deepEqual([hoursOf(byHour), reported, tests], [{ 12: 7 }, 6, 8])
  })
})
