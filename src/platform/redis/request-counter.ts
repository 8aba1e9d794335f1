import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimit } from '../config.ts'
import type { RedisLink } from './redis.ts'

/** Count is the state of a key after a request. */
export interface Count {
  allowed: boolean
  limit: number
  remaining: number
  /** The points in this window, including those of refused requests. */
  consumed: number
  msBeforeReset: number
}

/** Counter counts requests by a key: an address, a session or an account. */
export interface Counter {
  /** Counts one request, as one point or several. */
  consume(key: string, points?: number): Promise<Count>
  /** Takes back one request that should not have counted. */
  refund(key: string): Promise<void>
}

/** How many keys are kept for each limit: 25 MB, at a measured 500 bytes per key. */
const defaultMaxKeys = 50_000

/** createCounter counts in Redis for all processes, and in memory without Redis or while it is unavailable. */
export function createCounter(
  name: string,
  limit: RateLimit,
  redis?: RedisLink,
  blockSeconds = 0,
): Counter | undefined {
  const local = createMemoryCounter(limit, { blockSeconds })
  if (!local || !limit || !redis) return local
  const limiter = new RateLimiterRedis({
    storeClient: redis.client,
    keyPrefix: redis.key(name),
    points: limit.points,
    duration: limit.seconds,
    blockDuration: blockSeconds,
  })
  return {
    async consume(key, points) {
      if (!redis.alive) return local.consume(key, points)
      const count = await limiter.consume(key, points).catch((refused) => refused)
      return count instanceof RateLimiterRes ? countOf(limit, count) : local.consume(key, points)
    },
    async refund(key) {
      if (!redis.alive) return local.refund(key)
      await limiter.reward(key).catch(() => local.refund(key))
    },
  }
}

function countOf({ points }: NonNullable<RateLimit>, count: RateLimiterRes): Count {
  return {
    allowed: count.consumedPoints <= points,
    limit: points,
    remaining: count.remainingPoints,
    consumed: count.consumedPoints,
    msBeforeReset: count.msBeforeNext,
  }
}

export function createMemoryCounter(
  limit: RateLimit,
  { blockSeconds = 0, maxKeys = defaultMaxKeys } = {},
): Counter | undefined {
  if (!limit) return undefined
  const limiter = new RateLimiterMemory({
    points: limit.points,
    duration: limit.seconds,
    blockDuration: blockSeconds,
  })
  // The limiter drops a key when its window ends, but does not limit their number. This ring does: a key that starts a
  // window replaces the one that did so `maxKeys` windows ago.
  const ring: string[] = []
  const slots = new Map<string, number>()
  let next = 0

  return {
    async consume(key, points) {
      const count = await limiter.consume(key, points).catch((refused) => refused)
      if (!(count instanceof RateLimiterRes)) throw count
      if (count.isFirstInDuration) track(key)
      return countOf(limit, count)
    },
    async refund(key) {
      await limiter.reward(key)
    },
  }

  function track(key: string) {
    const evicted = ring[next]
    if (evicted !== undefined && evicted !== key && slots.get(evicted) === next) {
      slots.delete(evicted)
      void limiter.delete(evicted)
    }
    ring[next] = key
    slots.set(key, next)
    next = (next + 1) % maxKeys
  }
}
