import type { Chance } from './chance.ts'
import { glide, glideForce, type Moment, type Movement, ringing, still, thud, wave } from './movement.ts'

/** Holds a pose, as living people do: they breathe and sway. */
export function rest(pose: Partial<Moment>, chance: Chance, sway = 0.5): Movement {
  const [breath, phase] = [chance.between(0.2, 0.3), chance.between(0, 1)]
  const slow = chance.between(0.05, 0.15)
  return (t) => {
    const breathing = wave(t, breath, phase)
    const moment = still(pose)
    moment.up += 0.03 * breathing
    moment.pitch += 0.4 * breathing + sway * wave(t, slow, phase)
    moment.roll += sway * wave(t, slow * 1.7, phase)
    return moment
  }
}

/** A small movement without a purpose. */
export function fidget(at: number, chance: Chance): Movement {
  const [pitch, roll, twist] = [chance.between(-6, 6), chance.between(-6, 6), chance.between(-10, 10)]
  const ends = at + chance.between(0.8, 1.6)
  const middle = (at + ends) / 2
  return (t) => {
    const there = glide(t, at, middle) - glide(t, middle, ends)
    const jolt = 0.04 * (glideForce(t, at, middle) - glideForce(t, middle, ends))
    return still({
      up: jolt,
      forward: jolt / 2,
      pitch: pitch * there,
      roll: roll * there,
      twist: twist * there,
    })
  }
}

/** Goes from one pose to another between two times. */
export const leaning =
  (from: Partial<Moment>, to: Partial<Moment>, begins: number, ends: number): Movement =>
  (t) => {
    const share = glide(t, begins, ends)
    const between = (a = 0, b = 0) => a + (b - a) * share
    return still({
      pitch: between(from.pitch, to.pitch),
      roll: between(from.roll, to.roll),
      twist: between(from.twist, to.twist),
    })
  }

/** Lifts the waist by so many metres between two times; sinking is the opposite. */
export const rising =
  (metres: number, begins: number, ends: number): Movement =>
  (t) =>
    still({ up: metres * glideForce(t, begins, ends) })

/** Leans the trunk forward and back again, as one does to sit down, to get up and to pick something up. */
export const bowing =
  (degrees: number, begins: number, ends: number): Movement =>
  (t) => {
    const middle = (begins + ends) / 2
    return still({ pitch: degrees * (glide(t, begins, middle) - glide(t, middle, ends)) })
  }

/** A light landing on a cushion; the speed is that which is left, in m/s. */
export function touchDown(at: number, speed: number, duration: number): Movement {
  return (t) =>
    still({
      up: speed * thud(t, at, duration) + speed * 3 * ringing(t, at + duration, 8, 0.06),
      pitch: speed * 3 * ringing(t, at, 5, 0.1),
    })
}
