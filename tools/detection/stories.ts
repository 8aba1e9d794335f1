import {
  type AssessMotion,
  type Assessment,
  assessMotion,
  type DetectorState,
  type MotionReading,
} from '../../src/detection/fall-detector.ts'
import type { Motion, Vector } from '../../src/detection/motion.ts'
import { type Mode, readingsOf } from './replay.ts'

/** Story is made-up motion: what a device feels at a moment, in seconds. It tells the same however often it is asked. */
export type Story = (seconds: number) => Motion

/** tell gives the readings of a story's first seconds, each with its second's peak. */
export function tell(story: Story, seconds: number, mode: Mode, hz = 50): MotionReading[] {
  const motion = new Float32Array(seconds * hz * 6)
  for (let i = 0; i < seconds * hz; i++) {
    const { accel, gyro } = story(i / hz)
    motion.set(accel, i * 6)
    motion.set(gyro, i * 6 + 3)
  }
  return readingsOf({ hz, motion }, mode)
}

/** watch lets a detector, if not another the one that ships, assess the readings in turn. */
export function watch(readings: readonly MotionReading[], assess: AssessMotion = assessMotion): Assessment[] {
  let state: DetectorState | undefined
  return readings.map((reading) => {
    const assessment = assess(state, reading)
    state = assessment.state
    return assessment
  })
}

const standing: Vector = [0.3, 9.75, 0.5]

/** Somebody stands, falls at the sixth second and lies: made up, after what falls have in common. */
export const falling: Story = (t) => {
  const at = t - 6.3
  const wobble = Math.sin(t * 37) * 0.1
  if (at < -0.5) return { accel: [0.3 + wobble, 9.75, 0.5], gyro: [2, 1 + wobble * 5, 1] }
  if (at < 0) return { accel: [0.5, 9.75 - 7 * (1 + at * 1.2), 1], gyro: [150, 30, 60 + wobble] }
  if (at < 0.12) return { accel: [35, 25, 38 + wobble], gyro: [260, 90, 120] }
  if (at < 0.3) return { accel: [4, 5, 14 + wobble], gyro: [90, 30, 30] }
  return { accel: [0.4 + wobble * 0.1, 1.2, 9.7], gyro: [1, 0.5, wobble] }
}

export const walking: Story = (t) => ({
  accel: [1.5 * Math.cos(t * 6), 9.81 + 4.5 * Math.sin(t * 12), 1.2 * Math.sin(t * 6)],
  gyro: [40 * Math.sin(t * 6), 20 * Math.cos(t * 6), 5],
})

/** someFall is a fall of its own strength, at its own time between six and eight seconds, that ends in lying still. */
export function someFall(random: () => number): Story {
  const between = betweenIn(random)
  const impactAt = between(6, 8)
  const weightless = between(0.3, 0.6)
  const landing = between(0.08, 0.16)
  const force = between(35, 65)
  const spin = between(120, 320)
  const lying = rotationOf(between(1.1, 1.7), between(-0.4, 0.4), between(-0.3, 0.3))(standing)
  const hit = rotationOf(between(0, 6), between(0, 6), between(0, 6))([0, force, 0])
  const shiver = shiverIn(random)
  return (t) => {
    const at = t - impactAt
    if (at < -weightless) return shiver(t, standing, [2, 1, 1], 0.15)
    if (at < 0) return shiver(t, scaled(standing, 0.3 - at), [spin * 0.6, 20, 30], 0.4)
    if (at < landing) return shiver(t, hit, [spin, spin * 0.3, spin * 0.4], 1)
    if (at < landing + 0.25) return shiver(t, scaled(lying, 1.3), [40, 20, 10], 1)
    return shiver(t, lying, [1, 0.5, 0.5], 0.05)
  }
}

/** someDay is a piece of daily life; what happens once happens between six and eight seconds. */
export function someDay(random: () => number): Story {
  const between = betweenIn(random)
  const day = daysOfLife[Math.floor(random() * daysOfLife.length)] as (typeof daysOfLife)[number]
  const pick = { at: between(6, 8), force: between(15, 30), pace: between(9, 13) }
  return day(pick, shiverIn(random))
}

type Day = (pick: { at: number; force: number; pace: number }, shiver: ReturnType<typeof shiverIn>) => Story

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

/** turned is a story as a device feels it that is worn in another way. */
export function turned(story: Story, rotate: (vector: Vector) => Vector): Story {
  return (t) => {
    const { accel, gyro } = story(t)
    return { accel: rotate(accel), gyro: rotate(gyro) }
  }
}

export function someRotation(random: () => number): (vector: Vector) => Vector {
  return rotationOf(random() * 6.28, random() * 6.28, random() * 6.28)
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
