import type { Baseline } from './corroboration.ts'
import type { Moment, Tick } from './device-clock.ts'
import type { FallEvent } from './fall-event.ts'
import type { PendingImpact } from './impact-scan.ts'
import type { MotionWindow } from './motion-window.ts'
import { emptyHistory, type PeakHistory } from './peak-history.ts'
import { type DetailHistory, noDetails, type SecondMode } from './second-details.ts'

/** What the detector keeps of a device between readings. It is never stored outside memory. */
export interface DetectorState {
  moment: Moment
  history: PeakHistory
  /** Only of a device that sends full summaries. */
  details: DetailHistory
  /** Only of a device that sends samples, like the impacts in it that wait for a look. */
  window: MotionWindow | undefined
  pending: readonly PendingImpact[]
  baseline: Baseline
  event: FallEvent | undefined
  /** The mode of the classifier that scored the event. */
  mode: Mode
}

/** What a device sends of each second: its samples, a summary with details or without, or its peak alone. */
export type Mode = 'samples' | SecondMode

export const noPendingImpacts: readonly PendingImpact[] = []

/** Returns a copy of the state at the time of a tick. After a restart, no earlier motion is known. */
export function advanceState(previous: DetectorState | undefined, { kind, moment }: Tick): DetectorState {
  const isNew = kind === 'restart' || !previous
  return {
    moment,
    history: isNew ? emptyHistory : previous.history,
    details: isNew ? noDetails : previous.details,
    window: isNew ? undefined : previous.window,
    pending: isNew ? noPendingImpacts : previous.pending,
    baseline: previous?.baseline,
    event: previous?.event,
    mode: previous?.mode ?? 'peak-only',
  }
}
