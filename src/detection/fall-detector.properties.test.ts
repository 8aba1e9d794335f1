import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../../tools/detection/random.ts'
import {
  assessAll,
  falling,
  randomDay,
  randomFall,
  randomRightAngles,
  randomRotation,
  readingsOfMotion,
  rotated,
  walking,
} from '../../tools/detection/synthetic-motion.ts'
import type { DetectorState } from './detector-state.ts'
import { createDetector, type MotionReading } from './fall-detector.ts'
import { peakOnlyModel } from './models/peak-only-model.ts'
import { samplesModel } from './models/samples-model.ts'
import { summaryModel } from './models/summary-model.ts'
import type { Vector } from './motion.ts'
import { assessMotion } from './shipped-detector.ts'

/**
 * Whatever holds for every fall, every day and every device is tried with many made up by chance, from several seeds.
 */
const seeds = [1, 2, 3, 4, 5]
const storiesPerSeed = 12

/** scoresOf gives every score on the way, which tells more than a confidence that may be the highest there is. */
function scoresOf(readings: readonly MotionReading[]) {
  scores = []
  return { confidences: assessAll(readings, assessAndScore).map(({ confidence }) => confidence), scores }
}

let scores: number[] = []
const assessAndScore = createDetector(
  { samples: samplesModel, summary: summaryModel, 'peak-only': peakOnlyModel },
  { onScore: ({ score }) => scores.push(Math.round(score * 100) / 100) },
)

/** eventsIn counts the falls that would be told: events with an alarm, each with a time of its own. */
const eventsIn = (readings: readonly MotionReading[]) =>
  new Set(
    assessAll(readings)
      .filter(({ confidence }) => confidence > 0.505)
      .map(({ state }) => state.event?.at),
  ).size

for (const mode of ['samples', 'summary', 'peak-only'] as const) {
  // What is clipped along the axes of the device depends on how it is turned, but for right angles.
  const rotationOf = mode === 'samples' ? randomRotation : randomRightAngles
  const turns = mode === 'samples' ? 'fixed rotation' : 'turn by right angles'
  test(`${mode}: no ${turns} of the device changes a verdict, nor any score on the way to it`, () => {
    const heard = { falls: 0, suspicions: 0 }
    for (const seed of seeds) {
      const random = createRandom(seed)
      for (let i = 0; i < storiesPerSeed; i++) {
        const story = i % 2 === 0 ? randomFall(random) : randomDay(random)
        const plain = scoresOf(readingsOfMotion(story, 13, mode))
        const most = Math.max(...plain.confidences)
        if (most > 0.505) heard.falls++
        else if (most > 0.3) heard.suspicions++
        for (let turn = 0; turn < 4; turn++) {
          const other = scoresOf(readingsOfMotion(rotated(story, rotationOf(random)), 13, mode))
          assert.deepEqual(other, plain, `seed ${seed}, story ${i}`)
        }
      }
    }
    // Where nothing is heard there is nothing to change.
    assert.ok(heard.falls >= 10 && heard.suspicions >= 5, JSON.stringify(heard))
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
        const told = [...Object.values(evidence ?? {}), ...(impact?.accel ?? []), ...(impact?.gyro ?? [])]
        assert.ok(!told.some(Number.isNaN), JSON.stringify({ evidence, impact }))
        return confidence
      }
      for (let i = 0; i < 600; i++) {
        const motions = Array.from({ length: 1 + Math.floor(random() * 256) }, () => ({
          accel: vector(),
          gyro: vector(),
        }))
        const withSamples = mode === 'samples' && random() < 0.9
        const samples = withSamples ? { rateHz: Math.abs(number()) + random(), motions } : undefined
        const uptimeMs = random() < 0.9 ? i * 1000 : Math.floor(random() * 2 ** 53)
        const senses = { pressure: Math.abs(number()), fsr: random(), heartRate: Math.floor(random() * 300) }
        send({ uptimeMs, accel: vector(), gyro: vector(), ...senses, samples })
      }
      // An hour later, because a device's clock that stood far ahead may have to be found wrong first.
      const walk = readingsOfMotion(walking, 120, mode)
      const later = [
        ...walk,
        ...readingsOfMotion(falling, 12, mode).map((reading) => after(reading, 120_000)),
      ]
      const start = (state?.moment.uptimeMs ?? 0) + 3_600_000
      const confidences = later.map((reading) => send(after(reading, start)))
      assert.ok(Math.max(...confidences.slice(-6)) > 0.505, `seed ${seed}: ${confidences.slice(-12)}`)
    }
  })

  test(`${mode}: gaps, restarts, repeated and overtaken readings never make two falls of one`, () => {
    let found = 0
    const rounds = 60
    for (const seed of seeds) {
      const random = createRandom(seed)
      for (let round = 0; round < rounds; round++) {
        const story = round % 2 === 0 ? falling : randomFall(random)
        const events = eventsIn(delivered(readingsOfMotion(story, 25, mode), random))
        assert.ok(events <= 1, `seed ${seed}, round ${round}`)
        found += events
      }
    }
    // Some of the gaps and restarts hide the fall itself, and devices without samples find fewer.
    const least = mode === 'samples' ? 1 / 2 : 1 / 4
    assert.ok(found > seeds.length * rounds * least, `found in ${found} of ${seeds.length * rounds}`)
  })

  test(`${mode}: readings that are sent again, however late, change nothing`, () => {
    for (const seed of seeds) {
      const random = createRandom(seed)
      const readings = readingsOfMotion(randomFall(random), 20, mode)
      const sent = readings.flatMap((reading, i) => {
        const again = readings[Math.floor(random() * (i + 1))] as MotionReading
        return random() < 0.5 ? [reading, again] : [reading]
      })
      const plain = new Map(
        assessAll(readings).map(({ confidence, state }) => [state.moment.uptimeMs, confidence]),
      )
      for (const { confidence, state } of assessAll(sent))
        assert.equal(confidence, plain.get(state.moment.uptimeMs))
    }
  })

  test(`${mode}: a restarted device is watched again from its first readings`, () => {
    const before = readingsOfMotion(walking, 600, mode).map((reading) => after(reading, 5_000_000))
    assert.equal(eventsIn([...before, ...readingsOfMotion(falling, 12, mode)]), 1)
  })
}

const after = (reading: MotionReading, milliseconds: number): MotionReading => ({
  ...reading,
  uptimeMs: reading.uptimeMs + milliseconds,
})

/** delivered is what arrives of these readings over a bad line, from a device that may restart in between. */
function delivered(readings: MotionReading[], random: () => number): MotionReading[] {
  const restartAt = random() < 0.3 ? Math.floor(random() * readings.length) : readings.length
  const sent: MotionReading[] = []
  let silent = 0
  for (const [i, reading] of readings.entries()) {
    if (silent-- > 0) continue
    if (random() < 0.08) {
      silent = random() < 0.7 ? 0 : Math.floor(random() * 6)
      continue
    }
    const uptimeMs = i < restartAt ? reading.uptimeMs : (i - restartAt + 1) * 1000
    const told = { ...reading, uptimeMs }
    sent.push(told)
    if (random() < 0.15) sent.push(told)
    const [last, before] = [sent.at(-1), sent.at(-2)]
    if (random() < 0.15 && last && before) sent.splice(-2, 2, last, before)
    if (random() < 0.1) sent.push(sent[Math.floor(random() * sent.length)] as MotionReading)
  }
  return sent
}
