import type { Sensitivity } from '../../detection/confidence.ts'
import { assessMotion } from '../../detection/default-detector.ts'
import type { DetectorState } from '../../detection/detector-state.ts'
import { type Evidence, eventDurationMs } from '../../detection/fall-event.ts'
import { followHeartRate, type HeartRhythm, healthScore } from '../../detection/health-score.ts'
import { isStalled, updateClockStalls } from './clock-stall.ts'
import type { Reading } from './reading.ts'

/** What the readings so far contribute to the assessment of the next one. */
export interface AssessmentState {
  motion: DetectorState | undefined
  heart: HeartRhythm | undefined
  recentFalls: number
  /** How easily motion of the wearer raises an alarm. */
  sensitivity: Sensitivity
  /** The last reported values. */
  heartRate: number | null
  spo2: number | null
  battery: number | null
  sensorsInitialized: boolean | null
  /** When the last reading came, in milliseconds, its `uptime_ms`, and the counter of clock-stall.ts. */
  lastSeen: number
  uptimeMs: number | null
  clockStalls: number
}

export type ReadingAssessment = ReturnType<typeof assessReading>

/**
 * Calculates fall confidence and health score for a reading that came at this time in milliseconds; it
 * does not change the state.
 */
export function assessReading(state: AssessmentState, reading: Reading, atMs: number) {
  const elapsedMs = atMs - state.lastSeen
  const clockStalls = updateClockStalls(state.clockStalls, state.uptimeMs, reading.uptimeMs, elapsedMs)
  const {
    state: motion,
    confidence,
    impact,
    evidence,
  } = assessMotion(
    state.motion,
    isStalled(clockStalls) ? { ...reading, elapsedMs } : reading,
    state.sensitivity,
  )
  const heart = reading.heartRate === null ? state.heart : followHeartRate(state.heart, reading.heartRate)
  const score = healthScore({
    heartRate: reading.heartRate ?? state.heartRate,
    heartRateSpread: heart?.spread ?? null,
    oxygenSaturation: reading.spo2 ?? state.spo2,
    recentFalls: state.recentFalls,
    battery: reading.battery ?? state.battery,
    sensorsInitialized: reading.sensorsInitialized ?? state.sensorsInitialized,
  })
  return { motion, confidence, impact, evidence, heart, score, clockStalls }
}

/** The fall in an assessment, if any, at the time of its impact, which identifies it. */
export function detectionIn(
  {
    motion,
    confidence,
    impact,
    evidence,
  }: Pick<ReadingAssessment, 'motion' | 'confidence' | 'impact' | 'evidence'>,
  at: Date,
) {
  if (!impact || !evidence || !motion.event) return undefined
  // A reading that arrived out of order was not assessed, and the evidence is not of its time.
  if (motion.moment.late > 0) return undefined
  const impactTime = new Date(at.getTime() - evidence.secondsSince * 1000)
  return { event: motion.event.at, confidence, motion: impact, evidence, at: impactTime }
}

export type Detection = NonNullable<ReturnType<typeof detectionIn>>

/**
 * True after a gap longer than a fall is observed, and if time went backwards. The detector cannot
 * decide this: a device that restarts does not report how long it was off.
 */
export const startsNewEpisode = (previousMs: number, nowMs: number) =>
  nowMs < previousMs || nowMs - previousMs > eventDurationMs

const significantStillSeconds = 15

/**
 * True for evidence that is worth recording again: getting up, or 15 more seconds of stillness.
 */
export function isSignificantUpdate(known: Evidence, now: Evidence): boolean {
  return (
    (known.gotUpAfterSeconds === null && now.gotUpAfterSeconds !== null) ||
    now.stillSeconds >= known.stillSeconds + significantStillSeconds
  )
}

const maxGapMs = 5000

/** True for a reading that follows the state without a significant gap, by the device's own clock. */
export function isContiguous({ moment }: DetectorState, { uptimeMs }: Reading): boolean {
  return uptimeMs > moment.uptimeMs && uptimeMs - moment.uptimeMs <= maxGapMs
}
