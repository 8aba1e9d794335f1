import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { seriesSpan } from './vital-series.ts'

const now = new Date('2026-03-10T12:34:56.789Z')
const day = 86_400_000
const ago = (days: number) => new Date(now.getTime() - days * day)

describe('the buckets of a range', () => {
  const cases: [days: number, points: number, bucketSeconds: number, isSummarised: boolean][] = [
    [1 / 1440, 500, 1, false],
    [1, 500, 174, false],
    [1, 2000, 44, false],
    [25 / 24, 100, 910, false],
    [1.05, 2000, 300, true],
    [7, 500, 1500, true],
    [90, 500, 15_600, true],
    [90, 2000, 3900, true],
    [90, 100, 78_600, true],
  ]
  for (const [days, points, bucketSeconds, isSummarised] of cases) {
    test(`of ${days} days in ${points} points`, () => {
      const span = seriesSpan({ from: ago(days), points }, now)
      assert.deepEqual([span.bucketSeconds, span.isSummarised], [bucketSeconds, isSummarised])
      assert.equal(span.from.getTime() % (bucketSeconds * 1000), 0)
      assert.ok(span.from <= ago(days) && ago(days).getTime() - span.from.getTime() < bucketSeconds * 1000)
      assert.ok(Math.ceil((span.to.getTime() - span.from.getTime()) / bucketSeconds / 1000) <= points)
    })
  }

  test('are never more than the points, wherever the range begins', () => {
    for (let offset = 0; offset < 2000; offset++) {
      const to = new Date(now.getTime() + offset * 997)
      const { from, bucketSeconds } = seriesSpan(
        { from: new Date(to.getTime() - 99_000), to, points: 100 },
        now,
      )
      assert.ok(Math.ceil((to.getTime() - from.getTime()) / 1000 / bucketSeconds) <= 100)
    }
  })

  test('are those of the last 24 hours, or of the 24 hours before an end', () => {
    for (const to of [undefined, ago(3)]) {
      const span = seriesSpan({ to, points: 500 }, now)
      assert.deepEqual(span.to, to ?? now)
      assert.ok(Math.abs(span.to.getTime() - span.from.getTime() - day) < 174_000)
    }
  })
})
