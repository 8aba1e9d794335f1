import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClassifier } from './classifier.ts'
import { createNetwork } from './convolutional-network.ts'
import { createImpactFeatures } from './impact-features.ts'
import { samplesModel } from './models/samples-model.ts'

test('a model that was trained on other features is refused, with the first that differs', () => {
  const { names } = createImpactFeatures()
  assert.doesNotThrow(() => createClassifier(samplesModel, names))
  const [first = '', second = '', ...rest] = names.late
  assert.throws(
    () => createClassifier(samplesModel, { ...names, late: [second, first, ...rest] }),
    new RegExp(`late, index 0: ${first} instead of ${second}`),
  )
  assert.throws(() => createClassifier(samplesModel, { ...names, early: names.early.slice(1) }))
  assert.throws(() => createClassifier(samplesModel, { ...names, early: [...names.early, 'another'] }))
})

test('a network whose weights are not complete is refused', () => {
  const { networks } = samplesModel
  assert.ok(networks)
  const [network] = networks.early
  const [first, ...layers] = network?.layers ?? []
  assert.ok(network && first)
  const incomplete = { ...first, weights: first.weights.slice(0, 40) }
  assert.throws(() => createNetwork([{ ...network, layers: [incomplete, ...layers] }]), /weights/)
})

test('a network gives the same score for a rotated window, and whatever else is in the window', () => {
  const { networks } = samplesModel
  assert.ok(networks)
  const network = createNetwork(networks.late)
  const samples = Array.from({ length: 325 }, (_, i): [number, number, number] => {
    const t = i / 25
    return i === 175 ? [1.2, 0.9, 1] : [Math.sin(t) * 0.3, 0.9, Math.cos(t * 3) * 0.2]
  })
  const windowOf = (vectors: [number, number, number][]) => ({
    ...{ fresh: 25, endedAt: 0 },
    values: Float32Array.from(vectors.flat()),
  })
  const scoreOf = (vectors: [number, number, number][], impact: number) =>
    network.score(windowOf(vectors), impact)
  const score = scoreOf(samples, 175)
  const memberScores = networks.late.map((member) => createNetwork([member]).score(windowOf(samples), 175))
  const mean = memberScores.reduce((sum, own) => sum + own, 0) / memberScores.length
  assert.ok(Math.abs(mean - score) < 1e-6, 'the mean of its members')
  const rotated = samples.map(([x, y, z]): [number, number, number] => [z, -x, -y])
  assert.ok(Math.abs(scoreOf(rotated, 175) - score) < 1e-4)
  assert.equal(scoreOf(samples.slice(50), 125), score)
  assert.ok(Math.abs(scoreOf(samples.slice(150), 25) - score) > 1e-6, 'motion before the impact matters')
})
