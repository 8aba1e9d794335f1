import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followHeartRate, type HealthSigns, healthScore } from './health-score.ts'

const healthy: HealthSigns = {
  heartRate: 72,
  heartRateSpread: 3,
  oxygenSaturation: 97,
  recentFalls: 0,
  battery: 80,
  sensorsInitialized: true,
}
const unknown: HealthSigns = {
  heartRate: null,
  heartRateSpread: null,
  oxygenSaturation: null,
  recentFalls: 0,
  battery: null,
  sensorsInitialized: null,
}

test('the score is 100 without a problem, and if nothing is known', () => {
  assert.equal(healthScore(healthy), 100)
  assert.equal(healthScore(unknown), 100)
})

const worse: [string, Partial<HealthSigns>][] = [
  ['a racing heart', { heartRate: 150 }],
  ['a heart that stopped', { heartRate: 0 }],
  ['an unsteady heart', { heartRateSpread: 25 }],
  ['low oxygen', { oxygenSaturation: 88 }],
  ['a fall', { recentFalls: 1 }],
  ['an empty battery', { battery: 4 }],
  ['a failed sensor', { sensorsInitialized: false }],
]

for (const [title, signs] of worse) {
  test(`${title} lowers the score`, () => assert.ok(healthScore({ ...healthy, ...signs }) < 100))
}

test('all problems together make a high risk, and the score is always an integer from 0 to 100', () => {
  const worst = Object.assign({}, ...worse.map(([, signs]) => signs), {
    recentFalls: 9,
    oxygenSaturation: 60,
  })
  assert.equal(healthScore(worst), 0)
  assert.equal(healthScore({ ...healthy, heartRateSpread: 12.7 }) % 1, 0)
})

test('a steady heart rate has a small spread, an unsteady one a large spread', () => {
  const spreadOf = (rates: number[]) => rates.reduce(followHeartRate, undefined as never).spread
  assert.ok(spreadOf(Array.from({ length: 300 }, (_, i) => 70 + (i % 2))) < 2)
  assert.ok(spreadOf(Array.from({ length: 300 }, (_, i) => 70 + (i % 2) * 60)) > 20)
})

test('bad vital signs are a high risk, an empty battery is not', () => {
  const badSigns = { ...healthy, oxygenSaturation: 80, heartRate: 170, recentFalls: 2 }
  assert.ok(100 - healthScore(badSigns) >= 75)
  assert.ok(100 - healthScore({ ...healthy, battery: 0, sensorsInitialized: false }) < 75)
})

/** For each sign, values from the best to the worst. */
const fromBestToWorst: [keyof HealthSigns, (number | boolean | null)[]][] = [
  ['heartRate', [80, 109, 110, 111, 120, 139, 140, 200, 300]],
  ['heartRate', [80, 51, 50, 49, 40, 21, 20, 0]],
  ['heartRateSpread', [0, 9.9, 10, 10.1, 15, 19.9, 20, 300]],
  ['oxygenSaturation', [100, 96, 95, 94, 90, 86, 85, 50, 0]],
  ['recentFalls', [0, 1, 2, 3, 4, 1000]],
  ['battery', [100, 20, 19.9, 5, 4.9, 0]],
  ['sensorsInitialized', [true, false]],
]

/** Combinations of good, bad and unknown values of the signs. */
const combinations = [healthy, ...worse.map(([, signs]) => ({ ...healthy, ...signs }))].flatMap((signs) =>
  Object.keys(signs).map((sign) => ({ ...signs, [sign]: unknown[sign as keyof HealthSigns] })),
)

for (const [sign, values] of fromBestToWorst) {
  test(`${sign}: from ${values[0]} to ${values.at(-1)} the score never rises and stays within 0 and 100`, () => {
    for (const others of combinations) {
      const scores = values.map((value) => healthScore({ ...others, [sign]: value }))
      for (const [i, score] of scores.entries()) {
        assert.ok(Number.isInteger(score) && score >= 0 && score <= 100)
        assert.ok(i === 0 || score <= (scores[i - 1] as number), `${values[i]} after ${values[i - 1]}`)
      }
    }
  })
}

test('an unknown sign does not lower the score', () => {
  for (const [sign] of fromBestToWorst) {
    assert.equal(healthScore({ ...healthy, [sign]: unknown[sign] }), 100, sign)
  }
})
