import type { AuxiliarySensors } from './corroboration.ts'
import type { DetectorState } from './detector-state.ts'
import { accelBeforeOf, type FallEvent } from './fall-event.ts'
import { angleBetween, gravity, length } from './motion.ts'
import { latestSpread, type MotionWindow, meanIn } from './motion-window.ts'
import { hasSummary, newestSlot, type PeakHistory, peakMotionAt, spreadAt } from './peak-history.ts'

/** What the newest second contributes to an open event. */
export interface PostImpactSecond {
  /** The time since the previous reading, and how much of it this reading covers. */
  elapsedMs: number
  coveredMs: number
  isStill: boolean
  /** The angle between the acceleration now and that before the impact. */
  tiltDegrees: number | undefined
  sensors: AuxiliarySensors
}

/** A spread below this is stillness: the wearer lies or sits still. */
const stillSpreadG = 0.15

export function postImpactSecond(
  { window, history }: DetectorState,
  event: FallEvent,
  time: { elapsedMs: number; coveredMs: number },
  sensors: AuxiliarySensors,
): PostImpactSecond {
  const accelNow = window ? meanIn(window, 1, 0) : peakMotionAt(history, newestSlot).accel
  const accelBefore = accelBeforeOf(event)
  const tiltDegrees = accelBefore && accelNow ? angleBetween(accelBefore, accelNow) : undefined
  return { ...time, isStill: isStill(window, history), tiltDegrees, sensors }
}

function isStill(window: MotionWindow | undefined, history: PeakHistory): boolean {
  if (window) return latestSpread(window) < stillSpreadG
  if (hasSummary(history, newestSlot)) return spreadAt(history, newestSlot) < stillSpreadG
  return Math.abs(length(peakMotionAt(history, newestSlot).accel) / gravity - 1) < stillSpreadG
}
