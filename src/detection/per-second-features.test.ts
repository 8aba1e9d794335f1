import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Classifier } from './classifier.ts'
import { type ScoredImpact, scanHistory } from './impact-scan.ts'
import type { Vector } from './motion.ts'
import {
  emptyHistory,
  extendHistory,
  newestSlot,
  type PeakHistory,
  type SecondSummary,
} from './peak-history.ts'
import { createPerSecondFeatures } from './per-second-features.ts'

const calm: SecondSummary = { peak: [0, 0, 10], mean: [0, 0, 9.81], spread: 0.2 }
const hard: SecondSummary = { peak: [14, 12, 18], mean: [3, 2, 8], spread: 6 }

/** Returns a history of these seconds; undefined is a second without a reading. */
function historyOf(seconds: (SecondSummary | undefined)[]): PeakHistory {
  let history = emptyHistory
  let missing = 0
  for (const second of seconds) {
    if (second) {
      const accel: Vector = second.peak
      history = extendHistory(history, { accel, gyro: [0, 0, 0] }, missing, second)
    }
    missing = second ? 0 : missing + 1
  }
  return history
}

test('features do not depend on the history that was loaded before, even if seconds are missing', () => {
  for (const kind of ['peak-only', 'summary'] as const) {
    const [used, fresh] = [createPerSecondFeatures(kind), createPerSecondFeatures(kind)]
    const sparse = historyOf([calm, undefined, calm, hard, undefined, undefined, undefined, calm, calm])
    used.load(historyOf(Array.from({ length: 14 }, () => hard)))
    used.extract(newestSlot - 5, 'late')
    used.load(sparse)
    fresh.load(sparse)
    const slot = newestSlot - 5
    for (const look of ['early', 'late'] as const) {
      const featuresOf = (from: typeof used) => from.extract(slot, look).subarray(0, from.names[look].length)
      assert.deepEqual(featuresOf(used), featuresOf(fresh), `${kind} ${look}`)
    }
  }
})

test('a lost second does not shorten the known time before an impact', () => {
  const classifier: Classifier = { screen: () => 0, examine: (_look, score) => score, hasNetwork: false }
  const features = createPerSecondFeatures('peak-only')
  const secondsBefore = (seconds: (SecondSummary | undefined)[]) => {
    const found: ScoredImpact[] = []
    features.load(historyOf(seconds))
    scanHistory(features, classifier, (impact) => found.push(impact))
    return found.map((impact) => impact.secondsBefore)
  }
  assert.deepEqual(secondsBefore([calm, calm, calm, calm, hard, calm, calm]), [4])
  assert.deepEqual(secondsBefore([calm, calm, calm, undefined, hard, calm, calm]), [4])
  assert.deepEqual(secondsBefore([calm, hard, calm, calm]), [1])
  assert.deepEqual(secondsBefore([hard, calm, calm]), [0])
})
