import { gravity } from '../../src/detection/motion.ts'

/** What the waist does at one moment: how it is pushed (m/s²: forward, left, up) and how the trunk leans (°). */
export interface Moment {
  forward: number
  left: number
  up: number
  /** Leaning forward is positive, lying on the back -90. */
  pitch: number
  /** Leaning to the right is positive. */
  roll: number
  /** Turning about the body's own length, to the left. */
  twist: number
}

/** Gives the moment at a time, in seconds. It must not jump, or the gyroscope would. */
export type Movement = (t: number) => Moment

export const still = (pose: Partial<Moment>): Moment => ({
  forward: 0,
  left: 0,
  up: 0,
  pitch: 0,
  roll: 0,
  twist: 0,
  ...pose,
})

/** Adds movements up. */
export const together =
  (...movements: Movement[]): Movement =>
  (t) => {
    const sum = still({})
    for (const movement of movements) {
      const moment = movement(t)
      sum.forward += moment.forward
      sum.left += moment.left
      sum.up += moment.up
      sum.pitch += moment.pitch
      sum.roll += moment.roll
      sum.twist += moment.twist
    }
    return sum
  }

/** Goes from 0 to 1 between two times as a hand or a trunk does: without a jerk. */
export function glide(t: number, from: number, to: number): number {
  const s = Math.min(1, Math.max(0, (t - from) / (to - from)))
  return s * s * s * (10 - 15 * s + 6 * s * s)
}

/** The acceleration of that, for a way of one metre. */
export function glideForce(t: number, from: number, to: number): number {
  const s = (t - from) / (to - from)
  if (s <= 0 || s >= 1) return 0
  return (60 * s - 180 * s * s + 120 * s * s * s) / (to - from) ** 2
}

/** Goes to 1 when a body loses its hold, and back to 0 when it lands. */
export const letGo = (t: number, from: number, lands: number) =>
  glide(t, from, from + 0.06) - glide(t, lands - 0.02, lands + 0.02)

/** Begins and ends a movement gradually, within so many seconds. */
export const faded =
  (movement: Movement, from: number, to: number, seconds: number): Movement =>
  (t) => {
    const share = glide(t, from, from + seconds) - glide(t, to - seconds, to)
    const { forward, left, up, pitch, roll, twist } = movement(t)
    return {
      forward: forward * share,
      left: left * share,
      up: up * share,
      pitch: pitch * share,
      roll: roll * share,
      twist: twist * share,
    }
  }

/** The acceleration of something that meets the ground and loses a speed of one metre a second meanwhile. */
export function thud(t: number, at: number, duration: number): number {
  const s = (t - at) / duration
  return s <= 0 || s >= 1 ? 0 : (Math.PI / 2 / duration) * Math.sin(Math.PI * s)
}

/** Swings from 0 and dies away. */
export function ringing(t: number, from: number, hz: number, decay: number): number {
  return t <= from ? 0 : Math.exp((from - t) / decay) * Math.sin(2 * Math.PI * hz * (t - from))
}

export const wave = (t: number, hz: number, phase = 0) => Math.sin(2 * Math.PI * (hz * t + phase))

const radians = Math.PI / 180

/** Nine numbers, row by row: what turns a vector of the body into one of the room. */
export type Turn = readonly number[]

export function turnOf({ pitch, roll, twist }: Pick<Moment, 'pitch' | 'roll' | 'twist'>): Turn {
  const [cp, sp] = [Math.cos(pitch * radians), Math.sin(pitch * radians)]
  const [cr, sr] = [Math.cos(roll * radians), Math.sin(roll * radians)]
  const [ct, st] = [Math.cos(twist * radians), Math.sin(twist * radians)]
  return [
    cp * ct + sp * sr * st,
    -cp * st + sp * sr * ct,
    sp * cr,
    cr * st,
    cr * ct,
    -sr,
    -sp * ct + cp * sr * st,
    sp * st + cp * sr * ct,
    cp * cr,
  ]
}

/** One particular device: how it sits on the body, and what is wrong with it. */
export interface Sensor {
  mounting: Turn
  accelBias: readonly number[]
  gyroBias: readonly number[]
}

/** In m/s² and °/s: what cheap sensors do by themselves, and where they end (±16 g). */
const accelNoise = 0.05
const gyroNoise = 0.4
const mostForce = 16 * gravity
const mostSpin = 2000

/** The body is reckoned at this rate; a slower sensor averages, as its filter would. */
export const bodyHz = 100

export interface Sensing {
  seconds: number
  hz: number
  sensor: Sensor
  /** Gives noise with a spread of one. */
  noise: () => number
}

/** Gives what the sensor measures of a movement: six numbers for each sample (m/s² and °/s). */
export function sense(movement: Movement, { seconds, hz, sensor, noise }: Sensing): number[][] {
  const perSample = bodyHz / hz
  const rows: number[][] = []
  let before = turnOf(movement(-1 / bodyHz))
  for (let sample = 0; sample < seconds * hz; sample++) {
    const sum = [0, 0, 0, 0, 0, 0]
    for (let i = 0; i < perSample; i++) {
      const moment = movement((sample * perSample + i) / bodyHz)
      const turn = turnOf(moment)
      addForce(sum, moment, turn)
      addSpin(sum, before, turn)
      before = turn
    }
    rows.push(
      toDevice(
        sum.map((value) => value / perSample),
        sensor,
        noise,
      ),
    )
  }
  return rows
}

/** What is measured is the push and the ground that carries, seen from the body. */
function addForce(sum: number[], { forward, left, up }: Moment, turn: Turn): void {
  const carried = up + gravity
  for (let axis = 0; axis < 3; axis++) {
    sum[axis] =
      at(sum, axis) + at(turn, axis) * forward + at(turn, axis + 3) * left + at(turn, axis + 6) * carried
  }
}

/** The turn from one moment to the next, as a rotation about the body's axes. */
function addSpin(sum: number[], before: Turn, now: Turn): void {
  const scale = bodyHz / radians / 2
  sum[3] = at(sum, 3) + (turned(before, now, 2, 1) - turned(before, now, 1, 2)) * scale
  sum[4] = at(sum, 4) + (turned(before, now, 0, 2) - turned(before, now, 2, 0)) * scale
  sum[5] = at(sum, 5) + (turned(before, now, 1, 0) - turned(before, now, 0, 1)) * scale
}

/** One number of the turn that leads from one to the other. */
const turned = (before: Turn, now: Turn, row: number, column: number) =>
  at(before, row) * at(now, column) +
  at(before, row + 3) * at(now, column + 3) +
  at(before, row + 6) * at(now, column + 6)

function toDevice(body: number[], { mounting, accelBias, gyroBias }: Sensor, noise: () => number): number[] {
  const row: number[] = []
  for (let axis = 0; axis < 6; axis++) {
    const isForce = axis < 3
    const [first, from] = isForce ? [axis, 0] : [axis - 3, 3]
    const turned =
      at(mounting, first) * at(body, from) +
      at(mounting, first + 3) * at(body, from + 1) +
      at(mounting, first + 6) * at(body, from + 2)
    const bias = at(isForce ? accelBias : gyroBias, first)
    const measured = turned + bias + noise() * (isForce ? accelNoise : gyroNoise)
    const most = isForce ? mostForce : mostSpin
    const digits = isForce ? 100 : 10
    row.push(Math.round(Math.min(most, Math.max(-most, measured)) * digits) / digits)
  }
  return row
}

const at = (numbers: readonly number[], index: number) => numbers[index] as number
