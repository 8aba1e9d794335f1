/**
 * Moment is the position of a device in its own time (`uptime_ms`) and in the detector's, which never goes back. After
 * a restart of the device, the detector's time continues.
 */
export interface Moment {
  uptimeMs: number
  at: number
  /** Readings in a row that were older than what was known. */
  late: number
}

/** A reading this much older than the newest has been overtaken; an older one means that the device started anew. */
const overtaken = 60_000

/** Nor does a device go on with old readings for long. */
const mostLate = 5

export type Tick =
  | { kind: 'next'; moment: Moment; elapsed: number }
  | { kind: 'restart'; moment: Moment }
  | { kind: 'late'; moment: Moment }

/**
 * tick takes the time since the reading before from `elapsedMs`, where that is given: the device cannot tell it then.
 */
export function tick(known: Moment | undefined, uptimeMs: number, elapsedMs = 0): Tick {
  if (!known) return { kind: 'restart', moment: { uptimeMs, at: 0, late: 0 } }
  if (elapsedMs > 0) {
    // Those that were taken to be late, before the clock was known to be wrong, have left a gap.
    const elapsed = elapsedMs * (1 + known.late)
    return { kind: 'next', moment: { uptimeMs, at: known.at + elapsed, late: 0 }, elapsed }
  }
  const elapsed = uptimeMs - known.uptimeMs
  if (elapsed > 0 && Number.isFinite(known.at + elapsed)) {
    return { kind: 'next', moment: { uptimeMs, at: known.at + elapsed, late: 0 }, elapsed }
  }
  if (elapsed <= 0 && -elapsed <= overtaken && known.late < mostLate) {
    return { kind: 'late', moment: { uptimeMs: known.uptimeMs, at: known.at, late: known.late + 1 } }
  }
  return { kind: 'restart', moment: { uptimeMs, at: known.at + 1000, late: 0 } }
}
