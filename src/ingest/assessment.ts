import { assessMotion, type DetectorState } from '../detection/fall-detector.ts'
import { followHeartRate, type HeartRhythm, healthScore } from '../detection/health-score.ts'
import type { Reading } from './reading.ts'

/** Story is what the readings so far have told; a reading is assessed as its next line. */
export interface Story {
  motion: DetectorState | undefined
  heart: HeartRhythm | undefined
  recentFalls: number
  /** What was last reported counts for as long as nothing newer is. */
  heartRate: number | null
  spo2: number | null
  battery: number | null
  sensorsInitialized: boolean | null
}

export type ReadingAssessment = ReturnType<typeof assessReading>

/** assessReading tells how likely a fall is and how the person is doing; the story given is not changed. */
export function assessReading(story: Story, reading: Reading) {
  const { state, confidence, impact } = assessMotion(story.motion, reading)
  const heart = reading.heartRate === null ? story.heart : followHeartRate(story.heart, reading.heartRate)
  const score = healthScore({
    heartRate: reading.heartRate ?? story.heartRate,
    heartRateSpread: heart?.spread ?? null,
    oxygenSaturation: reading.spo2 ?? story.spo2,
    recentFalls: story.recentFalls,
    battery: reading.battery ?? story.battery,
    sensorsInitialized: reading.sensorsInitialized ?? story.sensorsInitialized,
  })
  return { motion: state, confidence, impact, heart, score }
}
