import { msPerMinute } from '../platform/lib/duration.ts'
/**
 * The position of a device in its own time (`uptime_ms`) and in the detector's, which never goes back. After
 * a restart of the device, the detector's time continues.
 */
export interface Moment {
  uptimeMs: number
  /** Milliseconds in the detector's time. */
  at: number
  /** How many readings in a row were not newer than the newest. */
  late: number
}

/** A reading up to this much older than the newest was overtaken; an older one means that the device restarted. */
const maxOvertakenMs = msPerMinute

/** A device that sends more late readings in a row has restarted. */
const maxLateInRow = 5

/** The step from one reading to the next. */
export type Tick =
  | { kind: 'next'; moment: Moment; elapsedMs: number }
  | { kind: 'restart'; moment: Moment }
  | { kind: 'late'; moment: Moment }

/** Advances the clock to a reading. `receivedAfterMs`, if given, replaces a device clock that is known to be wrong. */
export function tick(previous: Moment | undefined, uptimeMs: number, receivedAfterMs = 0): Tick {
  if (!previous) return { kind: 'restart', moment: { uptimeMs, at: 0, late: 0 } }
  if (receivedAfterMs > 0) {
    // Readings that counted as late, before the clock was known to be wrong, have left a gap.
    const elapsedMs = receivedAfterMs * (1 + previous.late)
    return { kind: 'next', moment: { uptimeMs, at: previous.at + elapsedMs, late: 0 }, elapsedMs }
  }
  const elapsedMs = uptimeMs - previous.uptimeMs
  if (elapsedMs > 0 && Number.isFinite(previous.at + elapsedMs)) {
    return { kind: 'next', moment: { uptimeMs, at: previous.at + elapsedMs, late: 0 }, elapsedMs }
  }
  if (elapsedMs <= 0 && -elapsedMs <= maxOvertakenMs && previous.late < maxLateInRow) {
    return {
      kind: 'late',
      moment: { uptimeMs: previous.uptimeMs, at: previous.at, late: previous.late + 1 },
    }
  }
  return { kind: 'restart', moment: { uptimeMs, at: previous.at + 1000, late: 0 } }
}
