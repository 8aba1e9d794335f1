import type { Baseline, CorroboratingSensor } from './corroboration.ts'
import { length, type Motion, type Vector } from './motion.ts'

/** A fall or suspected fall: an impact, and what was learned since. It is never stored outside memory. */
export interface FallEvent {
  /** The time of the impact in the detector's time, which identifies the event. */
  at: number
  /**
   * Twelve numbers: acceleration and rotation at the impact, the mean acceleration before it, and the baseline of the
   * auxiliary sensors (NaN where unknown). One array, because four take more memory than their content.
   */
  packedImpact: readonly number[]
  /** The provisional confidence, until the first score. */
  provisionalHundredths: number
  /** The best score of a look; undefined before the first. */
  scoreHundredths: number | undefined
  turnDegrees: number | undefined
  /** How long the device has been still, and the longest such time since the impact. */
  stillMs: number
  longestStillMs: number
  /** How long the wearer has been upright and moving, and how long after the impact that began. */
  uprightMs: number
  gotUpAfterMs: number | undefined
  /** How long the heart rate has been missing, of a device that reported one before. */
  pulseLostMs: number
  sensors: readonly CorroboratingSensor[]
}

/** What an event is based on, as it is stored and sent to clients. */
export interface Evidence {
  peakG: number
  turnDegrees: number | null
  stillSeconds: number
  secondsSince: number
  gotUpAfterSeconds: number | null
  raisedBy: Cause[]
}

export type Cause = 'impact' | 'turn' | 'stillness' | CorroboratingSensor

/** Impacts no further apart belong to one event. */
const sameEventMs = 30_000
/** An event without a score by then is closed. */
export const firstScoreDueMs = 3500
/** How long an event stays open below the alarm threshold, and above it. */
export const suspicionDurationMs = 35_000
export const eventDurationMs = 90_000

/** A body that turned by this much across the impact has changed its posture. */
export const significantTurnDegrees = 45

const noSensors: readonly CorroboratingSensor[] = []
const unknownVector: Vector = [Number.NaN, Number.NaN, Number.NaN]

export interface Impact {
  at: number
  motion: Motion
  provisional?: number
  score?: number
  /** The mean acceleration before the impact. */
  accelBefore?: Vector | undefined
  turnDegrees?: number | undefined
}

/** Opens an event, or adds the impact to the event that it belongs to. */
export function addImpact(event: FallEvent | undefined, impact: Impact, baseline: Baseline): FallEvent {
  // V8 keeps small integers in place, and other numbers in an object of their own.
  const at = Math.round(impact.at)
  const turnDegrees = impact.turnDegrees === undefined ? undefined : Math.round(impact.turnDegrees)
  const provisionalHundredths = Math.round((impact.provisional ?? 0) * 100)
  const scoreHundredths = impact.score === undefined ? undefined : Math.round(impact.score * 100)
  if (!event || Math.abs(at - event.at) > sameEventMs) {
    const packedImpact = packImpact(impact, baseline)
    return {
      ...{ at, packedImpact, provisionalHundredths, scoreHundredths, turnDegrees },
      ...{ stillMs: 0, longestStillMs: 0, uprightMs: 0, gotUpAfterMs: undefined, pulseLostMs: 0 },
      sensors: noSensors,
    }
  }
  const isHarder = length(impact.motion.accel) > length(motionOf(event).accel)
  const isBetter =
    scoreHundredths === undefined
      ? event.scoreHundredths === undefined && isHarder
      : scoreHundredths > (event.scoreHundredths ?? -Infinity)
  // The hardest motion is kept: a score comes later, and may be that of a softer impact.
  const motion = isHarder ? impact.motion : motionOf(event)
  return {
    ...event,
    ...(isBetter && {
      packedImpact: packImpact({ ...impact, motion }, baselineOf(event)),
      turnDegrees: turnDegrees ?? event.turnDegrees,
    }),
    provisionalHundredths: Math.max(provisionalHundredths, event.provisionalHundredths),
    scoreHundredths: isBetter && scoreHundredths !== undefined ? scoreHundredths : event.scoreHundredths,
  }
}

function packImpact(
  { motion: { accel, gyro }, accelBefore = unknownVector }: Impact,
  baseline: Baseline = unknownVector,
) {
  const [ax, ay, az] = accel
  const [gx, gy, gz] = gyro
  const [bx, by, bz] = accelBefore
  const [pressure, foot, heart] = baseline as Vector
  // A literal, because an array that is built by spreading allocates more than its length.
  return [ax, ay, az, gx, gy, gz, bx, by, bz, pressure, foot, heart]
}

const vectorAt = ({ packedImpact }: FallEvent, offset: number): Vector => [
  packedImpact[offset] as number,
  packedImpact[offset + 1] as number,
  packedImpact[offset + 2] as number,
]

/** Returns the motion at the impact. */
export const motionOf = (event: FallEvent): Motion => ({
  accel: vectorAt(event, 0),
  gyro: vectorAt(event, 3),
})

/** Returns the mean acceleration before the impact. */
export const accelBeforeOf = (event: FallEvent): Vector | undefined =>
  Number.isNaN(event.packedImpact[6]) ? undefined : vectorAt(event, 6)

/** Returns the baseline of the auxiliary sensors at the impact. */
export const baselineOf = ({ packedImpact }: FallEvent): Baseline => packedImpact.slice(9)
