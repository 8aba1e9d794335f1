import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assessAll } from '../../tools/detection/assess-all.ts'
import {
  falling,
  readingsOfMotion,
  type SyntheticMotion,
  walking,
} from '../../tools/detection/synthetic-motion.ts'
import { assessMotion } from './default-detector.ts'
import type { MotionReading } from './fall-detector.ts'
import { isFall } from './levels/fall-level.ts'
import type { Motion } from './motion.ts'

const highestConfidence = (readings: readonly MotionReading[]) =>
  Math.max(...assessAll(readings).map(({ confidence }) => confidence))

for (const mode of ['samples', 'full-summary', 'summary', 'peak-only'] as const) {
  test(`${mode}: walking is no fall`, () => {
    assert.ok(highestConfidence(readingsOfMotion(walking, 60, mode)) <= 0.5)
  })

  test(`${mode}: an impact is suspicious at once, and a fall one to three seconds later`, () => {
    const assessments = assessAll(readingsOfMotion(falling, 12, mode))
    const confidences = assessments.map(({ confidence }) => confidence)
    assert.ok(confidences.slice(0, 6).every((confidence) => confidence === 0))
    assert.ok((confidences[6] ?? 0) > 0.3 && (confidences[6] ?? 1) <= 0.5, String(confidences))
    assert.ok(isFall(Math.max(...confidences.slice(7, 10))), String(confidences))
    const { evidence, impact } = assessments[10] as (typeof assessments)[number]
    assert.ok((evidence?.peakG ?? 0) > 5)
    assert.ok((evidence?.turnDegrees ?? 0) > 60)
    assert.ok(Math.hypot(...(impact?.accel ?? [0, 0, 0])) > 50)
    assert.ok(evidence?.raisedBy.includes('turn'))
    assert.deepEqual(JSON.parse(JSON.stringify(evidence)), evidence)
  })

  test(`${mode}: long stillness raises the confidence of the same event`, () => {
    const assessments = assessAll(readingsOfMotion(falling, 45, mode))
    const [soon, later] = [assessments[10], assessments[42]]
    assert.ok((later?.confidence ?? 0) >= (soon?.confidence ?? 1))
    assert.equal(later?.state.event?.at, soon?.state.event?.at)
    assert.ok((later?.evidence?.stillSeconds ?? 0) > 20)
    assert.ok(later?.evidence?.raisedBy.includes('stillness'))
  })

  test(`${mode}: getting up is part of the evidence`, () => {
    const upAgain: SyntheticMotion = (t) => (t < 20 ? falling(t) : walking(t))
    const { evidence } = assessAll(readingsOfMotion(upAgain, 30, mode)).at(-1) ?? {}
    assert.ok((evidence?.gotUpAfterSeconds ?? 0) >= 12, JSON.stringify(evidence))
  })

  test(`${mode}: nothing is assumed about a gap`, () => {
    const withGap = (motion: SyntheticMotion, gapSeconds: number): MotionReading[] => {
      const readings = readingsOfMotion(motion, 40 + gapSeconds, mode)
      return [...readings.slice(0, 11), ...readings.slice(11 + gapSeconds, 12 + gapSeconds)]
    }
    const lying = assessAll(withGap(falling, 25))
    const [before, after] = [lying.at(-2), lying.at(-1)]
    assert.ok(isFall(before?.confidence ?? 0))
    assert.equal(after?.confidence, before?.confidence)
    assert.ok((after?.evidence?.stillSeconds ?? 99) <= (before?.evidence?.stillSeconds ?? 0) + 1)
    const upAgain: SyntheticMotion = (t) => (t < 13 ? falling(t) : walking(t))
    assert.equal(assessAll(withGap(upAgain, 25)).at(-1)?.evidence?.gotUpAfterSeconds, null)
  })

  test(`${mode}: pressure, foot and heart support a fall`, () => {
    const readings = readingsOfMotion(falling, 14, mode)
    const motionOnly = assessAll(readings).at(-1)
    const corroborated = assessAll(
      readings.map((reading, i) => ({
        ...reading,
        ...(i < 7
          ? { pressure: 1000, fsr: 0.8, heartRate: 70 }
          : { pressure: 1000.12, fsr: 0, heartRate: 105 }),
      })),
    ).at(-1)
    assert.ok((corroborated?.confidence ?? 0) >= (motionOnly?.confidence ?? 1))
    for (const sensor of ['pressure', 'foot', 'heart'] as const) {
      assert.ok(corroborated?.evidence?.raisedBy.includes(sensor), sensor)
    }
  })

  test(`${mode}: the given state is not changed`, () => {
    const readings = readingsOfMotion(falling, 8, mode)
    const state = assessAll(readings.slice(0, 7)).at(-1)?.state
    const copy = structuredClone(state)
    assessMotion(state, readings[7] as MotionReading)
    assert.deepEqual(state, copy)
  })
}

test('the peak is the hardest sample, however the samples are divided into readings', () => {
  for (const count of [40, 50, 52, 55, 60, 70, 75, 90, 100]) {
    const motions = Array.from({ length: 50 * 14 }, (_, i) => falling(i / 50))
    const hardest = Math.max(...motions.map(({ accel }) => Math.hypot(...accel))) / 9.81
    const readings: MotionReading[] = []
    for (let end = count; end <= motions.length; end += count) {
      const own = motions.slice(end - count, end)
      const last = own.at(-1) as Motion
      readings.push({ uptimeMs: (end / 50) * 1000, ...last, samples: { rateHz: 50, motions: own } })
    }
    const { evidence } = assessAll(readings).at(-1) ?? {}
    assert.ok(Math.abs((evidence?.peakG ?? 0) - hardest) < 0.1, `${count}: ${evidence?.peakG} of ${hardest}`)
  }
})

test('neither the sample rate nor the number of seconds in a reading prevents an alarm', () => {
  for (const rateHz of [20, 25, 40, 100, 250]) {
    const motions = Array.from({ length: rateHz * 12 }, (_, i) => falling(i / rateHz))
    for (const seconds of [1, 2]) {
      if (seconds * rateHz > 256) continue
      const readings = Array.from({ length: 12 / seconds }, (_, part) => {
        const own = motions.slice(part * seconds * rateHz, (part + 1) * seconds * rateHz)
        const last = own.at(-1) as Motion
        return { uptimeMs: (part + 1) * seconds * 1000, ...last, samples: { rateHz, motions: own } }
      })
      assert.ok(isFall(highestConfidence(readings)), `${rateHz} samples a second, ${seconds} s at once`)
    }
  }
})
