import type { RateLimit } from '../../platform/config.ts'
import { msPerHour, msPerMinute } from '../../platform/lib/duration.ts'
import { maxReadingAgeMs } from '../packing/reading-age.ts'
import type { Reading } from './reading.ts'

/**
 * A device may backfill the time since its last reading, and half as much again. What it has not backfilled yet is its
 * credit, in milliseconds.
 */
const creditFactor = 1.5
/** Older readings are refused, so there is never more to backfill. */
const maxCreditMs = creditFactor * maxReadingAgeMs
/** The credit of a device that sends continuously: some of its requests may have been lost. */
const marginMs = 5 * msPerMinute
/** The credit of a device at its first reading. */
export const firstCreditMs = msPerHour

/** The time that a reading stands for. */
export const readingIntervalMs = (limit: RateLimit) => (limit ? (limit.seconds * 1000) / limit.points : 1000)

/** The credit of a device that sends after a gap. */
export function creditAfterMs(creditMs: number, gapMs: number, intervalMs: number): number {
  if (gapMs > 2 * intervalMs) return Math.min(maxCreditMs, Math.round(creditMs + creditFactor * gapMs))
  if (creditMs >= marginMs) return creditMs
  return Math.min(marginMs, Math.round(creditMs + Math.max(0, gapMs) / 2))
}

/** The time that readings stand for: an interval each, or as long as their samples take. */
export function costOfMs(readings: readonly Reading[], intervalMs: number): number {
  let costMs = 0
  for (const { samples } of readings) {
    const sampledMs = samples ? (samples.motions.length / samples.rateHz) * 1000 : 0
    costMs += Math.max(intervalMs, sampledMs)
  }
  return Math.round(costMs)
}

/** How long a device must not send until it has the credit. */
export const waitForCreditMs = (costMs: number, creditMs: number) =>
  Math.ceil((costMs - creditMs) / creditFactor)
