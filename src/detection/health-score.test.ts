import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followHeartRate, type HealthSigns, healthScore } from './health-score.ts'

const well: HealthSigns = {
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

test('nothing amiss and nothing known are both 100', () => {
  assert.equal(healthScore(well), 100)
  assert.equal(healthScore(unknown), 100)
})

const worse: [string, Partial<HealthSigns>][] = [
  ['a racing heart', { heartRate: 150 }],
  ['a heart that stopped', { heartRate: 0 }],
  ['an unsteady heart', { heartRateSpread: 25 }],
  ['little oxygen', { oxygenSaturation: 88 }],
  ['a fall', { recentFalls: 1 }],
  ['an empty battery', { battery: 4 }],
  ['a failed sensor', { sensorsInitialized: false }],
]

for (const [title, signs] of worse) {
  test(`${title} lowers the score`, () => assert.ok(healthScore({ ...well, ...signs }) < 100))
}

test('everything at once makes a high risk, and the score stays a whole number from 0 to 100', () => {
  const worst = Object.assign({}, ...worse.map(([, signs]) => signs), {
    recentFalls: 9,
    oxygenSaturation: 60,
  })
  assert.equal(healthScore(worst), 0)
  assert.equal(healthScore({ ...well, heartRateSpread: 12.7 }) % 1, 0)
})

test('a steady heart has little spread, an unsteady one much', () => {
  const spreadOf = (rates: number[]) => rates.reduce(followHeartRate, undefined as never).spread
  assert.ok(spreadOf(Array.from({ length: 300 }, (_, i) => 70 + (i % 2))) < 2)
  assert.ok(spreadOf(Array.from({ length: 300 }, (_, i) => 70 + (i % 2) * 60)) > 20)
})
