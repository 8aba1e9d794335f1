// Full: hours of a simulated day are computed, of which the service has no part.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gravity } from '../../src/detection/motion.ts'
import { createWristStatistics, type WristStatistics } from '../../tools/detection/wrist-statistics.ts'
import { createChance } from '../../tools/simulate/chance.ts'
import { nurses, nursesAlarmsADay } from '../../tools/simulate/nurses.ts'
import { roughDay } from '../../tools/simulate/rough-day.ts'
import { createWearer } from '../../tools/simulate/wearer.ts'
import { compareWrists } from '../../tools/simulate/wrist-comparison.ts'

const hours = 6
const { statistics, alarms } = compareWrists(hours, { seed: 9, hz: 25 })

/** So few hours of two people differ by more than many hours of many people do. */
const tolerance = 1.4

const isNear = (value: number, measured: number) =>
  value < measured * tolerance && value > measured / tolerance

test('the simulated wrist has as many impacts as those of nurses, as hard, with such turns and pauses', () => {
  assert.equal(statistics.hours, hours)
  const { impactsAnHour } = statistics
  assert.ok(isNear(impactsAnHour, nurses.impactsAnHour), `${impactsAnHour} impacts an hour`)
  for (const name of [
    'peakG',
    'turnDegrees',
    'pauseSeconds',
    'spreadG',
  ] satisfies (keyof WristStatistics)[]) {
    for (const [i, value] of statistics[name].entries()) {
      const measured = nurses[name][i] as number
      assert.ok(isNear(value, measured), `${name}: ${value} where nurses have ${measured}`)
    }
  }
})

test('a rough day raises alarms at high sensitivity, no more than three times as many as nurses do', () => {
  const most = 3 * nursesAlarmsADay.high * (hours / 24)
  assert.ok(alarms.high >= 1 && alarms.high <= most, `${alarms.high} alarms`)
  assert.ok(alarms.normal <= alarms.high && alarms.low <= alarms.normal)
})

test('a hand goes from one bout to the next without a jump', () => {
  const day = roughDay(createWearer(1), 50, createChance(1))
  let fastest = 0
  for (let second = 0; second < 600; second++) {
    for (const row of day.next().value.samples) fastest = Math.max(fastest, Math.hypot(...row.slice(3)))
  }
  assert.ok(fastest < 1800, `${fastest} °/s`)
})

test('the statistics count impacts, and measure their peaks, pauses and turns', () => {
  const [hz, seconds, every] = [50, 120, 5]
  const accel = new Float32Array(hz * seconds * 3)
  for (let i = 0; i < hz * seconds; i++) {
    const sinceImpact = i % (every * hz)
    const isTurned = Math.floor(i / (every * hz)) % 2 === 0
    // Two samples, because the statistics are those at half the rate.
    accel[i * 3 + (isTurned ? 0 : 2)] = gravity * (sinceImpact < 2 ? 1.8 : 1)
  }
  const collected = createWristStatistics()
  collected.add({ hz, accel }, seconds)
  const { impactsAnHour, peakG, turnDegrees, pauseSeconds, spreadG } = collected.result()
  assert.equal(impactsAnHour, 3600 / every)
  assert.ok(peakG.every((peak) => Math.abs(peak - 1.8) < 1e-3))
  assert.ok(turnDegrees.every((turn) => Math.abs(turn - 90) < 0.1))
  assert.ok(pauseSeconds.every((pause) => pause === every))
  assert.equal(spreadG[2], 0)
})
