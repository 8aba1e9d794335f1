import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gravity, type Motion } from './motion.ts'
import {
  emptyHistory,
  extendHistory,
  hasSummary,
  historySeconds,
  newestSlot,
  type PeakHistory,
  peakAt,
  postureChangeInHistory,
  spreadAt,
  writeClipped,
} from './peak-history.ts'

const motionOf = (g: number): Motion => ({ accel: [0, g * gravity, 0], gyro: [1, 2, 3] })

const peaks = (history: PeakHistory) =>
  Array.from({ length: historySeconds }, (_, slot) => Math.round(peakAt(history, slot) * 1000) / 1000)

test('the peak of each second is kept, the newest last, in an array no longer than needed', () => {
  let history = emptyHistory
  for (let i = 1; i <= historySeconds + 2; i++) {
    history = extendHistory(history, motionOf(i), 0)
    assert.equal(history.length, Math.min(i, historySeconds) * 10)
  }
  assert.deepEqual(
    peaks(history),
    Array.from({ length: historySeconds }, (_, i) => i + 3),
  )
})

test('unknown seconds are NaN: those before the first, and those without a reading', () => {
  const history = extendHistory(extendHistory(emptyHistory, motionOf(2), 0), motionOf(3), 2)
  const { NaN: unknown } = Number
  assert.deepEqual(peaks(history), [...new Array(historySeconds - 4).fill(unknown), 2, unknown, unknown, 3])
})

test('after a gap longer than the history, only the newest second is kept', () => {
  const history = extendHistory(extendHistory(emptyHistory, motionOf(2), 0), motionOf(3), 50)
  assert.equal(history.length, 10)
  assert.equal(Math.round(peakAt(history, newestSlot)), 3)
})

test('a summary is kept with its second', () => {
  const summary = { peak: motionOf(3).accel, mean: motionOf(1).accel, spread: gravity / 2 }
  const history = extendHistory(extendHistory(emptyHistory, motionOf(1), 0), motionOf(3), 0, summary)
  assert.deepEqual([hasSummary(history, newestSlot), hasSummary(history, newestSlot - 1)], [true, false])
  assert.equal(spreadAt(history, newestSlot), 0.5)
  const out = new Float64Array(3)
  assert.equal(writeClipped(history, newestSlot, 'mean', out, 0), true)
  assert.deepEqual([...out], [0, 1, 0])
  assert.equal(writeClipped(history, newestSlot - 1, 'mean', out, 0), false)
  writeClipped(history, newestSlot, 'peak', out, 0)
  assert.deepEqual([...out], [0, 1.98, 0], 'a peak is clipped as by the sensors that recorded daily life')
})

test('the turn is measured from the calmest second before an impact to the calmest after it', () => {
  const lying: Motion = { accel: [gravity, 0, 0], gyro: [0, 0, 0] }
  let history = emptyHistory
  for (const motion of [motionOf(1), motionOf(1.4), motionOf(5), lying])
    history = extendHistory(history, motion, 0)
  const { accelBefore, turnDegrees } = postureChangeInHistory(history, newestSlot - 1)
  assert.deepEqual(accelBefore, [0, gravity, 0])
  assert.equal(Math.round(turnDegrees ?? 0), 90)
})
