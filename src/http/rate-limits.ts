import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { loginBlockSeconds, tooManyLogins } from '../auth/login-block.ts'
import type { RateLimit } from '../config.ts'
import type { Context } from '../context.ts'
import { createBoundedMap } from '../lib/bounded-map.ts'
import { addressKey } from '../lib/client-address.ts'
import { msPerMinute, secondsPerMinute } from '../lib/duration.ts'
import { AppError } from '../lib/errors.ts'
import type { RedisLink } from '../redis/redis.ts'
import { releaseSlot } from './admission-control.ts'

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
}

/**
 * LimitName is a rate limit: by address for all requests, signups, logins, refused readings, refused falls or unknown
 * paths, or by session for alerts.
 */
export type LimitName =
  | 'global'
  | 'signup'
  | 'login'
  | 'refusedReadings'
  | 'refusedFalls'
  | 'alerts'
  | 'unknownPaths'
export interface Limits extends Record<LimitName, Counter | undefined> {
  /** Refused readings and falls by account, and until when an account counts as flooding (`performance.now()`). */
  accountRefusals: Counter | undefined
  floodingAccounts: ReturnType<typeof createBoundedMap<string, number>>
  now: () => Date
}

/** How many keys are kept for each limit: 25 MB, at a measured 500 bytes per key. */
const defaultMaxKeys = 50_000

const maxFloodingAccounts = 10_000
const floodDurationMs = msPerMinute

/** How often a session can call the alert routes once its address has reached the global limit. */
const alertReserve = { points: 30, seconds: secondsPerMinute }

export function createLimits({ config, now }: Pick<Context, 'config' | 'now'>, redis?: RedisLink): Limits {
  const { global, signup, login } = config.rateLimits
  return {
    global: createCounter('global', global, redis),
    signup: createCounter('signup', signup, redis),
    login: createCounter('login', login, redis, loginBlockSeconds),
    // Separate, so that a misconfigured wearable does not lock out the caregivers at the same address.
    refusedReadings: createCounter('refused', global, redis),
    refusedFalls: createMemoryCounter(global),
    accountRefusals: createMemoryCounter(global),
    floodingAccounts: createBoundedMap(maxFloodingAccounts),
    alerts: global && createCounter('alerts', alertReserve, redis),
    unknownPaths: createMemoryCounter(global),
    now,
  }
}

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

const messages: Record<LimitName, string> = {
  global: 'Too many requests. Please slow down.',
  signup: 'Too many signup attempts. Please try again later.',
  login: tooManyLogins,
  refusedReadings: 'Too many requests. Please slow down.',
  refusedFalls: 'Too many requests. Please slow down.',
  alerts: 'Too many requests. Please slow down.',
  unknownPaths: 'Too many requests. Please slow down.',
}

/** countRequest counts a request of an address and throws 429 beyond the limit. */
export async function countRequest(
  limits: Limits,
  name: LimitName,
  request: FastifyRequest,
  reply: FastifyReply,
  key = clientAddress(request),
): Promise<void> {
  const counter = limits[name]
  if (!counter) return
  const count = await counter.consume(key)
  setLimitHeaders(reply, count, limits.now())
  await refuseBeyondLimit(count, reply, messages[name], limits.now(), name === 'refusedReadings')
}

/** refuseBeyondLimit throws 429 beyond the limit. */
export async function refuseBeyondLimit(
  count: Count,
  reply: FastifyReply,
  message: string,
  now: Date,
  isReading = false,
): Promise<void> {
  if (count.allowed) return
  setLimitHeaders(reply, count, now)
  if (isFlood(count)) await delayResponse(reply)
  const retryAfter = Math.max(1, Math.ceil(count.msBeforeReset / 1000))
  throw new AppError(429, message, {
    retryAfter,
    ...(isReading && { extraFields: { retryAfter: retryAfter * 1000 } }),
  })
}

export function setLimitHeaders(
  reply: FastifyReply,
  { limit, remaining, msBeforeReset }: Count,
  now: Date,
): void {
  reply.headers({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': Math.ceil((now.getTime() + msBeforeReset) / 1000),
  })
}

/** countUnknownPath never refuses, since an unknown path is always 404, but delays floods. */
export async function countUnknownPath(limits: Limits, request: FastifyRequest, reply: FastifyReply) {
  const count = await limits.unknownPaths?.consume(clientAddress(request))
  if (!count || !isFlood(count)) return
  await delayResponse(reply)
}

/**
 * countAlertRequest counts as countRequest does, but gives a signed-in session its own limit once its address has reached
 * the global one: a caregiver who responds to an alert must not wait because of others at the same address.
 */
export async function countAlertRequest(
  limits: Limits,
  request: FastifyRequest,
  reply: FastifyReply,
  authenticate: () => Promise<void> | undefined,
): Promise<void> {
  const refusal = await countRequest(limits, 'global', request, reply).catch((reason) => reason)
  if (!refusal) return authenticate()
  try {
    await authenticate()
  } catch {
    throw refusal
  }
  await countRequest(limits, 'alerts', request, reply, request.principal?.sessionId)
}

/**
 * countRefusal counts a refused reading or fall; accepted ones are not counted. Beyond the limit of the address, the
 * refusal of a reading becomes 429; falls are never limited, only delayed.
 */
export async function countRefusal(
  limits: Limits,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { status, statusCode } = error as { status?: number; statusCode?: number }
  const isOurFault = (status ?? statusCode ?? 500) >= 500
  const { limit } = request.routeOptions.config
  if (isOurFault || (limit !== 'refusedReadings' && limit !== 'refusedFalls')) return error
  await countAccountRefusal(limits, request)
  if (limit === 'refusedFalls') {
    const count = await limits.refusedFalls?.consume(clientAddress(request))
    if (count && isFlood(count)) await delayResponse(reply)
    return error
  }
  const refusal = await countRequest(limits, 'refusedReadings', request, reply).catch((reason) => reason)
  // A device that is too early gets its own retryAfter, whatever other devices of the address did.
  return status === 429 ? error : (refusal ?? error)
}

async function countAccountRefusal(limits: Limits, { principal }: FastifyRequest): Promise<void> {
  if (!principal) return
  const count = await limits.accountRefusals?.consume(principal.actor.id)
  if (count && isFlood(count))
    limits.floodingAccounts.set(principal.actor.id, performance.now() + floodDurationMs)
}

/** delayFloodingAccount delays a flooding account before the body is read, which may cost more than the refusal. */
export async function delayFloodingAccount(
  limits: Limits,
  { principal }: FastifyRequest,
  reply: FastifyReply,
) {
  const until = principal && limits.floodingAccounts.get(principal.actor.id)
  if (!until) return
  if (performance.now() > until) limits.floodingAccounts.delete(principal.actor.id)
  else await delayResponse(reply)
}

/** A client that has sent more than twice its limit ignores the responses. */
const isFlood = ({ consumed, limit }: Count) => consumed > 2 * limit

const floodDelayMs = 1000

/**
 * delayResponse delays the refusal of a flooding client: a client that waits for its responses then sends only one request
 * per second and connection. A refusal costs half as much as a reading.
 */
async function delayResponse(reply: FastifyReply): Promise<void> {
  releaseSlot(reply.raw)
  await sleep(floodDelayMs)
}

/** clientAddress is the key of the client's address, or of the proxy's if the proxy passed on an invalid one. */
export function clientAddress(request: FastifyRequest): string {
  return addressKey(request.ip) ?? addressKey(request.socket.remoteAddress ?? '') ?? 'unknown'
}
