import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fallLevel, isAtLeast } from './fall-level.ts'

const cases: [number, string][] = [
  [0, 'NO_FALL'],
  [0.3, 'NO_FALL'],
  [0.305, 'SUSPICIOUS'],
  [0.31, 'SUSPICIOUS'],
  [0.5, 'SUSPICIOUS'],
  [0.505, 'POTENTIAL'],
  [0.7, 'POTENTIAL'],
  [0.71, 'HIGH'],
  [0.89, 'HIGH'],
  [0.895, 'CONFIRMED'],
  [0.9, 'CONFIRMED'],
  [1, 'CONFIRMED'],
]

for (const [confidence, level] of cases) {
  test(`a confidence of ${confidence} is ${level}`, () => assert.equal(fallLevel(confidence), level))
}

test('levels are ordered', () => {
  assert.equal(isAtLeast('HIGH', 'POTENTIAL'), true)
  assert.equal(isAtLeast('POTENTIAL', 'POTENTIAL'), true)
  assert.equal(isAtLeast('SUSPICIOUS', 'POTENTIAL'), false)
})
