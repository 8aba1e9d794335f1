import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assessMotion, type DetectorState, type MotionReading } from './learned-detector.ts'
import type { Motion, Vector } from './motion.ts'

const hz = 50
type Story = (seconds: number) => Motion

/** Somebody stands, falls at the sixth second and lies: made up, after what falls have in common. */
const falling: Story = (t) => {
  const at = t - 6.3
  const wobble = Math.sin(t * 37) * 0.1
  if (at < -0.5) return { accel: [0.3 + wobble, 9.75, 0.5], gyro: [2, 1 + wobble * 5, 1] }
  if (at < 0) return { accel: [0.5, 9.75 + at * 0 - 7 * (1 + at * 1.2), 1], gyro: [150, 30, 60 + wobble] }
  if (at < 0.12) return { accel: [35, 25, 38 + wobble], gyro: [260, 90, 120] }
  if (at < 0.3) return { accel: [4, 5, 14 + wobble], gyro: [90, 30, 30] }
  return { accel: [0.4 + wobble * 0.1, 1.2, 9.7], gyro: [1, 0.5, wobble] }
}

const walking: Story = (t) => ({
  accel: [1.5 * Math.cos(t * 6), 9.81 + 4.5 * Math.sin(t * 12), 1.2 * Math.sin(t * 6)],
  gyro: [40 * Math.sin(t * 6), 20 * Math.cos(t * 6), 5],
})

/** tell gives the readings of a story, each with its second's peak, and with samples or without. */
function tell(story: Story, seconds: number, withSamples: boolean): MotionReading[] {
  return Array.from({ length: seconds }, (_, second) => {
    const motions = Array.from({ length: hz }, (_, i) => story(second + i / hz))
    const peak = motions.reduce((best, next) =>
      Math.hypot(...next.accel) > Math.hypot(...best.accel) ? next : best,
    )
    const samples = withSamples ? { rateHz: hz, motions } : undefined
    return { uptimeMs: (second + 1) * 1000, ...peak, samples }
  })
}

function watch(readings: readonly MotionReading[]) {
  let state: DetectorState | undefined
  return readings.map((reading) => {
    const assessment = assessMotion(state, reading)
    state = assessment.state
    return assessment
  })
}

const highest = (readings: readonly MotionReading[]) =>
  Math.max(...watch(readings).map(({ confidence }) => confidence))

/** eventsIn counts the falls that would be told: events with an alarm, each with a time of its own. */
const eventsIn = (readings: readonly MotionReading[]) =>
  new Set(
    watch(readings)
      .filter(({ confidence }) => confidence > 0.505)
      .map(({ state }) => state.impact?.at),
  ).size

/** Numbers from 0 to 1, the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

for (const withSamples of [true, false]) {
  const kind = withSamples ? 'samples' : 'bare'

  test(`${kind}: walking is no fall`, () => {
    assert.ok(highest(tell(walking, 60, withSamples)) <= 0.5)
  })

  test(`${kind}: an impact is a suspicion at once, and a fall one to three seconds later`, () => {
    const assessments = watch(tell(falling, 12, withSamples))
    const confidences = assessments.map(({ confidence }) => confidence)
    assert.ok(confidences.slice(0, 6).every((confidence) => confidence === 0))
    assert.ok((confidences[6] ?? 0) > 0.3 && (confidences[6] ?? 1) <= 0.5, String(confidences))
    assert.ok(Math.max(...confidences.slice(7, 10)) > 0.505, String(confidences))
    const { evidence, impact } = assessments[10] as (typeof assessments)[number]
    assert.ok((evidence?.peakG ?? 0) > 5)
    assert.ok((evidence?.turnDegrees ?? 0) > 60)
    assert.ok(Math.hypot(...(impact?.accel ?? [0, 0, 0])) > 50)
    assert.ok(evidence?.raisedBy.includes('turn'))
    assert.deepEqual(JSON.parse(JSON.stringify(evidence)), evidence)
  })

  test(`${kind}: long stillness raises the confidence of the same event`, () => {
    const assessments = watch(tell(falling, 45, withSamples))
    const [soon, later] = [assessments[10], assessments[42]]
    assert.ok((later?.confidence ?? 0) >= (soon?.confidence ?? 1))
    assert.equal(later?.state.impact?.at, soon?.state.impact?.at)
    assert.ok((later?.evidence?.stillSeconds ?? 0) > 20)
    assert.ok(later?.evidence?.raisedBy.includes('stillness'))
  })

  test(`${kind}: getting up is noted`, () => {
    const upAgain: Story = (t) => (t < 20 ? falling(t) : walking(t))
    const { evidence } = watch(tell(upAgain, 30, withSamples)).at(-1) ?? {}
    assert.ok((evidence?.gotUpAfterSeconds ?? 0) >= 12, JSON.stringify(evidence))
  })

  test(`${kind}: no fixed rotation of the device changes a verdict`, () => {
    const random = createRandom(5)
    for (const story of [falling, walking]) {
      const plain = watch(tell(story, 12, withSamples)).map(({ confidence }) => confidence)
      for (let turn = 0; turn < 25; turn++) {
        const rotate = rotation(random)
        const turned: Story = (t) => {
          const { accel, gyro } = story(t)
          return { accel: rotate(accel), gyro: rotate(gyro) }
        }
        const confidences = watch(tell(turned, 12, withSamples)).map(({ confidence }) => confidence)
        for (const [i, confidence] of confidences.entries()) {
          assert.ok(Math.abs(confidence - (plain[i] ?? 0)) <= 0.011, `${confidence} ${plain[i]}`)
        }
      }
    }
  })

  test(`${kind}: any numbers give a confidence from 0 to 1`, () => {
    const random = createRandom(9)
    const sizes = [0, 1, 10, 2000, 1e9, 1e300, Number.MAX_VALUE]
    const number = () => (random() - 0.5) * (sizes[Math.floor(random() * sizes.length)] ?? 1)
    const vector = (): Vector => [number(), number(), number()]
    let state: DetectorState | undefined
    for (let i = 0; i < 3000; i++) {
      const motions = Array.from({ length: 1 + Math.floor(random() * 256) }, () => ({
        accel: vector(),
        gyro: vector(),
      }))
      const samples = withSamples ? { rateHz: 10 + random() * 240, motions } : undefined
      const uptimeMs = random() < 0.9 ? i * 1000 : Math.floor(random() * 2 ** 53)
      const senses = { pressure: Math.abs(number()), fsr: random(), heartRate: Math.floor(random() * 300) }
      const { confidence, evidence, ...rest } = assessMotion(state, {
        uptimeMs,
        accel: vector(),
        gyro: vector(),
        ...senses,
        samples,
      })
      state = rest.state
      assert.ok(confidence >= 0 && confidence <= 1, String(confidence))
      assert.ok(!evidence || Object.values(evidence).every((value) => !Number.isNaN(value)))
    }
  })

  test(`${kind}: gaps, restarts, repeated and overtaken readings never make two falls of one`, () => {
    const random = createRandom(11)
    let found = 0
    for (let round = 0; round < 300; round++) {
      const readings = tell(falling, 25, withSamples)
      const restartAt = random() < 0.3 ? Math.floor(random() * readings.length) : readings.length
      const sent: MotionReading[] = []
      for (const [i, reading] of readings.entries()) {
        if (random() < 0.1) continue
        const uptimeMs = i < restartAt ? reading.uptimeMs : (i - restartAt + 1) * 1000
        const told = { ...reading, uptimeMs }
        sent.push(told)
        if (random() < 0.15) sent.push(told)
        const [last, before] = [sent.at(-1), sent.at(-2)]
        if (random() < 0.15 && last && before) sent.splice(-2, 2, last, before)
        if (random() < 0.1) sent.push(sent[Math.floor(random() * sent.length)] as MotionReading)
      }
      const events = eventsIn(sent)
      assert.ok(events <= 1, `round ${round}`)
      found += events
    }
    // Some of the gaps and restarts hide the fall itself.
    assert.ok(found > 150, `found in ${found} of 300`)
  })

  test(`${kind}: pressure, foot and heart are further evidence`, () => {
    const readings = tell(falling, 14, withSamples)
    const silent = watch(readings).at(-1)
    const witnessed = watch(
      readings.map((reading, i) => ({
        ...reading,
        ...(i < 7
          ? { pressure: 1000, fsr: 0.8, heartRate: 70 }
          : { pressure: 1000.12, fsr: 0, heartRate: 105 }),
      })),
    ).at(-1)
    assert.ok((witnessed?.confidence ?? 0) >= (silent?.confidence ?? 1))
    for (const witness of ['pressure', 'foot', 'heart'] as const) {
      assert.ok(witnessed?.evidence?.raisedBy.includes(witness), witness)
    }
  })

  test(`${kind}: the state given is not changed`, () => {
    const readings = tell(falling, 8, withSamples)
    const state = watch(readings.slice(0, 7)).at(-1)?.state
    const copy = structuredClone(state)
    assessMotion(state, readings[7] as MotionReading)
    assert.deepEqual(state, copy)
  })
}

test('the rate of the samples, and how many seconds come at once, change no verdict', () => {
  for (const rateHz of [20, 25, 40, 100, 250]) {
    const motions = Array.from({ length: rateHz * 12 }, (_, i) => falling(i / rateHz))
    for (const seconds of [1, 2]) {
      if (seconds * rateHz > 256) continue
      const readings = Array.from({ length: 12 / seconds }, (_, part) => {
        const own = motions.slice(part * seconds * rateHz, (part + 1) * seconds * rateHz)
        const last = own.at(-1) as Motion
        return { uptimeMs: (part + 1) * seconds * 1000, ...last, samples: { rateHz, motions: own } }
      })
      assert.ok(highest(readings) > 0.505, `${rateHz} samples a second, ${seconds} s at once`)
    }
  }
})

test('a restarted device is watched again from its first readings', () => {
  const before = tell(walking, 600, true).map((reading) => ({
    ...reading,
    uptimeMs: reading.uptimeMs + 5_000_000,
  }))
  assert.equal(eventsIn([...before, ...tell(falling, 12, true)]), 1)
})

/** rotation is a turn about a random axis by a random angle. */
function rotation(random: () => number): (vector: Vector) => Vector {
  const [a, b, c] = [random() * 6.28, random() * 6.28, random() * 6.28]
  const spin = ([x, y, z]: Vector, angle: number): Vector => [
    x * Math.cos(angle) - y * Math.sin(angle),
    x * Math.sin(angle) + y * Math.cos(angle),
    z,
  ]
  const swap = ([x, y, z]: Vector): Vector => [y, z, x]
  return (vector) => spin(swap(spin(swap(spin(vector, a)), b)), c)
}
