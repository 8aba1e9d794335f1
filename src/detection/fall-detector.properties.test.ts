import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../../harness/random.ts'
import { isFull, often } from '../../test/support/full.ts'
import { assessAll } from '../../tools/detection/assess-all.ts'
import { randomRightAngles, randomRotation, rotated } from '../../tools/detection/rotations.ts'
import { randomActivity } from '../../tools/detection/synthetic-activities.ts'
import { falling, randomFall, readingsOfMotion, walking } from '../../tools/detection/synthetic-motion.ts'
import { assessMotion, defaultModels } from './default-detector.ts'
import type { DetectorState } from './detector-state.ts'
import { createDetector, type MotionReading } from './fall-detector.ts'
import { isFall } from './levels/fall-level.ts'
import type { Vector } from './motion.ts'

/**
 * Properties that must hold for every fall, all daily life and every device are tested with random ones from several seeds.
 */
const seeds = isFull ? [1, 2, 3, 4, 5] : [1]
const motionsPerSeed = 12

/** Returns all scores besides the confidences, which can be equal although the scores differ. */
function createScorer() {
  const scores: number[] = []
  const assess = createDetector(defaultModels, {
    onScore: ({ score }) => scores.push(Math.round(score * 100) / 100),
  })
  return (readings: readonly MotionReading[]) => {
    const confidences = assessAll(readings, assess).map(({ confidence }) => confidence)
    return { confidences, scores: scores.splice(0) }
  }
}
const scoresOf = createScorer()

/** Counts the events with an alarm, which differ in time. */
const countAlarms = (readings: readonly MotionReading[]) =>
  new Set(
    assessAll(readings)
      .filter(({ confidence }) => isFall(confidence))
      .map(({ state }) => state.event?.at),
  ).size

for (const mode of ['samples', 'full-summary', 'summary', 'peak-only'] as const) {
  // Clipping along the axes of the device depends on its orientation, except for right angles.
  const rotationOf = mode === 'samples' ? randomRotation : randomRightAngles
  const title = mode === 'samples' ? 'fixed rotation' : 'rotation by right angles'
  test(`${mode}: no ${title} of the device changes a confidence or a score`, () => {
    const found = { falls: 0, suspicions: 0 }
    for (const seed of seeds) {
      const random = createRandom(seed)
      for (let i = 0; i < motionsPerSeed; i++) {
        const motion = i % 2 === 0 ? randomFall(random) : randomActivity(random)
        const expected = scoresOf(readingsOfMotion(motion, 13, mode))
        const highest = Math.max(...expected.confidences)
        if (isFall(highest)) found.falls++
        else if (highest > 0.3) found.suspicions++
        for (let rotation = 0; rotation < 4; rotation++) {
          const actual = scoresOf(readingsOfMotion(rotated(motion, rotationOf(random)), 13, mode))
          assert.deepEqual(actual, expected, `seed ${seed}, motion ${i}`)
        }
      }
    }
    // Equal confidences of zero would prove nothing.
    assert.ok(found.falls >= 2 * seeds.length && found.suspicions >= seeds.length, JSON.stringify(found))
  })

  test(`${mode}: any numbers give a confidence from 0 to 1, and a fall after them is still found`, () => {
    const sizes = [0, 1, 10, 2000, 1e9, 1e300, Number.MAX_VALUE]
    for (const seed of seeds) {
      const random = createRandom(seed)
      const number = () => (random() - 0.5) * (sizes[Math.floor(random() * sizes.length)] ?? 1)
      const vector = (): Vector => [number(), number(), number()]
      let state: DetectorState | undefined
      const send = (reading: MotionReading) => {
        const assessment = assessMotion(state, reading)
        const { confidence, evidence, impact } = assessment
        state = assessment.state
        assert.ok(confidence >= 0 && confidence <= 1, String(confidence))
        const numbers = [...Object.values(evidence ?? {}), ...(impact?.accel ?? []), ...(impact?.gyro ?? [])]
        assert.ok(!numbers.some(Number.isNaN), JSON.stringify({ evidence, impact }))
        return confidence
      }
      for (let i = 0; i < often(200, 600); i++) {
        const motions = Array.from({ length: 1 + Math.floor(random() * 256) }, () => ({
          accel: vector(),
          gyro: vector(),
        }))
        const withSamples = mode === 'samples' && random() < 0.9
        const samples = withSamples ? { rateHz: Math.abs(number()) + random(), motions } : undefined
        const uptimeMs = random() < 0.9 ? i * 1000 : Math.floor(random() * 2 ** 53)
        const sensors = { pressure: Math.abs(number()), fsr: random(), heartRate: Math.floor(random() * 300) }
        send({ uptimeMs, accel: vector(), gyro: vector(), ...sensors, samples })
      }
      // An hour later, because the clock of the device may have been far ahead.
      const walk = readingsOfMotion(walking, 120, mode)
      const later = [
        ...walk,
        ...readingsOfMotion(falling, 12, mode).map((reading) => after(reading, 120_000)),
      ]
      const start = (state?.moment.uptimeMs ?? 0) + 3_600_000
      const confidences = later.map((reading) => send(after(reading, start)))
      assert.ok(isFall(Math.max(...confidences.slice(-6))), `seed ${seed}: ${confidences.slice(-12)}`)
    }
  })

  test(`${mode}: gaps, restarts, repeated and overtaken readings never turn one fall into two`, () => {
    let found = 0
    const rounds = often(30, 60)
    for (const seed of seeds) {
      const random = createRandom(seed)
      for (let round = 0; round < rounds; round++) {
        const motion = round % 2 === 0 ? falling : randomFall(random)
        const events = countAlarms(delivered(readingsOfMotion(motion, 25, mode), random))
        assert.ok(events <= 1, `seed ${seed}, round ${round}`)
        found += events
      }
    }
    // Some of the gaps and restarts hide the fall itself, and devices without samples find fewer.
    const minShare = mode === 'samples' ? 1 / 2 : 1 / 4
    assert.ok(found > seeds.length * rounds * minShare, `found in ${found} of ${seeds.length * rounds}`)
  })

  test(`${mode}: readings that are sent again, however late, have no effect`, () => {
    for (const seed of seeds) {
      const random = createRandom(seed)
      const readings = readingsOfMotion(randomFall(random), 20, mode)
      const sent = readings.flatMap((reading, i) => {
        const again = readings[Math.floor(random() * (i + 1))] as MotionReading
        return random() < 0.5 ? [reading, again] : [reading]
      })
      const expected = new Map(
        assessAll(readings).map(({ confidence, state }) => [state.moment.uptimeMs, confidence]),
      )
      for (const { confidence, state } of assessAll(sent))
        assert.equal(confidence, expected.get(state.moment.uptimeMs))
    }
  })

  test(`${mode}: a fall is found in the first readings after a restart`, () => {
    const before = readingsOfMotion(walking, 600, mode).map((reading) => after(reading, 5_000_000))
    assert.equal(countAlarms([...before, ...readingsOfMotion(falling, 12, mode)]), 1)
  })
}

const after = (reading: MotionReading, milliseconds: number): MotionReading => ({
  ...reading,
  uptimeMs: reading.uptimeMs + milliseconds,
})

/** Returns what arrives of the readings over a bad connection, from a device that can restart meanwhile. */
function delivered(readings: MotionReading[], random: () => number): MotionReading[] {
  const restartAt = random() < 0.3 ? Math.floor(random() * readings.length) : readings.length
  const sent: MotionReading[] = []
  let lost = 0
  for (const [i, reading] of readings.entries()) {
    if (lost-- > 0) continue
    if (random() < 0.08) {
      lost = random() < 0.7 ? 0 : Math.floor(random() * 6)
      continue
    }
    const uptimeMs = i < restartAt ? reading.uptimeMs : (i - restartAt + 1) * 1000
    const restarted = { ...reading, uptimeMs }
    sent.push(restarted)
    if (random() < 0.15) sent.push(restarted)
    const [last, before] = [sent.at(-1), sent.at(-2)]
    if (random() < 0.15 && last && before) sent.splice(-2, 2, last, before)
    if (random() < 0.1) sent.push(sent[Math.floor(random() * sent.length)] as MotionReading)
  }
  return sent
}
