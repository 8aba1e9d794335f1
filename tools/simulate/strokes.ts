import { glide, glideForce, letGo, type Moment, type Movement, ringing, still, thud } from './movement.ts'

/**
 * The smallest piece of what a hand does. Studies of motor control take a movement of the hand for a sum of
 * such pieces, each of the least jerk: it pushes one way, brakes, and leaves the forearm in another pose.
 */
export interface Stroke {
  begins: number
  seconds: number
  /** The highest acceleration on the way, in m/s². */
  push: Direction
  /** How far the forearm turns meanwhile, in degrees. */
  turn: Pose
  /** The arm is let go at the beginning: how fast it falls (m/s²), and for how long. */
  fall?: { acceleration: number; seconds: number }
  strike?: Strike
}

export type Direction = readonly [forward: number, left: number, up: number]
export type Pose = Pick<Moment, 'pitch' | 'roll' | 'twist'>

/** The hand meeting something: it loses its speed (m/s) within a moment, and rings. */
export interface Strike {
  at: number
  speed: Direction
  seconds: number
  ringHz: number
}

/** The acceleration of a glide of one metre within one second peaks here, in m/s². */
const glidePeak = 10 / Math.sqrt(3)

/** Skin and strap give way after a strike: by so many m/s² for each m/s, for so many seconds. */
const ringForce = 6
const ringDecay = 0.07

/** In seconds: so long after its end nothing is measured of a stroke. */
const fades = 0.6

/** Adds strokes up, from a pose on. Those that are over are forgotten, so time must go forward. */
export function createStrokes(pose: Pose) {
  const rest = { ...pose }
  const active: Stroke[] = []

  function forget(t: number): void {
    let kept = 0
    for (const stroke of active) {
      if (t < overAt(stroke)) active[kept++] = stroke
      else {
        rest.pitch += stroke.turn.pitch
        rest.roll += stroke.turn.roll
        rest.twist += stroke.turn.twist
      }
    }
    active.length = kept
  }

  const movement: Movement = (t) => {
    forget(t)
    const moment = still(rest)
    for (const stroke of active) addStroke(moment, stroke, t)
    return moment
  }

  return { add: (stroke: Stroke) => void active.push(stroke), movement }
}

const overAt = ({ begins, seconds, strike }: Stroke) => Math.max(begins + seconds, strike?.at ?? 0) + fades

function addStroke(moment: Moment, stroke: Stroke, t: number): void {
  const { begins, seconds, push, turn, fall, strike } = stroke
  const ends = begins + seconds
  const share = glide(t, begins, ends)
  moment.pitch += turn.pitch * share
  moment.roll += turn.roll * share
  moment.twist += turn.twist * share
  addForce(moment, push, (glideForce(t, begins, ends) * seconds ** 2) / glidePeak)
  if (fall) moment.up -= fall.acceleration * letGo(t, begins, begins + fall.seconds)
  if (!strike) return
  const { at, speed, seconds: lasts, ringHz } = strike
  addForce(moment, speed, thud(t, at, lasts) + ringForce * ringing(t, at + lasts, ringHz, ringDecay))
}

function addForce(moment: Moment, [forward, left, up]: Direction, share: number): void {
  moment.forward += forward * share
  moment.left += left * share
  moment.up += up * share
}
