import type { RateLimit } from '../../platform/config.ts'
import { type AppError, refusal } from '../../platform/lib/errors.ts'
import type { SharedReading } from './shared-reading.ts'

/** The permission for one request of a device, with the readings that this process has missed. */
export interface Slot {
  nextAllowedAt: Date
  /** When the request was received; no other reading of the device has this time in any process. */
  receivedAtMs: number
  /** The sequence numbers of the device's readings: the last one before this request, and the last one in it. */
  previousSequence: number
  sequence: number
  missed: MissedReading[]
}

/** A reading that another process received, with the unique time at which it did. */
export interface MissedReading extends SharedReading {
  receivedAtMs: number
}

/** Limits the requests of each device, and shares their readings between processes. */
export interface DeviceRateLimiter {
  /** Acquires a slot for these readings, or throws 429; `lastSequence` is that of the last reading received here. */
  acquire(key: number, now: Date, lastSequence: number, readings: readonly SharedReading[]): Promise<Slot>
  /** Releases the slot of a request that failed: only accepted readings count. */
  release(key: number, slot: Slot): Promise<void>
}

/** The time between two slots, rounded up to whole milliseconds. */
export const slotIntervalMs = (limit: RateLimit) =>
  limit ? Math.ceil((limit.seconds * 1000) / limit.points) : 0

/** A reading may be early by this share of the interval, because clocks and networks jitter. */
export const jitterShare = 0.1

/**
 * Says how long to wait: at most one interval, also where the request was received before the one that
 * has the slot.
 */
export function rateLimitError(waitMs: number, intervalMs: number): AppError {
  const retryAfterMs = Math.min(intervalMs, Math.max(1, Math.ceil(waitMs)))
  return refusal('READING_TOO_EARLY', undefined, {
    retryAfter: Math.ceil(retryAfterMs / 1000),
    extraFields: { retryAfter: retryAfterMs },
  })
}
