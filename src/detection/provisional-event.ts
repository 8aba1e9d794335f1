import type { DetectorState } from './detector-state.ts'
import { addImpact } from './fall-event.ts'
import { confidenceRanges, fallLevels } from './levels/fall-level.ts'
import { newestSlot, peakAt, peakMotionAt } from './peak-history.ts'

/** The provisional confidence grows from the first of these peaks to the second. */
const peakRangeG = [2.5, 5] as const
const confidenceRange = confidenceRanges[fallLevels.indexOf('SUSPICIOUS')] as readonly [number, number]

/** The peak must be this many times as hard as each of the preceding seconds. */
const minRise = 1.4
const precedingSeconds = 6

/** Opens an event at once for an unusually hard impact; its score follows with the next seconds. */
export function openProvisionalEvent(state: DetectorState, at: number): void {
  const { history, event, baseline } = state
  const peakG = peakAt(history, newestSlot)
  const [from, to] = peakRangeG
  if (peakG < from) return
  for (let ago = 1; ago <= precedingSeconds; ago++) {
    if (peakAt(history, newestSlot - ago) * minRise > peakG) return
  }
  const share = Math.min(1, (peakG - from) / (to - from))
  const [lowest, highest] = confidenceRange
  const provisional = Math.round((lowest + (highest - lowest) * share) * 100) / 100
  state.event = addImpact(event, { at, motion: peakMotionAt(history, newestSlot), provisional }, baseline)
}
