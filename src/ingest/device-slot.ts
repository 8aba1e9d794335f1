import type { SharedReading } from './shared-reading.ts'

/** Slot is the permission for one request of a device, with the readings that this process has missed. */
export interface Slot {
  nextAllowedAt: Date
  /** When the request was received; no other reading of the device has this time in any process. */
  receivedAtMs: number
  /** The sequence numbers of the device's readings: the last one before this request, and the last one in it. */
  previousSequence: number
  sequence: number
  missed: MissedReading[]
}

/** MissedReading is a reading that another process received, with the unique time at which it did. */
export interface MissedReading extends SharedReading {
  receivedAtMs: number
}

/** DeviceRateLimiter limits the requests of each device, and shares their readings between processes. */
export interface DeviceRateLimiter {
  /** Acquires a slot for these readings, or throws 429; `lastSequence` is that of the last reading received here. */
  acquire(key: number, now: Date, lastSequence: number, readings: readonly SharedReading[]): Promise<Slot>
  /** Releases the slot of a request that failed: only accepted readings count. */
  release(key: number, slot: Slot): Promise<void>
}
