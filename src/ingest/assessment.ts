import type { Sensitivity } from '../detection/confidence.ts'
import type { DetectorState } from '../detection/fall-detector.ts'
import { type Evidence, watchedAsFall } from '../detection/fall-event.ts'
import { followHeartRate, type HeartRhythm, healthScore } from '../detection/health-score.ts'
import { assessMotion } from '../detection/shipped-detector.ts'
import { followClock, isStalled } from './clock-stall.ts'
import type { Reading } from './reading.ts'

/** Story is what the readings so far have told; a reading is assessed as its next line. */
export interface Story {
  motion: DetectorState | undefined
  heart: HeartRhythm | undefined
  recentFalls: number
  /** How readily a motion of the wearer raises an alarm. */
  sensitivity: Sensitivity
  /** What was last reported counts for as long as nothing newer is. */
  heartRate: number | null
  spo2: number | null
  battery: number | null
  sensorsInitialized: boolean | null
  /** When the last reading came, in milliseconds, and its `uptime_ms`; how far that clock is wrong is in clock-stall.ts. */
  lastSeen: number
  uptimeMs: number | null
  clockStalls: number
}

export type ReadingAssessment = ReturnType<typeof assessReading>

/**
 * assessReading tells how likely a fall is and how the person is doing, by a reading that came at this time in
 * milliseconds; the story given is not changed.
 */
export function assessReading(story: Story, reading: Reading, at: number) {
  const elapsedMs = at - story.lastSeen
  const clockStalls = followClock(story.clockStalls, story.uptimeMs, reading.uptimeMs, elapsedMs)
  const { state, confidence, impact, evidence } = assessMotion(
    story.motion,
    isStalled(clockStalls) ? { ...reading, elapsedMs } : reading,
    story.sensitivity,
  )
  const heart = reading.heartRate === null ? story.heart : followHeartRate(story.heart, reading.heartRate)
  const score = healthScore({
    heartRate: reading.heartRate ?? story.heartRate,
    heartRateSpread: heart?.spread ?? null,
    oxygenSaturation: reading.spo2 ?? story.spo2,
    recentFalls: story.recentFalls,
    battery: reading.battery ?? story.battery,
    sensorsInitialized: reading.sensorsInitialized ?? story.sensorsInitialized,
  })
  return { motion: state, confidence, impact, evidence, heart, score, clockStalls }
}

/** feltIn is the fall that an assessment tells of, at the time of its impact: that is what makes all it tells one fall. */
export function feltIn({ motion, confidence, impact, evidence }: ReadingAssessment, at: Date) {
  if (!impact || !evidence || !motion.event) return undefined
  // A reading that was overtaken has told nothing, and what is known is not of its time.
  if (motion.moment.late > 0) return undefined
  const impactTime = new Date(at.getTime() - evidence.secondsSince * 1000)
  return { event: motion.event.at, confidence, motion: impact, evidence, at: impactTime }
}

export type Felt = NonNullable<ReturnType<typeof feltIn>>

/**
 * isAnotherStory is true of what comes after a silence for which no fall is watched, or was told before. The detector
 * itself cannot tell: a device that starts anew says nothing of how long it was off.
 */
export const isAnotherStory = (before: number, now: number) => now < before || now - before > watchedAsFall

/** In seconds. */
const worthNotingStill = 15

/** tellsMoreThan is true of evidence that is worth keeping beside what was: each second of lying still is not. */
export function tellsMoreThan(known: Evidence, now: Evidence): boolean {
  return (
    (known.gotUpAfterSeconds === null && now.gotUpAfterSeconds !== null) ||
    now.stillSeconds >= known.stillSeconds + worthNotingStill
  )
}

/** Motion is one story as long as no more is missing, in milliseconds. */
const longestGap = 5000

/** goesOn is true of a reading that follows what is known of a device, by the device's own clock. */
export function goesOn({ moment }: DetectorState, { uptimeMs }: Reading): boolean {
  return uptimeMs > moment.uptimeMs && uptimeMs - moment.uptimeMs <= longestGap
}
