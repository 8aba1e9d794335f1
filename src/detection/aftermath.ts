import type { AuxiliarySensors } from './corroboration.ts'
import type { DetectorState } from './detector-state.ts'
import { type Aftermath, type FallEvent, uprightOf } from './fall-event.ts'
import { angleBetween, gravity, length } from './motion.ts'
import { latestSpread, type MotionWindow, meanIn } from './motion-window.ts'
import { hasSummary, newestSlot, type PeakHistory, peakMotionAt, spreadAt } from './peak-history.ts'

/** In g: a body whose acceleration spreads less in a second lies or sits still. */
const stillSpreadG = 0.15

/** aftermathOf describes the newest second by what it tells about an event. */
export function aftermathOf(
  { window, history }: DetectorState,
  event: FallEvent,
  time: { elapsed: number; covered: number },
  sensors: AuxiliarySensors,
): Aftermath {
  const now = window ? meanIn(window, 1, 0) : peakMotionAt(history, newestSlot).accel
  const upright = uprightOf(event)
  const tilt = upright && now ? angleBetween(upright, now) : undefined
  return { ...time, still: isStill(window, history), tilt, sensors }
}

function isStill(window: MotionWindow | undefined, history: PeakHistory): boolean {
  if (window) return latestSpread(window) < stillSpreadG
  if (hasSummary(history, newestSlot)) return spreadAt(history, newestSlot) < stillSpreadG
  return Math.abs(length(peakMotionAt(history, newestSlot).accel) / gravity - 1) < stillSpreadG
}
