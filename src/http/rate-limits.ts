import type { FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config, RateLimit } from '../config.ts'
import { addressKey } from '../lib/client-address.ts'
import { AppError } from '../lib/errors.ts'
import type { RedisLink } from '../redis/redis.ts'

/** Count is where an address stands after one more request. */
export interface Count {
  allowed: boolean
  limit: number
  remaining: number
  msBeforeReset: number
}

/** Counter counts requests by address. */
export interface Counter {
  consume(address: string): Promise<Count>
}

export type LimitName = 'global' | 'signup' | 'login'
export type Limits = Record<LimitName, Counter | undefined>

/** So many addresses are remembered for each limit: 25 MB, at a measured 500 bytes an address. */
const mostAddresses = 50_000

/** The contract has the eleventh login told to come back in 15 minutes, so the address is blocked that long. */
const loginBlockSeconds = 15 * 60

/** createLimits counts for all processes together where there is Redis; while that is away, each counts by itself. */
export function createLimits(config: Config, redis?: RedisLink): Limits {
  const { global, signup, login } = config.rateLimits
  const create = (name: LimitName, limit: RateLimit, blockSeconds = 0) => {
    const own = createMemoryCounter(limit, { blockSeconds })
    return own && limit && redis ? createSharedCounter(limit, blockSeconds, redis, name, own) : own
  }
  return {
    global: create('global', global),
    signup: create('signup', signup),
    login: create('login', login, loginBlockSeconds),
  }
}

function createSharedCounter(
  limit: NonNullable<RateLimit>,
  blockSeconds: number,
  redis: RedisLink,
  name: LimitName,
  own: Counter,
): Counter {
  const limiter = new RateLimiterRedis({
    storeClient: redis.client,
    keyPrefix: redis.key(name),
    points: limit.points,
    duration: limit.seconds,
    blockDuration: blockSeconds,
  })
  return {
    async consume(address) {
      if (!redis.alive) return own.consume(address)
      const count = await limiter.consume(address).catch((refused) => refused)
      return count instanceof RateLimiterRes ? countOf(limit, count) : own.consume(address)
    },
  }
}

function countOf({ points }: NonNullable<RateLimit>, count: RateLimiterRes): Count {
  return {
    allowed: count.consumedPoints <= points,
    limit: points,
    remaining: count.remainingPoints,
    msBeforeReset: count.msBeforeNext,
  }
}

export function createMemoryCounter(
  limit: RateLimit,
  { blockSeconds = 0, most = mostAddresses } = {},
): Counter | undefined {
  if (!limit) return undefined
  const limiter = new RateLimiterMemory({
    points: limit.points,
    duration: limit.seconds,
    blockDuration: blockSeconds,
  })
  // The limiter forgets an address when its window ends, but knows no bound. This ring does: who began a window
  // takes the place of whoever did so `most` windows ago.
  const ring: string[] = []
  const placeOf = new Map<string, number>()
  let next = 0

  return {
    async consume(address) {
      const count = await limiter.consume(address).catch((refused) => refused)
      if (!(count instanceof RateLimiterRes)) throw count
      if (count.isFirstInDuration) remember(address)
      return countOf(limit, count)
    },
  }

  function remember(address: string) {
    const leaving = ring[next]
    if (leaving !== undefined && leaving !== address && placeOf.get(leaving) === next) {
      placeOf.delete(leaving)
      void limiter.delete(leaving)
    }
    ring[next] = address
    placeOf.set(address, next)
    next = (next + 1) % most
  }
}

const refusals: Record<LimitName, string> = {
  global: 'Too many requests. Please slow down.',
  signup: 'Too many signup attempts. Please try again later.',
  login: 'Too many login attempts. Please try again in 15 minutes.',
}

/** countRequest counts a request against its address and refuses it when that has had its share. */
export async function countRequest(
  limits: Limits,
  name: LimitName,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const counter = limits[name]
  if (!counter) return
  const { allowed, limit, remaining, msBeforeReset } = await counter.consume(clientAddress(request))
  const seconds = Math.max(1, Math.ceil(msBeforeReset / 1000))
  reply.headers({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': Math.ceil((Date.now() + msBeforeReset) / 1000),
  })
  if (!allowed) throw new AppError(429, refusals[name], { retryAfter: seconds })
}

/**
 * countRefusal counts a refused request of a route whose accepted ones are free, and turns the refusal into 429
 * once the address has had its share of those.
 */
export async function countRefusal(
  limits: Limits,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { status, statusCode } = error as { status?: number; statusCode?: number }
  const isOurFault = (status ?? statusCode ?? 500) >= 500
  if (request.routeOptions.config.limit !== 'refused' || isOurFault) return error
  const refusal = await countRequest(limits, 'global', request, reply).catch((reason) => reason)
  // A device that is too early is told how long to wait, whatever its neighbours did.
  return status === 429 ? error : (refusal ?? error)
}

/** A trusted proxy may hand on nonsense as the client's address; then the proxy itself is counted. */
function clientAddress(request: FastifyRequest): string {
  return addressKey(request.ip) ?? addressKey(request.socket.remoteAddress ?? '') ?? 'unknown'
}
