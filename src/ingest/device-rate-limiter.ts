import type { RateLimit } from '../config.ts'
import { AppError } from '../lib/errors.ts'
import type { RedisLink } from '../redis/redis.ts'
import { createMemoryRateLimiter } from './memory-rate-limiter.ts'
import { createRedisRateLimiter } from './redis-rate-limiter.ts'
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

/** createDeviceRateLimiter uses Redis where there is one, and the memory of this process while Redis is unavailable. */
export function createDeviceRateLimiter(limit: RateLimit, redis: RedisLink | undefined): DeviceRateLimiter {
  const local = createLocalLimiter(limit)
  if (!redis) return local
  const shared = createRedisRateLimiter(limit, redis)
  return {
    async acquire(key, now, lastSequence, readings) {
      const slot =
        redis.alive && (await shared.acquire(key, now, lastSequence, readings).catch(ignoreRedisError))
      return slot || local.acquire(key, now, lastSequence, readings)
    },
    async release(key, slot) {
      // Only readings shared through Redis have sequence numbers.
      if (slot.sequence === slot.previousSequence) await local.release(key, slot)
      else await shared.release(key, slot).catch(ignoreRedisError)
    },
  }
}

/** ignoreRedisError rethrows a 429; any other error means that Redis did not answer. */
function ignoreRedisError(error: unknown): undefined {
  if (error instanceof AppError) throw error
}

function createLocalLimiter(limit: RateLimit): DeviceRateLimiter {
  const limiter = createMemoryRateLimiter(limit)
  return {
    async acquire(key, now, lastSequence) {
      return {
        nextAllowedAt: limiter.acquire(key, now),
        receivedAtMs: now.getTime(),
        previousSequence: lastSequence,
        sequence: lastSequence,
        missed: [],
      }
    },
    async release(key, { nextAllowedAt }) {
      limiter.release(key, nextAllowedAt)
    },
  }
}
