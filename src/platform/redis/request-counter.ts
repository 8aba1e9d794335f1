import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimit } from '../config.ts'
import type { RedisLink } from './redis.ts'

/** The state of a key after a request. */
export interface Count {
  allowed: boolean
  limit: number
  remaining: number
  /** The points in this window, including those of refused requests. */
  consumed: number
  msBeforeReset: number
}

/** The count of a request, and what takes it back. */
export interface Counted extends Count {
  /** Takes back the request, unless its window has ended by then: it would give one to the next window. */
  refund(): Promise<void>
}

/** Counts requests by a key: an address, a session or an account. */
export interface Counter {
  /** Counts one request, as one point or several. */
  consume(key: string, points?: number): Promise<Counted>
  /** The count of a key, without counting; undefined if it has none. */
  peek(key: string): Promise<Count | undefined>
}

/** How long before the end of a window nothing is refunded any more: clocks differ, and the way to Redis takes time. */
const refundMarginMs = 1000

/** How many keys are kept for each limit: 25 MB, at a measured 500 bytes per key. */
const defaultMaxKeys = 50_000

/** Counts in Redis for all processes, and in memory without Redis or while it is unavailable. */
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
      if (!(count instanceof RateLimiterRes)) return local.consume(key, points)
      return countedOf(countOf(limit, count), () => limiter.reward(key, points))
    },
    async peek(key) {
      if (!redis.alive) return local.peek(key)
      const count = await limiter.get(key).catch(() => undefined)
      if (count === undefined) return local.peek(key)
      return count === null ? undefined : countOf(limit, count)
    },
  }
}

/** Refunds where the request was counted: in Redis, or in this process while there was none. */
function countedOf(count: Count, giveBack: () => Promise<unknown>): Counted {
  const endsAt = performance.now() + count.msBeforeReset - refundMarginMs
  const refund = async () => {
    // Without Redis the window ends without it.
    if (performance.now() < endsAt) await giveBack().catch(() => {})
  }
  return { ...count, refund }
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
      return countedOf(countOf(limit, count), () => limiter.reward(key, points))
    },
    async peek(key) {
      const count = await limiter.get(key)
      return count ? countOf(limit, count) : undefined
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
