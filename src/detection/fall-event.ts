import {
  type AuxiliarySensors,
  type Baseline,
  type CorroboratingSensor,
  corroboratingSensors,
  hasLostPulse,
} from './corroboration.ts'
import { gravity, length, type Motion, type Vector } from './motion.ts'

/** FallEvent is one fall, or what may be one: an impact, and what has been learned of it since. */
export interface FallEvent {
  /** When the impact was, in the detector's time; it tells one event from another. */
  at: number
  /**
   * Twelve numbers: acceleration and rotation at the impact, the acceleration before it, and the baseline of the other
   * sensors (NaN where that is not known). One array, because four take more memory than what is in them.
   */
  impact: readonly number[]
  /** The confidence that the impact gave at once, in hundredths; it counts until the first score. */
  provisional: number
  /** The best score of a look, in hundredths; undefined before the first. */
  score: number | undefined
  /** How far the body has turned, in degrees. */
  turn: number | undefined
  /** Milliseconds of stillness until now, and the longest. */
  stillFor: number
  longestStill: number
  /** Milliseconds of moving about upright until now, and when somebody was found to have got up. */
  upFor: number
  upAfter: number | undefined
  /** Milliseconds without a pulse until now, of a device that reported one before. */
  pulseLostFor: number
  sensors: readonly CorroboratingSensor[]
}

/** Evidence is what an event rests on, to be kept with it. */
export interface Evidence {
  peakG: number
  turnDegrees: number | null
  stillSeconds: number
  secondsSince: number
  gotUpAfterSeconds: number | null
  raisedBy: Cause[]
}

export type Cause = 'impact' | 'turn' | 'stillness' | CorroboratingSensor

/** In milliseconds. Impacts within the first belong to one event. */
const sameEvent = 30_000
export const firstScoreDue = 3500
const watchedAsSuspicion = 35_000
export const watchedAsFall = 90_000
const corroborated = 60_000

const noteworthyTurn = 45

/**
 * What raises a score, in log-odds. The rules are reasoned, not learned: acted falls end too early for them, and
 * recordings hold motion alone. Stillness begins to count after the first and counts in full after the second number of
 * seconds.
 */
const stillnessSeconds = [5, 20] as const
const raises = { stillness: 0.3, pressure: 2, foot: 2, heart: 0.7 } as const

/** In milliseconds: a device without a pulse for so long lies on a table, and its stillness tells nothing. */
const takenOff = 5000

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
  if (!event || Math.abs(at - event.at) > sameEvent) {
    return {
      ...{ at, impact: written(impact, baseline), provisional, score, turn },
      ...{ stillFor: 0, longestStill: 0, upFor: 0, upAfter: undefined, pulseLostFor: 0, sensors: noSensors },
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
  if (age > (isAlarm ? watchedAsFall : watchedAsSuspicion)) return undefined
  if (age > firstScoreDue && event.score === undefined) return undefined
  const { elapsed, covered, still, tilt, sensors } = second
  const isBroken = elapsed - covered > longestSilence
  const goOn = (before: number) => (isBroken ? covered : before + elapsed)
  const pulseLostFor = age > 0 && hasLostPulse(baselineOf(event), sensors) ? goOn(event.pulseLostFor) : 0
  const stillFor = still ? goOn(event.stillFor) : 0
  const up = !still && tilt !== undefined && tilt < gotUpTilt && (event.turn ?? 0) >= noteworthyTurn
  const upFor = up ? goOn(event.upFor) : 0
  const found = age <= corroborated && age > 0 ? corroboratingSensors(baselineOf(event), sensors) : []
  return {
    ...event,
    stillFor,
    longestStill: pulseLostFor >= takenOff ? event.longestStill : Math.max(event.longestStill, stillFor),
    upFor,
    upAfter: event.upAfter ?? (upFor >= gotUpFor ? age - upFor : undefined),
    pulseLostFor,
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

function stillShare({ longestStill }: FallEvent): number {
  const [from, to] = stillnessSeconds
  return Math.min(1, Math.max(0, (longestStill / 1000 - from) / (to - from)))
}

export function evidenceOf(event: FallEvent, at: number): Evidence {
  const { turn, longestStill, upAfter, sensors } = event
  const causes: Cause[] = ['impact']
  if ((turn ?? 0) >= noteworthyTurn) causes.push('turn')
  if (stillShare(event) > 0) causes.push('stillness')
  return {
    peakG: Math.round((length(motionOf(event).accel) / gravity) * 10) / 10,
    turnDegrees: turn === undefined ? null : Math.round(turn),
    stillSeconds: Math.round(longestStill / 1000),
    secondsSince: Math.round((at - event.at) / 1000),
    gotUpAfterSeconds: upAfter === undefined ? null : Math.round(upAfter / 1000),
    raisedBy: [...causes, ...sensors],
  }
}
