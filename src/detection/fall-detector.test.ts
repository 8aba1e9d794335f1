import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assessMotion, type DetectorState, type MotionReading } from './fall-detector.ts'
import type { Vector } from './motion.ts'

const quiet: Vector = [0, 0, 0]
const upright: Vector = [0, 0, 9.81]
const lying: Vector = [9.81, 0, 0]

function reading(uptimeMs: number, accel: Vector, gyro: Vector = quiet): MotionReading {
  return { uptimeMs, accel, gyro }
}

/** watch runs a story through the detector and gives the confidence after each reading. */
function watch(story: MotionReading[]): number[] {
  let state: DetectorState | undefined
  return story.map((next) => {
    const assessment = assessMotion(state, next)
    state = assessment.state
    return assessment.confidence
  })
}

test('standing and walking are no fall', () => {
  const walk = Array.from({ length: 60 }, (_, i) =>
    reading(i * 1000, [0, 3 * Math.sin(i), 9.81 + 4 * Math.cos(i)]),
  )
  assert.ok(watch(walk).every((confidence) => confidence === 0))
})

test('a fall that ends in lying still grows ever more certain, up to confirmed', () => {
  const confidences = watch([
    reading(0, upright),
    reading(1000, [0, 0, 2]),
    reading(2000, [20, 40, 20], [200, 100, 50]),
    reading(3000, lying),
    reading(4000, lying),
    reading(5000, lying),
  ])
  assert.ok(confidences.slice(0, 2).every((confidence) => confidence === 0))
  assert.ok((confidences[2] ?? 0) > 0.5)
  for (let i = 3; i < 6; i++) assert.ok((confidences[i] ?? 0) > (confidences[i - 1] ?? 0))
  assert.ok((confidences[5] ?? 0) >= 0.9)
})

test('a hard step of someone who walks on stays a suspicion', () => {
  const confidences = watch([
    reading(0, upright),
    reading(1000, [0, 0, 28]),
    reading(2000, [0, 4, 13], [40, 0, 0]),
    reading(3000, [0, -4, 7], [40, 0, 0]),
  ])
  assert.ok(Math.max(...confidences) <= 0.5)
})

test('an impact is forgotten after ten seconds', () => {
  assert.equal(watch([reading(0, upright), reading(1000, [0, 0, 50]), reading(11_500, upright)]).at(-1), 0)
})

test('a device that starts anew, or comes back after a long pause, starts a new story', () => {
  for (const later of [500, 60_000]) {
    assert.equal(watch([reading(1000, [0, 0, 50]), reading(later, lying)]).at(-1), 0)
  }
})

test('samples tell of an impact that the reading itself missed', () => {
  const motions = Array.from({ length: 50 }, (_, i) => ({
    accel: (i < 20 ? upright : i < 25 ? [0, 0, 1] : i < 27 ? [30, 30, 30] : lying) as Vector,
    gyro: quiet,
  }))
  const assessment = assessMotion(undefined, { ...reading(5000, lying), samples: { rateHz: 50, motions } })
  assert.ok(assessment.confidence >= 0.71, String(assessment.confidence))
  assert.deepEqual(assessment.impact?.accel, [30, 30, 30])
})

test('the state given is not changed', () => {
  const first = assessMotion(undefined, reading(0, [0, 0, 50])).state
  const copy = structuredClone(first)
  assessMotion(first, reading(1000, lying))
  assert.deepEqual(first, copy)
})
