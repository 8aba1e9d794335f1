import type { Baseline } from './corroboration.ts'
import type { Moment, Tick } from './device-clock.ts'
import type { FallEvent } from './fall-event.ts'
import type { PendingImpact } from './impact-scan.ts'
import type { MotionWindow } from './motion-window.ts'
import { emptyHistory, type PeakHistory } from './peak-history.ts'

/** DetectorState is what the detector knows of a device between two readings. */
export interface DetectorState {
  moment: Moment
  /** The hardest motion of each of the last seconds. */
  history: PeakHistory
  /** The motion of the last seconds, of a device that sends samples, and the impacts in it to be scored again. */
  window: MotionWindow | undefined
  pending: readonly PendingImpact[]
  baseline: Baseline
  event: FallEvent | undefined
  /** Which classifier gave the event its score. */
  mode: Mode
}

/** Mode is what a device sends of each second: its samples, a summary, or its peak alone. */
export type Mode = 'samples' | 'summary' | 'peak-only'

export const nothingPending: readonly PendingImpact[] = []

/** stateAt is a copy of the state at its next moment; of a device that has started anew no earlier motion is known. */
export function stateAt(known: DetectorState | undefined, { kind, moment }: Tick): DetectorState {
  const isNew = kind === 'restart' || !known
  return {
    moment,
    history: isNew ? emptyHistory : known.history,
    window: isNew ? undefined : known.window,
    pending: isNew ? nothingPending : known.pending,
    baseline: known?.baseline,
    event: known?.event,
    mode: known?.mode ?? 'peak-only',
  }
}
