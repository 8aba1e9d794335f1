import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { goodReading } from '../../../test/support/readings.ts'
import {
  costOfMs,
  creditAfterMs,
  firstCreditMs,
  readingIntervalMs,
  waitForCreditMs,
} from './backfill-credit.ts'
import { toReading } from './ingest.schemas.ts'

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

describe('the credit of a device', () => {
  const cases: [string, credit: number, gap: number, expected: number][] = [
    ['grows by what a silence held, and half as much', 0, 10 * minute, 15 * minute],
    ['is kept while it sends', 40 * minute, second, 40 * minute],
    ['grows slowly while it sends', 0, second, 500],
    ['grows to a margin while it sends', 5 * minute - 100, second, 5 * minute],
    ['does not shrink when clocks disagree', 1000, -5 * second, 1000],
    ['is bounded by how old a reading may be', 9 * day, 5 * day, 10.5 * day],
  ]
  for (const [title, credit, gap, expected] of cases) {
    test(title, () => assert.equal(creditAfterMs(credit, gap, second), expected))
  }

  test('never lets more be stored than half as much again as a device can have lived', () => {
    let credit = 0
    let spent = 0
    let lived = 0
    for (let i = 0; i < 5000; i++) {
      const gap = i % 50 === 0 ? 2 * minute : second
      lived += gap
      credit = creditAfterMs(credit, gap, second)
      const cost = Math.min(credit, 100 * second)
      if (i % 7 === 0) {
        credit -= cost
        spent += cost
      }
    }
    assert.ok(spent <= 1.5 * lived, `${spent} of ${lived}`)
  })
})

test('a reading costs an interval, or as long as its samples take', () => {
  const peakOnly = toReading(goodReading('AA:BB:CC:DD:EE:FF'))
  const row = { accel: [0, 0, 9.81], gyro: [0, 0, 0] } as const
  const sampled = (count: number, rateHz: number) => ({
    ...peakOnly,
    samples: { rateHz, motions: Array(count).fill(row) },
  })
  assert.equal(costOfMs([peakOnly, peakOnly], second), 2 * second)
  assert.equal(costOfMs([sampled(50, 50), sampled(256, 50)], second), second + 5120)
  assert.equal(costOfMs([sampled(10, 250)], second), second)
})

test('the wait is as long as a silence must be', () => {
  const wait = waitForCreditMs(10 * minute, minute)
  assert.equal(creditAfterMs(minute, wait, second), 10 * minute)
})

test('an interval follows from the pace, and is a second where that is off', () => {
  assert.equal(readingIntervalMs({ points: 1, seconds: 1 }), second)
  assert.equal(readingIntervalMs({ points: 2, seconds: 1 }), second / 2)
  assert.equal(readingIntervalMs(undefined), second)
  assert.ok(firstCreditMs >= 100 * second)
})
