import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Classifier } from './classifier.ts'
import { createImpactFeatures } from './impact-features.ts'
import { type PendingImpact, type ScoredImpact, scanWindow } from './impact-scan.ts'
import { windowHz } from './motion-window.ts'

/** Returns a window of this many seconds with an impact at each of these samples. */
function windowOf(seconds: number, impacts: number[]) {
  const values = new Float32Array(seconds * windowHz * 3)
  for (let i = 0; i < seconds * windowHz; i++) values[i * 3] = impacts.includes(i) ? 1.8 : 1
  return { fresh: windowHz, endedAt: 0, values }
}

test('the impacts with the highest scores are examined first, however many wait', () => {
  const features = createImpactFeatures()
  const examined: number[] = []
  const classifier: Classifier = {
    screen: (_look, [peak = 0]) => peak,
    examine: (_look, _screened, _window, impact) => examined.push(impact),
    hasNetwork: true,
  }
  const window = windowOf(9, [30, 60, 90])
  // Later impacts are harder.
  for (const [i, at] of [30, 60, 90].entries()) window.values[at * 3] = 1.5 + i / 10
  scanWindow({ ...window, fresh: 225 }, [], features, classifier, { left: 1 }, () => {})
  assert.deepEqual(examined, [90])
})

test('impacts beyond the budget of a reading are examined with the next readings', () => {
  const impacts = [52, 70]
  const features = createImpactFeatures()
  const examined: number[] = []
  const classifier: Classifier = {
    screen: () => 0,
    examine: (_look, _screened, _window, impact) => {
      examined.push(impact)
      return impact
    },
    hasNetwork: true,
  }
  let pending: readonly PendingImpact[] = []
  const scored: [second: number, look: string, score: number][] = []
  for (let second = 1; second <= 10; second++) {
    const window = windowOf(second, impacts)
    pending = scanWindow(window, pending, features, classifier, { left: 1 }, (impact: ScoredImpact) =>
      scored.push([second, impact.look, impact.score]),
    )
  }
  assert.deepEqual(scored, [
    [5, 'early', 52],
    [6, 'early', 70],
    [8, 'late', 52],
    [9, 'late', 70],
  ])
  assert.deepEqual(examined, [52, 70, 52, 70])
  assert.deepEqual(pending, [])
})
