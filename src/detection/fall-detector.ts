import { angleBetween, gravity, length, type Motion, type Vector } from './motion.ts'

/**
 * The fall detector looks for what falls have in common: a moment of little weight, a hard impact, and then a body
 * that lies differently and hardly moves. It is pure: what it knows of a device is the state that it was given,
 * and its clock is the device's own (`uptime_ms`), because readings may arrive late or in a heap.
 */
export interface DetectorState {
  /** Device time of the newest motion. */
  at: number
  /** Where gravity pulled while the device was last at rest. */
  rest: Vector | undefined
  /** Device time of the last moment of little weight. */
  weightlessAt: number | undefined
  impact: Impact | undefined
}

export interface Impact {
  at: number
  peak: number
  spin: number
  afterWeightless: boolean
  restBefore: Vector | undefined
  /** Milliseconds of rest since then. */
  stillFor: number
  motion: Motion
}

export interface Assessment {
  state: DetectorState
  /** 0 to 1. */
  confidence: number
  /** The motion at the impact that the confidence is about. */
  impact: Motion | undefined
}

export interface MotionReading extends Motion {
  uptimeMs: number
  /** The motion since the reading before, oldest first and evenly spaced, up to the reading itself. */
  samples?: { rateHz: number; motions: Motion[] } | undefined
}

/** The thresholds, in m/s², °/s, ° and milliseconds. */
const weightless = 4
const hard = 25
const hardest = 60
const fastSpin = 200
const lying = 50
const weightlessBefore = 1000
const watched = 10_000
const restless = 1.5
const turning = 30

/** After a pause this long the story before it tells nothing about the one after it. */
const longestPause = 15_000

export function assessMotion(state: DetectorState | undefined, reading: MotionReading): Assessment {
  const { samples, uptimeMs } = reading
  // A clock that stands still or goes back means that the device has started anew.
  const known = state && uptimeMs > state.at && uptimeMs - state.at <= longestPause
  let next: DetectorState = known
    ? { ...state }
    : { at: uptimeMs, rest: undefined, weightlessAt: undefined, impact: undefined }
  const motions: Motion[] = samples ? [...samples.motions, reading] : [reading]
  const step = samples ? 1000 / samples.rateHz : 0
  for (const [index, motion] of motions.entries()) {
    const at = uptimeMs - (motions.length - 1 - index) * step
    next = follow(next, motion, known ? Math.max(at, next.at) : at)
  }
  return { state: next, confidence: confidenceIn(next), impact: next.impact?.motion }
}

function follow(state: DetectorState, motion: Motion, at: number): DetectorState {
  const force = length(motion.accel)
  const spin = length(motion.gyro)
  const still = Math.abs(force - gravity) < restless && spin < turning
  const elapsed = Math.max(0, at - state.at)
  let { impact } = state
  if (impact && at - impact.at > watched) impact = undefined
  if (force > hard && force > (impact?.peak ?? 0)) {
    impact = {
      at,
      peak: force,
      spin: Math.max(spin, impact?.spin ?? 0),
      afterWeightless: state.weightlessAt !== undefined && at - state.weightlessAt <= weightlessBefore,
      restBefore: impact ? impact.restBefore : state.rest,
      stillFor: 0,
      motion: { accel: motion.accel, gyro: motion.gyro },
    }
  } else if (impact) {
    impact = { ...impact, stillFor: still ? impact.stillFor + elapsed : 0, spin: Math.max(spin, impact.spin) }
  }
  return {
    at,
    rest: still ? motion.accel : state.rest,
    weightlessAt: force < weightless ? at : state.weightlessAt,
    impact,
  }
}

/** The impact alone makes a suspicion; what came before and after makes it a fall. */
function confidenceIn({ impact, rest }: DetectorState): number {
  if (!impact) return 0
  const strength = Math.min(1, (impact.peak - hard) / (hardest - hard))
  const turned = impact.restBefore && rest && impact.stillFor > 0 ? angleBetween(impact.restBefore, rest) : 0
  const confidence =
    0.35 +
    0.3 * strength +
    (impact.afterWeightless ? 0.1 : 0) +
    (impact.spin > fastSpin ? 0.05 : 0) +
    (turned > lying ? 0.15 : 0) +
    0.15 * Math.min(1, impact.stillFor / 3000)
  return Math.round(Math.min(1, confidence) * 100) / 100
}
