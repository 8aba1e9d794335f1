import type { DetectorState, Mode } from '../../src/detection/detector-state.ts'
import type { AssessMotion, Assessment, MotionReading } from '../../src/detection/fall-detector.ts'
import type { Motion, Vector } from '../../src/detection/motion.ts'
import { assessMotion } from '../../src/detection/shipped-detector.ts'
import { readingsOf } from './replay.ts'

/** SyntheticMotion is a function from a time in seconds to the motion of a device; it is deterministic. */
export type SyntheticMotion = (seconds: number) => Motion

/** readingsOfMotion returns the readings of the first seconds of a motion, each with its peak. */
export function readingsOfMotion(
  story: SyntheticMotion,
  seconds: number,
  mode: Mode,
  hz = 50,
): MotionReading[] {
  const accel = new Float32Array(seconds * hz * 3)
  const gyro = new Float32Array(seconds * hz * 3)
  for (let i = 0; i < seconds * hz; i++) {
    const motion = story(i / hz)
    accel.set(motion.accel, i * 3)
    gyro.set(motion.gyro, i * 3)
  }
  return [...readingsOf({ hz, accel, gyro }, mode)]
}

/** assessAll runs a detector, by default the shipped one, on the readings in order. */
export function assessAll(
  readings: readonly MotionReading[],
  assess: AssessMotion = assessMotion,
): Assessment[] {
  let state: DetectorState | undefined
  return readings.map((reading) => {
    const assessment = assess(state, reading)
    state = assessment.state
    return assessment
  })
}

const standing: Vector = [0.3, 9.75, 0.5]

interface FallShape {
  impactAt: number
  lying: Vector
  /** Where the landing hits from, and how hard it and the one after it are, in g. */
  hit: Vector
  hitG: number
  secondHitG: number
  /** How much weight is missing before the landing, from 0 to 1. */
  missing: number
  /** How much the body shakes after the landing, in g. */
  shakeG: number
}

/**
 * shapedFall is made-up motion, after what falls have in common: the body gets lighter while it turns, lands hard, rebounds
 * and lands again, shakes for a second and lies still.
 */
function shapedFall({ impactAt, lying, hit, hitG, secondHitG, missing, shakeG }: FallShape): SyntheticMotion {
  const bump = (at: number, centre: number, width: number) =>
    Math.exp(-((at - centre) ** 2) / (2 * width * width))
  return (t) => {
    const at = t - impactAt
    const down = unit(between(standing, lying, smoothStep((at + 0.5) / 0.9)))
    const load = at < 0 ? 1 - missing * smoothStep((at + 0.5) / 0.4) : 1
    const blow = at < -0.2 ? 0 : hitG * bump(at, 0.04, 0.03) + secondHitG * bump(at, 0.27, 0.04)
    const rebound = at < 0 ? 0 : 0.5 * bump(at, 0.15, 0.03)
    const shake = at < 0 ? 0.2 * bump(at, -0.2, 0.3) : shakeG * Math.exp(-at / 0.35)
    const accel = [0, 1, 2].map((axis) => {
      const steady = (down[axis] as number) * (load - rebound) + (hit[axis] as number) * blow
      const shaken = shake * Math.sin(t * (32 + 9 * axis) + axis + 1)
      return 9.81 * (steady + shaken + 0.006 * Math.sin(t * (70 + 13 * axis) + axis))
    })
    const isTurning = at > -0.5 && at < 0.4
    return { accel: accel as unknown as Vector, gyro: isTurning ? [180, 60, 40] : [1, 1, 0.5] }
  }
}

const smoothStep = (share: number) => {
  const x = Math.min(1, Math.max(0, share))
  return x * x * (3 - 2 * x)
}

const between = (a: Vector, b: Vector, share: number): Vector => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
]

const unit = (vector: Vector): Vector => scaled(vector, 1 / Math.hypot(...vector))

/** Somebody stands, falls at the sixth second and lies. */
export const falling: SyntheticMotion = shapedFall({
  ...{ impactAt: 6.3, lying: [1, 0.5, 9.7], hit: [0.57, 0.52, 0.64] },
  ...{ hitG: 6.5, secondHitG: 3, missing: 0.7, shakeG: 1.2 },
})

export const walking: SyntheticMotion = (t) => ({
  accel: [1.5 * Math.cos(t * 6), 9.81 + 4.5 * Math.sin(t * 12), 1.2 * Math.sin(t * 6)],
  gyro: [40 * Math.sin(t * 6), 20 * Math.cos(t * 6), 5],
})

/**
 * randomFall is a fall of random strength, at a random time between six and eight seconds, that ends in lying still.
 */
export function randomFall(random: () => number): SyntheticMotion {
  const some = betweenIn(random)
  return shapedFall({
    impactAt: some(6, 8),
    lying: rotationOf(some(1.2, 1.7), some(-0.4, 0.4), some(-0.3, 0.3))(standing),
    hit: unit([some(0.8, 1), some(0.8, 1), some(0.8, 1)]),
    hitG: some(5.5, 8),
    secondHitG: some(2, 4),
    missing: some(0.6, 0.8),
    shakeG: some(0.9, 1.4),
  })
}

/** randomDay is a piece of daily life; single events happen between six and eight seconds. */
export function randomDay(random: () => number): SyntheticMotion {
  const some = betweenIn(random)
  const day = daysOfLife[Math.floor(random() * daysOfLife.length)] as (typeof daysOfLife)[number]
  const pick = { at: some(6, 8), force: some(15, 30), pace: some(9, 13) }
  return day(pick, shiverIn(random))
}

type Day = (
  pick: { at: number; force: number; pace: number },
  shiver: ReturnType<typeof shiverIn>,
) => SyntheticMotion

const quiet: Vector = [1, 1, 1]

const walks: Day = ({ force, pace }, shiver) => {
  return (t) => shiver(t, [0.3, 9.8 + force * 0.2 * Math.sin(t * pace), 0.5], [40, 20, 5], 0.5)
}

const jogs: Day = ({ force, pace }, shiver) => {
  return (t) => shiver(t, [0.3, 9.8 + force * 0.8 * Math.sin(t * pace * 1.4), 0.5], [90, 60, 20], 1)
}

const sitsDown: Day = ({ at, force }, shiver) => {
  return (t) => {
    if (t < at - 0.7 || t > at + 0.1) return shiver(t, standing, quiet, 0.2)
    return shiver(t, t < at ? scaled(standing, 0.8) : [3, force, 4], [60, 9, 3], 0.5)
  }
}

const liesDown: Day = ({ at }, shiver) => {
  return (t) => {
    if (t < at) return shiver(t, standing, quiet, 0.2)
    return t < at + 1 ? shiver(t, [5, 7, 4], [80, 20, 9], 1) : shiver(t, [9.7, 0.4, 0.8], quiet, 0.1)
  }
}

const hops: Day = ({ at, force }, shiver) => {
  return (t) => {
    if (t < at - 0.3 || t > at + 0.1) return shiver(t, standing, [9, 5, 2], 0.2)
    return shiver(t, t < at ? [0, 1, 0] : [2, force * 1.5, 2], [20, 5, 2], 0.5)
  }
}

const knocks: Day = ({ at, force }, shiver) => {
  return (t) => shiver(t, t >= at && t < at + 0.04 ? [force, 9, force] : standing, quiet, 0.1)
}

const daysOfLife = [walks, jogs, sitsDown, liesDown, hops, knocks]

/** rotated is a motion as a device that is worn in another orientation measures it. */
export function rotated(story: SyntheticMotion, rotate: (vector: Vector) => Vector): SyntheticMotion {
  return (t) => {
    const { accel, gyro } = story(t)
    return { accel: rotate(accel), gyro: rotate(gyro) }
  }
}

export function randomRotation(random: () => number): (vector: Vector) => Vector {
  return rotationOf(random() * 6.28, random() * 6.28, random() * 6.28)
}

/** randomRightAngles rotates the device by right angles: its axes change places and signs. */
export function randomRightAngles(random: () => number): (vector: Vector) => Vector {
  const order = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
  ][Math.floor(random() * 3)] as number[]
  const signs = [0, 1].map(() => (random() < 0.5 ? -1 : 1))
  const sign = [signs[0], signs[1], (signs[0] ?? 1) * (signs[1] ?? 1)]
  return (vector) => order.map((from, i) => (vector[from] as number) * (sign[i] ?? 1)) as unknown as Vector
}

/** rotationOf turns about three axes in turn, by so many radians. */
function rotationOf(a: number, b: number, c: number): (vector: Vector) => Vector {
  const spin = ([x, y, z]: Vector, angle: number): Vector => [
    x * Math.cos(angle) - y * Math.sin(angle),
    x * Math.sin(angle) + y * Math.cos(angle),
    z,
  ]
  const swap = ([x, y, z]: Vector): Vector => [y, z, x]
  return (vector) => spin(swap(spin(swap(spin(vector, a)), b)), c)
}

const betweenIn = (random: () => number) => (from: number, to: number) => from + (to - from) * random()

const scaled = ([x, y, z]: Vector, by: number): Vector => [x * by, y * by, z * by]

/** shiverIn makes motion uneven, as that of a body is: no two moments are alike. */
function shiverIn(random: () => number) {
  const phases = Array.from({ length: 6 }, () => random() * 6.28)
  return (t: number, accel: Vector, gyro: Vector, size: number): Motion => {
    const off = (axis: number) => size * Math.sin(t * (31 + axis * 7) + (phases[axis] as number))
    return {
      accel: [accel[0] + off(0), accel[1] + off(1), accel[2] + off(2)],
      gyro: [gyro[0] + 5 * off(3), gyro[1] + 5 * off(4), gyro[2] + 5 * off(5)],
    }
  }
}
