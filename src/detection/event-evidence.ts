import { type Cause, type Evidence, type FallEvent, motionOf, significantTurnDegrees } from './fall-event.ts'
import { gravity, length } from './motion.ts'

/** Stillness begins to count after the first of these durations and counts in full after the second. */
const stillnessSeconds = [5, 20] as const

/** Returns how much the stillness of an event counts, from 0 to 1. */
export function stillnessShare({ longestStillMs }: FallEvent): number {
  const [from, to] = stillnessSeconds
  return Math.min(1, Math.max(0, (longestStillMs / 1000 - from) / (to - from)))
}

/** Returns the evidence of an event at a time in the detector's time. */
export function evidenceOf(event: FallEvent, at: number): Evidence {
  const { turnDegrees, longestStillMs, gotUpAfterMs, sensors } = event
  const causes: Cause[] = ['impact']
  if ((turnDegrees ?? 0) >= significantTurnDegrees) causes.push('turn')
  if (stillnessShare(event) > 0) causes.push('stillness')
  return {
    peakG: Math.round((length(motionOf(event).accel) / gravity) * 10) / 10,
    turnDegrees: turnDegrees === undefined ? null : Math.round(turnDegrees),
    stillSeconds: Math.round(longestStillMs / 1000),
    secondsSince: Math.round((at - event.at) / 1000),
    gotUpAfterSeconds: gotUpAfterMs === undefined ? null : Math.round(gotUpAfterMs / 1000),
    raisedBy: [...causes, ...sensors],
  }
}
