import type { Chance } from './chance.ts'
import { type Movement, ringing, still, thud, wave } from './movement.ts'
import type { Wearer } from './wearer.ts'

export interface Stride {
  /** The steps fit into these whole seconds, so that a walk can go on from its end to its beginning. */
  seconds: number
  pace: number
  force: number
  /** How much of the heel strike of either side the sensor measures; a wrist measures more of its own side. */
  heels?: readonly [own: number, other: number]
}

/** Walking: the waist rises and sinks with every step, sways with every other one, and is shaken by each heel strike. */
export function gait(wearer: Wearer, chance: Chance, stride: Stride): Movement {
  const { seconds, pace, force, heels: [own, other] = [1, 1] } = stride
  const strides = Math.max(1, Math.round((wearer.cadence * pace * seconds) / 2))
  const stepHz = (2 * strides) / seconds
  const strength = force * wearer.vigour
  const phase = chance.between(0, 1)
  const heels = Array.from(
    { length: 2 * strides },
    (_, step) => strength * chance.between(0.06, 0.12) * (step % 2 === 0 ? own : other),
  )
  const harmonic = chance.between(0.25, 0.5)
  return (t) => ({
    up:
      strength * (1.8 * wave(t, stepHz, phase) + 1.8 * harmonic * wave(t, 2 * stepHz, phase + 0.3)) +
      heelStrike(t, stepHz, heels),
    forward: strength * (1.1 * wave(t, stepHz, phase + 0.25) + 0.5 * wave(t, 2 * stepHz, phase)),
    left: strength * 0.9 * wave(t, stepHz / 2, phase),
    pitch: 1.2 * wave(t, stepHz, phase),
    roll: 2 * wave(t, stepHz / 2, phase),
    twist: 4 * wave(t, stepHz / 2, phase + 0.25),
  })
}

function heelStrike(t: number, stepHz: number, heels: number[]): number {
  const step = Math.floor(t * stepHz)
  const speed = heels[((step % heels.length) + heels.length) % heels.length] ?? 0
  const since = t - step / stepHz
  return speed * thud(since, 0.02, 0.05) + 8 * speed * ringing(since, 0.07, 12, 0.05)
}

/** A single step onto which the body comes down with this speed (m/s). */
export const heavyStep =
  (at: number, speed: number): Movement =>
  (t) =>
    still({
      up: speed * thud(t, at, 0.07) + 6 * speed * ringing(t, at + 0.07, 10, 0.06),
      forward: -0.4 * speed * thud(t, at, 0.09),
      pitch: 4 * speed * ringing(t, at, 4, 0.15),
    })

/** In metres, from the shoulder to the wrist. */
const armLength = 0.6

/** What the wrist does in addition: the arm swings to and fro once in two steps, by so many degrees. */
export function armSwing({ cadence }: Wearer, chance: Chance, degrees: number): Movement {
  const turning = Math.PI * cadence
  const most = (degrees * Math.PI) / 180
  const phase = chance.between(0, 2 * Math.PI)
  return (t) => {
    const angle = most * Math.sin(turning * t + phase)
    const speed = most * turning * Math.cos(turning * t + phase)
    const pull = -angle * turning * turning
    return still({
      forward: armLength * (pull * Math.cos(angle) - speed * speed * Math.sin(angle)),
      up: armLength * (pull * Math.sin(angle) + speed * speed * Math.cos(angle)),
      pitch: (-angle * 180) / Math.PI,
    })
  }
}
