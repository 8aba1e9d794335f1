import type { DetectorState } from './detector-state.ts'
import { addImpact } from './fall-event.ts'
import { newestSlot, peakAt, peakMotionAt } from './peak-history.ts'

/** In g, and as a multiple of the hardest of the six seconds before. */
const suddenPeakG = [2.5, 5] as const
const suddenRise = 1.4

/** openSuspicion opens an event at once for an impact out of the ordinary; its score comes with the next seconds. */
export function openSuspicion(state: DetectorState, at: number): void {
  const { history, event, baseline } = state
  const peak = peakAt(history, newestSlot)
  const [from, to] = suddenPeakG
  if (peak < from) return
  for (let ago = 1; ago <= 6; ago++) if (peakAt(history, newestSlot - ago) * suddenRise > peak) return
  const provisional = Math.round((0.31 + 0.19 * Math.min(1, (peak - from) / (to - from))) * 100) / 100
  state.event = addImpact(event, { at, motion: peakMotionAt(history, newestSlot), provisional }, baseline)
}
