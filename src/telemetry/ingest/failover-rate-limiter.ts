import type { RateLimit } from '../../platform/config.ts'
import { AppError } from '../../platform/lib/errors.ts'
import type { RedisLink } from '../../platform/redis/redis.ts'
import type { DeviceRateLimiter } from './device-rate-limiter.ts'
import { createMemoryRateLimiter } from './memory-rate-limiter.ts'
import { createRedisRateLimiter } from './redis-rate-limiter.ts'

/** Uses Redis where there is one, and the memory of this process while Redis is unavailable. */
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

/** Rethrows a 429; any other error means that Redis did not answer. */
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
