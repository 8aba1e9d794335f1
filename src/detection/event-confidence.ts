import type { RateScale } from './classifier.ts'
import { confidenceOf, type Sensitivity } from './confidence.ts'
import { stillnessShare } from './event-evidence.ts'
import { type FallEvent, firstScoreDueMs } from './fall-event.ts'

/**
 * What raises a score, in log-odds. The rules are reasoned, not learned: acted falls end too early for them, and the
 * recordings contain motion alone.
 */
const raises = { stillness: 0.3, pressure: 2, foot: 2, heart: 0.7 } as const

/**
 * Returns the score of an event, raised by its evidence. Stillness raises only an event that is an alarm
 * without it, because in daily life people often sit still after a knock.
 */
export function raisedScore(event: FallEvent, alarmScore: number): number | undefined {
  if (event.scoreHundredths === undefined) return undefined
  let raised = event.scoreHundredths / 100
  if (raised > alarmScore) raised += raises.stillness * stillnessShare(event)
  for (const sensor of event.sensors) raised += raises[sensor]
  return raised
}

/** That of the raised score or, until there is a score, the provisional confidence. */
export function eventConfidence(
  event: FallEvent,
  at: number,
  scale: RateScale,
  sensitivity: Sensitivity,
): number {
  const score = raisedScore(event, scale.onceADay)
  const scored = score === undefined ? 0 : confidenceOf(score, scale, sensitivity)
  const isScoreDue = at - event.at > firstScoreDueMs
  return Math.max(scored, isScoreDue ? 0 : event.provisionalHundredths / 100)
}
