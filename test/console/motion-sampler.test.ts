import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  createMotionSampler,
  type MotionSecond,
  type Row,
  sampleRateHz,
} from '../../web/src/phone/motion-sampler.ts'

const rowOf = (x: number): Row => [x, 0, 9.81, 2 * x, 0, 0]

/** Reports at these times what `valueAt` says, and gives the seconds that come of it. */
function sample(times: Iterable<number>, valueAt: (ms: number) => number): MotionSecond[] {
  const seconds: MotionSecond[] = []
  const sampler = createMotionSampler((second) => seconds.push(second))
  for (const ms of times) sampler.add(ms, rowOf(valueAt(ms)))
  return seconds
}

function* every(stepMs: number, untilMs: number, fromMs = 0): Generator<number> {
  for (let ms = fromMs; ms <= untilMs; ms += stepMs) yield ms
}

describe('motion is sampled evenly', () => {
  for (const [name, stepMs] of [
    ['60 Hz', 1000 / 60],
    ['events every 16 ms', 16],
    ['100 Hz', 10],
    ['50 Hz', 20],
    ['25 Hz', 40],
    ['10 Hz', 100],
  ] as const)
    test(`from ${name}, without a drift`, () => {
      const seconds = sample(every(stepMs, 60_100), () => 3)
      assert.equal(seconds.length, 60)
      for (const [i, { endedAtMs, rows }] of seconds.entries()) {
        assert.ok(Math.abs(endedAtMs - 1000 * (i + 1)) < 1e-6)
        assert.equal(rows.length, sampleRateHz)
        for (const row of rows) assert.deepEqual(row, [3, 0, 9.81, 6, 0, 0])
      }
    })

  test('keeps the mean of what moves, whatever the rate', () => {
    const sine = (ms: number) => 10 * Math.sin((2 * Math.PI * 2 * ms) / 1000)
    for (const stepMs of [10, 1000 / 60, 20]) {
      const [, second] = sample(every(stepMs, 3000), sine)
      for (const [i, [x]] of (second?.rows ?? []).entries()) {
        const middleMs = 1000 + (i + 0.5) * 40
        assert.ok(Math.abs(x - sine(middleMs)) < 2.6, `${stepMs} ms: ${x} at ${middleMs}`)
      }
    }
  })

  test('weights by time where events come unevenly', () => {
    // 30 ms of one and 10 ms of the other in each row.
    const times = [0, ...Array.from({ length: 26 }, (_, i) => [i * 40 + 30, i * 40 + 40]).flat()]
    const [second] = sample(times, (ms) => (ms % 40 === 30 ? 4 : 0))
    for (const [x] of second?.rows ?? []) assert.equal(x, 3)
    assert.equal(second?.rows.length, sampleRateHz)
  })
})

describe('what is missing', () => {
  test('is bridged for half a second', () => {
    const times = [...every(20, 400), ...every(20, 2000, 900)]
    assert.equal(sample(times, () => 1).length, 2)
  })

  test('ends the second beyond that, and a new one begins', () => {
    const times = [...every(20, 1400), ...every(20, 4400, 3400)]
    const seconds = sample(times, () => 1)
    const found = seconds.map(({ endedAtMs, rows }) => [endedAtMs, rows.length])
    assert.deepEqual(found, [
      [1000, 25],
      [1400, 10],
      [4400, 25],
    ])
  })

  test('is not what came twice, or late', () => {
    const seconds = sample([...every(20, 500), 500, 480, ...every(20, 1000, 520)], () => 1)
    assert.deepEqual(
      seconds.map(({ rows }) => rows.length),
      [25],
    )
  })

  test('is given up on a pause with too little to say', () => {
    const seconds: MotionSecond[] = []
    const sampler = createMotionSampler((second) => seconds.push(second))
    for (const ms of every(20, 100)) sampler.add(ms, rowOf(1))
    sampler.pause()
    assert.equal(seconds.length, 0)
    for (const ms of every(20, 700, 400)) sampler.add(ms, rowOf(1))
    sampler.pause()
    sampler.pause()
    assert.deepEqual(
      seconds.map(({ rows, endedAtMs }) => [rows.length, endedAtMs]),
      [[7, 680]],
    )
  })
})
