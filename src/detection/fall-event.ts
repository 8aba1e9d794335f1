import {
  type AuxiliarySensors,
  type Baseline,
  type CorroboratingSensor,
  corroboratingSensors,
  hasLostPulse,
} from './corroboration.ts'
import { gravity, length, type Motion, type Vector } from './motion.ts'

/** FallEvent is a fall or suspected fall: an impact, and what was learned since. */
export interface FallEvent {
  /** The time of the impact in the detector's time, which identifies the event. */
  at: number
  /**
   * Twelve numbers: acceleration and rotation at the impact, the acceleration before it, and the baseline of the other
   * sensors (NaN where that is not known). One array, because four take more memory than what is in them.
   */
  impact: readonly number[]
  /** The provisional confidence, in hundredths, until the first score. */
  provisional: number
  /** The best score of a look, in hundredths; undefined before the first. */
  score: number | undefined
  /** The turn of the body, in degrees. */
  turn: number | undefined
  /** Milliseconds of stillness until now, and the longest. */
  stillMs: number
  longestStillMs: number
  /** Milliseconds of moving about upright until now, and when somebody was found to have got up. */
  upMs: number
  upAfterMs: number | undefined
  /** Milliseconds without a pulse until now, of a device that reported one before. */
  pulseLostMs: number
  sensors: readonly CorroboratingSensor[]
}

/** Evidence is what an event is based on, as it is stored. */
export interface Evidence {
  peakG: number
  turnDegrees: number | null
  stillSeconds: number
  secondsSince: number
  gotUpAfterSeconds: number | null
  raisedBy: Cause[]
}

export type Cause = 'impact' | 'turn' | 'stillness' | CorroboratingSensor

/** Impacts within the first of these belong to one event. */
const sameEventMs = 30_000
export const firstScoreDueMs = 3500
const suspicionDurationMs = 35_000
export const eventDurationMs = 90_000
const corroborationMs = 60_000

const significantTurnDegrees = 45

/**
 * What raises a score, in log-odds. The rules are reasoned, not learned: acted falls end too early for them, and
 * recordings hold motion alone. Stillness begins to count after the first and counts in full after the second number of
 * seconds.
 */
const stillnessSeconds = [5, 20] as const
const raises = { stillness: 0.3, pressure: 2, foot: 2, heart: 0.7 } as const

/** A device without a pulse for this long has been taken off, and its stillness means nothing. */
const takenOffMs = 5000

const noSensors: readonly CorroboratingSensor[] = []
const unknownVector: Vector = [Number.NaN, Number.NaN, Number.NaN]

const vectorIn = ({ impact }: FallEvent, from: number): Vector => [
  impact[from] as number,
  impact[from + 1] as number,
  impact[from + 2] as number,
]

/** motionOf is the motion at the impact. */
export const motionOf = (event: FallEvent): Motion => ({
  accel: vectorIn(event, 0),
  gyro: vectorIn(event, 3),
})

/** uprightOf is the mean acceleration before the impact. */
export const uprightOf = (event: FallEvent): Vector | undefined =>
  Number.isNaN(event.impact[6]) ? undefined : vectorIn(event, 6)

const baselineOf = ({ impact }: FallEvent): Baseline => impact.slice(9)

export interface Impact {
  at: number
  motion: Motion
  provisional?: number
  score?: number
  upright?: Vector | undefined
  turn?: number | undefined
}

/** addImpact opens an event, or adds the impact to the one that it belongs to. */
export function addImpact(event: FallEvent | undefined, impact: Impact, baseline: Baseline): FallEvent {
  // Whole numbers take no memory of their own.
  const at = Math.round(impact.at)
  const turn = impact.turn === undefined ? undefined : Math.round(impact.turn)
  const provisional = Math.round((impact.provisional ?? 0) * 100)
  const score = impact.score === undefined ? undefined : Math.round(impact.score * 100)
  if (!event || Math.abs(at - event.at) > sameEventMs) {
    return {
      ...{ at, impact: written(impact, baseline), provisional, score, turn },
      ...{ stillMs: 0, longestStillMs: 0, upMs: 0, upAfterMs: undefined, pulseLostMs: 0, sensors: noSensors },
    }
  }
  const isHarder = length(impact.motion.accel) > length(motionOf(event).accel)
  const isBetter =
    score === undefined ? event.score === undefined && isHarder : score > (event.score ?? -Infinity)
  // The hardest moment stays: a score comes later, and may be about a softer one.
  const motion = isHarder ? impact.motion : motionOf(event)
  return {
    ...event,
    ...(isBetter && { impact: written({ ...impact, motion }, baselineOf(event)), turn: turn ?? event.turn }),
    provisional: Math.max(provisional, event.provisional),
    score: isBetter && score !== undefined ? score : event.score,
  }
}

function written(
  { motion: { accel, gyro }, upright = unknownVector }: Impact,
  baseline: Baseline = unknownVector,
) {
  const [ax, ay, az] = accel
  const [gx, gy, gz] = gyro
  const [ux, uy, uz] = upright
  const [pressure, foot, heart] = baseline as Vector
  // Written out, because spreading leaves room for more than these.
  return [ax, ay, az, gx, gy, gz, ux, uy, uz, pressure, foot, heart]
}

/** What a second after the impact looks like. */
export interface Aftermath {
  /** Milliseconds since the reading before, and how many of them the reading covers. */
  elapsed: number
  covered: number
  still: boolean
  /** How far the acceleration is from that before the impact, in degrees. */
  tilt: number | undefined
  sensors: AuxiliarySensors
}

/** In milliseconds: a shorter silence is taken to have been like what is around it; of a longer one nothing is known. */
const longestSilence = 3000

const gotUpTilt = 35
const gotUpFor = 3000

/** updateEvent learns from the next second, and gives up an event that has had its time. */
export function updateEvent(
  event: FallEvent,
  at: number,
  second: Aftermath,
  isAlarm: boolean,
): FallEvent | undefined {
  const age = at - event.at
  if (age > (isAlarm ? eventDurationMs : suspicionDurationMs)) return undefined
  if (age > firstScoreDueMs && event.score === undefined) return undefined
  const { elapsed, covered, still, tilt, sensors } = second
  const isBroken = elapsed - covered > longestSilence
  const goOn = (before: number) => (isBroken ? covered : before + elapsed)
  const pulseLostMs = age > 0 && hasLostPulse(baselineOf(event), sensors) ? goOn(event.pulseLostMs) : 0
  const stillMs = still ? goOn(event.stillMs) : 0
  const up = !still && tilt !== undefined && tilt < gotUpTilt && (event.turn ?? 0) >= significantTurnDegrees
  const upMs = up ? goOn(event.upMs) : 0
  const found = age <= corroborationMs && age > 0 ? corroboratingSensors(baselineOf(event), sensors) : []
  return {
    ...event,
    stillMs,
    longestStillMs:
      pulseLostMs >= takenOffMs ? event.longestStillMs : Math.max(event.longestStillMs, stillMs),
    upMs,
    upAfterMs: event.upAfterMs ?? (upMs >= gotUpFor ? age - upMs : undefined),
    pulseLostMs,
    sensors: found.every((sensor) => event.sensors.includes(sensor))
      ? event.sensors
      : [...new Set([...event.sensors, ...found])],
  }
}

/**
 * raisedScore is the score of an event, raised by what came after it. Stillness raises only what is an alarm without
 * it: daily life is full of knocks after which somebody sits still.
 */
export function raisedScore(event: FallEvent, alarmScore: number): number | undefined {
  if (event.score === undefined) return undefined
  let raised = event.score / 100
  if (raised > alarmScore) raised += raises.stillness * stillShare(event)
  for (const sensor of event.sensors) raised += raises[sensor]
  return raised
}

function stillShare({ longestStillMs }: FallEvent): number {
  const [from, to] = stillnessSeconds
  return Math.min(1, Math.max(0, (longestStillMs / 1000 - from) / (to - from)))
}

export function evidenceOf(event: FallEvent, at: number): Evidence {
  const { turn, longestStillMs, upAfterMs, sensors } = event
  const causes: Cause[] = ['impact']
  if ((turn ?? 0) >= significantTurnDegrees) causes.push('turn')
  if (stillShare(event) > 0) causes.push('stillness')
  return {
    peakG: Math.round((length(motionOf(event).accel) / gravity) * 10) / 10,
    turnDegrees: turn === undefined ? null : Math.round(turn),
    stillSeconds: Math.round(longestStillMs / 1000),
    secondsSince: Math.round((at - event.at) / 1000),
    gotUpAfterSeconds: upAfterMs === undefined ? null : Math.round(upAfterMs / 1000),
    raisedBy: [...causes, ...sensors],
  }
}
