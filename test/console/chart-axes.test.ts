import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ValueRange, valueAxis } from '../../web/src/ui/value-axis.ts'

const saturation: ValueRange = { shown: [90, 100], least: 0, most: 100 }
const pulse: ValueRange = { shown: [50, 100], least: 0, most: 300 }
const acceleration: ValueRange = { shown: [0, 2], least: 0 }

const counts: ValueRange = { shown: [0, 2], least: 0, isWhole: true }

const cases: [title: string, low: number, high: number, range: ValueRange | undefined, expected: object][] = [
  ['a saturation reaches 100 %', 94, 98, saturation, { min: 90, max: 100, ticks: [90, 92, 94, 96, 98, 100] }],
  ['and no more than that', 97, 100, saturation, { min: 90, max: 100, ticks: [90, 92, 94, 96, 98, 100] }],
  ['a low saturation has room below', 71, 99, saturation, { min: 70, max: 100, ticks: [70, 80, 90, 100] }],
  ['a calm pulse', 62, 88, pulse, { min: 50, max: 100, ticks: [50, 60, 70, 80, 90, 100] }],
  ['a fast pulse', 55, 171, pulse, { min: 50, max: 175, ticks: [50, 75, 100, 125, 150, 175] }],
  ['a fall', 0.1, 9.3, acceleration, { min: 0, max: 10, ticks: [0, 2, 4, 6, 8, 10] }],
  ['rest', 0.98, 1.02, acceleration, { min: 0, max: 2, ticks: [0, 0.5, 1, 1.5, 2] }],
  ['without a range', 3, 41, undefined, { min: 0, max: 50, ticks: [0, 10, 20, 30, 40, 50] }],
  ['one value', 7, 7, undefined, { min: 6, max: 8, ticks: [6, 6.5, 7, 7.5, 8] }],
  ['counts', 0, 12, counts, { min: 0, max: 15, ticks: [0, 5, 10, 15] }],
  ['a few counts', 0, 3, counts, { min: 0, max: 3, ticks: [0, 1, 2, 3] }],
  ['no counts', 0, 0, counts, { min: 0, max: 2, ticks: [0, 1, 2] }],
  ['negative values', -4, 4, undefined, { min: -4, max: 4, ticks: [-4, -2, 0, 2, 4] }],
  ['beyond what can be', -2, 99, saturation, { min: -2, max: 100, ticks: [0, 25, 50, 75, 100] }],
]

describe('an axis of values', () => {
  for (const [title, low, high, range, expected] of cases)
    test(`${title}: ${low} to ${high}`, () => assert.deepEqual(valueAxis(low, high, range), expected))

  test('has every value on it, and a readable number of ticks', () => {
    for (const range of [undefined, saturation, pulse, acceleration])
      for (let from = 0; from < 1000; from += 73)
        for (let to = from; to <= 1000; to += 37) {
          const [low, high] = [from / 10, to / 10]
          const { min, max, ticks } = valueAxis(low, high, range)
          assert.ok(min <= low && max >= high, `${low} to ${high}: ${min} to ${max}`)
          assert.ok(ticks.length >= 3 && ticks.length <= 8, `${low} to ${high}: ${ticks}`)
          assert.ok(ticks.every((tick) => tick >= min && tick <= max))
          assert.deepEqual(valueAxis(min, max, range), { min, max, ticks })
        }
  })
})
