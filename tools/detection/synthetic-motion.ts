import type { Mode } from '../../src/detection/detector-state.ts'
import type { MotionReading } from '../../src/detection/fall-detector.ts'
import type { Motion, Vector } from '../../src/detection/motion.ts'
import { readingsOf } from './replay.ts'
import { rotationOf } from './rotations.ts'

/** A function from a time in seconds to the motion of a device; it is deterministic. */
export type SyntheticMotion = (seconds: number) => Motion

/** Returns the readings of the first seconds of a motion, each with its peak. */
export function readingsOfMotion(
  motion: SyntheticMotion,
  seconds: number,
  mode: Mode,
  hz = 50,
): MotionReading[] {
  const accel = new Float32Array(seconds * hz * 3)
  const gyro = new Float32Array(seconds * hz * 3)
  for (let i = 0; i < seconds * hz; i++) {
    const current = motion(i / hz)
    accel.set(current.accel, i * 3)
    gyro.set(current.gyro, i * 3)
  }
  return [...readingsOf({ hz, accel, gyro }, mode)]
}

/** The acceleration of somebody who stands, in m/s². */
export const standing: Vector = [0.3, 9.75, 0.5]

interface FallShape {
  /** Seconds. */
  impactAt: number
  /** The acceleration of somebody who lies. */
  lying: Vector
  /** The direction of the impact, and the strength of the first and the second one. */
  impactDirection: Vector
  impactG: number
  secondImpactG: number
  /** The share of gravity that is not measured before the impact, from 0 to 1. */
  weightlessShare: number
  /** The strength of the vibration after the impact. */
  vibrationG: number
}

/**
 * Returns a fall with the phases that falls have in common: the measured weight decreases while the body
 * turns, a hard impact, a rebound and a second impact, a second of vibration, and lying still.
 */
function createFall(shape: FallShape): SyntheticMotion {
  const { impactAt, lying, impactDirection, impactG, secondImpactG, weightlessShare, vibrationG } = shape
  const bump = (at: number, centre: number, width: number) =>
    Math.exp(-((at - centre) ** 2) / (2 * width * width))
  return (t) => {
    const at = t - impactAt
    const down = unit(interpolate(standing, lying, smoothStep((at + 0.5) / 0.9)))
    const load = at < 0 ? 1 - weightlessShare * smoothStep((at + 0.5) / 0.4) : 1
    const impact = at < -0.2 ? 0 : impactG * bump(at, 0.04, 0.03) + secondImpactG * bump(at, 0.27, 0.04)
    const rebound = at < 0 ? 0 : 0.5 * bump(at, 0.15, 0.03)
    const vibration = at < 0 ? 0.2 * bump(at, -0.2, 0.3) : vibrationG * Math.exp(-at / 0.35)
    const accel = [0, 1, 2].map((axis) => {
      const steady = (down[axis] as number) * (load - rebound) + (impactDirection[axis] as number) * impact
      const vibrating = vibration * Math.sin(t * (32 + 9 * axis) + axis + 1)
      return 9.81 * (steady + vibrating + 0.006 * Math.sin(t * (70 + 13 * axis) + axis))
    })
    const isTurning = at > -0.5 && at < 0.4
    return { accel: accel as unknown as Vector, gyro: isTurning ? [180, 60, 40] : [1, 1, 0.5] }
  }
}

const smoothStep = (share: number) => {
  const x = Math.min(1, Math.max(0, share))
  return x * x * (3 - 2 * x)
}

const interpolate = (a: Vector, b: Vector, share: number): Vector => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
]

export const scaled = ([x, y, z]: Vector, factor: number): Vector => [x * factor, y * factor, z * factor]

const unit = (vector: Vector): Vector => scaled(vector, 1 / Math.hypot(...vector))

/** Somebody stands, falls in the seventh second and lies still. */
export const falling: SyntheticMotion = createFall({
  ...{ impactAt: 6.3, lying: [1, 0.5, 9.7], impactDirection: [0.57, 0.52, 0.64] },
  ...{ impactG: 6.5, secondImpactG: 3, weightlessShare: 0.7, vibrationG: 1.2 },
})

export const walking: SyntheticMotion = (t) => ({
  accel: [1.5 * Math.cos(t * 6), 9.81 + 4.5 * Math.sin(t * 12), 1.2 * Math.sin(t * 6)],
  gyro: [40 * Math.sin(t * 6), 20 * Math.cos(t * 6), 5],
})

export const randomBetween = (random: () => number) => (from: number, to: number) =>
  from + (to - from) * random()

/** Returns a fall of random strength between six and eight seconds that ends in lying still. */
export function randomFall(random: () => number): SyntheticMotion {
  const between = randomBetween(random)
  return createFall({
    impactAt: between(6, 8),
    lying: rotationOf(between(1.2, 1.7), between(-0.4, 0.4), between(-0.3, 0.3))(standing),
    impactDirection: unit([between(0.8, 1), between(0.8, 1), between(0.8, 1)]),
    impactG: between(5.5, 8),
    secondImpactG: between(2, 4),
    weightlessShare: between(0.6, 0.8),
    vibrationG: between(0.9, 1.4),
  })
}
