import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confidenceOf, sensitivities } from './confidence.ts'
import { fallLevel } from './levels/fall-level.ts'

const scale = { hundredADay: -2, tenADay: 0, onceADay: 2, onceAWeek: 3, never: 4 }

const cases: [score: number, high: string, normal: string, low: string][] = [
  [-3, 'NO_FALL', 'NO_FALL', 'NO_FALL'],
  [-1, 'SUSPICIOUS', 'NO_FALL', 'NO_FALL'],
  [1, 'POTENTIAL', 'SUSPICIOUS', 'NO_FALL'],
  [2.5, 'HIGH', 'POTENTIAL', 'SUSPICIOUS'],
  [3.5, 'CONFIRMED', 'HIGH', 'POTENTIAL'],
  [4.2, 'CONFIRMED', 'CONFIRMED', 'HIGH'],
  [6, 'CONFIRMED', 'CONFIRMED', 'CONFIRMED'],
]
for (const [score, ...levels] of cases) {
  test(`a score of ${score} is ${levels.join(', ')} by sensitivity`, () => {
    assert.deepEqual(
      sensitivities.map((sensitivity) => fallLevel(confidenceOf(score, scale, sensitivity))),
      levels,
    )
  })
}

test('the confidence never decreases while the score rises, and stays within 0 and 0.99', () => {
  for (const sensitivity of sensitivities) {
    let before = 0
    for (let score = -20; score <= 20; score += 0.01) {
      const confidence = confidenceOf(score, scale, sensitivity)
      assert.ok(confidence >= before && confidence <= 0.99)
      before = confidence
    }
    assert.equal(before, 0.99)
  }
})
