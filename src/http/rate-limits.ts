import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config, RateLimit } from '../config.ts'
import { createBoundedMap } from '../lib/bounded-map.ts'
import { addressKey } from '../lib/client-address.ts'
import { AppError } from '../lib/errors.ts'
import type { RedisLink } from '../redis/redis.ts'
import { releasePlace } from './admission-control.ts'

/** Count is where a key stands after one more request. */
export interface Count {
  allowed: boolean
  limit: number
  remaining: number
  /** How many there were in this window, refused ones included. */
  consumed: number
  msBeforeReset: number
}

/** Counter counts requests by a key: an address, a session or an account. */
export interface Counter {
  /** Counts one request, or as many points as it is worth. */
  consume(key: string, points?: number): Promise<Count>
}

/**
 * LimitName is what a request counts against: the address's share of all requests, of signups, of logins, of refused
 * readings or of unknown paths, or a session's reserve for its alerts.
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
  /** Refused readings and falls by account, and until when an account counts as flooding, in milliseconds. */
  refusalsOfAccount: Counter | undefined
  floodingAccounts: ReturnType<typeof createBoundedMap<string, number>>
}

/** So many keys are remembered for each limit: 25 MB, at a measured 500 bytes a key. */
const mostKeys = 50_000

/** The contract has the eleventh login told to come back in 15 minutes, so the address is blocked that long. */
const loginBlockSeconds = 15 * 60

const maxFlooding = 10_000
const floodLastsMs = 60_000

/** What a session can ask of the alert routes when its address has had its share. */
const alertReserve = { points: 30, seconds: 60 }

export function createLimits(config: Config, redis?: RedisLink): Limits {
  const { global, signup, login } = config.rateLimits
  return {
    global: createCounter('global', global, redis),
    signup: createCounter('signup', signup, redis),
    login: createCounter('login', login, redis, loginBlockSeconds),
    // Apart from the others: a misconfigured wearable must not close the API to the caregivers of the same home.
    refusedReadings: createCounter('refused', global, redis),
    refusedFalls: createMemoryCounter(global),
    refusalsOfAccount: createMemoryCounter(global),
    floodingAccounts: createBoundedMap(maxFlooding),
    alerts: global && createCounter('alerts', alertReserve, redis),
    unknownPaths: createMemoryCounter(global),
  }
}

/** createCounter counts for all processes together where there is Redis; while that is away, each counts by itself. */
export function createCounter(
  name: string,
  limit: RateLimit,
  redis?: RedisLink,
  blockSeconds = 0,
): Counter | undefined {
  const own = createMemoryCounter(limit, { blockSeconds })
  if (!own || !limit || !redis) return own
  const limiter = new RateLimiterRedis({
    storeClient: redis.client,
    keyPrefix: redis.key(name),
    points: limit.points,
    duration: limit.seconds,
    blockDuration: blockSeconds,
  })
  return {
    async consume(key, points) {
      if (!redis.alive) return own.consume(key, points)
      const count = await limiter.consume(key, points).catch((refused) => refused)
      return count instanceof RateLimiterRes ? countOf(limit, count) : own.consume(key, points)
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
  { blockSeconds = 0, most = mostKeys } = {},
): Counter | undefined {
  if (!limit) return undefined
  const limiter = new RateLimiterMemory({
    points: limit.points,
    duration: limit.seconds,
    blockDuration: blockSeconds,
  })
  // The limiter forgets a key when its window ends, but knows no bound. This ring does: who began a window
  // takes the place of whoever did so `most` windows ago.
  const ring: string[] = []
  const placeOf = new Map<string, number>()
  let next = 0

  return {
    async consume(key, points) {
      const count = await limiter.consume(key, points).catch((refused) => refused)
      if (!(count instanceof RateLimiterRes)) throw count
      if (count.isFirstInDuration) remember(key)
      return countOf(limit, count)
    },
  }

  function remember(key: string) {
    const leaving = ring[next]
    if (leaving !== undefined && leaving !== key && placeOf.get(leaving) === next) {
      placeOf.delete(leaving)
      void limiter.delete(leaving)
    }
    ring[next] = key
    placeOf.set(key, next)
    next = (next + 1) % most
  }
}

const messages: Record<LimitName, string> = {
  global: 'Too many requests. Please slow down.',
  signup: 'Too many signup attempts. Please try again later.',
  login: 'Too many login attempts. Please try again in 15 minutes.',
  refusedReadings: 'Too many requests. Please slow down.',
  refusedFalls: 'Too many requests. Please slow down.',
  alerts: 'Too many requests. Please slow down.',
  unknownPaths: 'Too many requests. Please slow down.',
}

/** countRequest counts a request against its address and refuses it when that has had its share. */
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
  setLimitHeaders(reply, count)
  await refuseBeyondLimit(count, reply, messages[name], name === 'refusedReadings')
}

/** refuseBeyondLimit throws 429 where the key has had its share. */
export async function refuseBeyondLimit(
  count: Count,
  reply: FastifyReply,
  message: string,
  isReading = false,
): Promise<void> {
  if (count.allowed) return
  setLimitHeaders(reply, count)
  if (isFlood(count)) await holdBack(reply)
  const retryAfter = Math.max(1, Math.ceil(count.msBeforeReset / 1000))
  throw new AppError(429, message, {
    retryAfter,
    ...(isReading && { beside: { retryAfter: retryAfter * 1000 } }),
  })
}

export function setLimitHeaders(reply: FastifyReply, { limit, remaining, msBeforeReset }: Count): void {
  reply.headers({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': Math.ceil((Date.now() + msBeforeReset) / 1000),
  })
}

/** countUnknownPath never refuses, since a path that does not exist is 404 to everybody; it holds floods back. */
export async function countUnknownPath(limits: Limits, request: FastifyRequest, reply: FastifyReply) {
  const count = await limits.unknownPaths?.consume(clientAddress(request))
  if (!count || !isFlood(count)) return
  await holdBack(reply)
}

/**
 * countAlertRequest counts as countRequest does, and gives a signed-in session a reserve where its address has had its
 * share: somebody who answers an alarm must not be told to wait because of others at the same address.
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
  await countRequest(limits, 'alerts', request, reply, request.caller?.sessionId)
}

/**
 * countRefusal counts a refused reading or fall, of which accepted ones are free. Once the address has had its share, it
 * turns the refusal of a reading into 429; falls are never limited, and only held back.
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
  await noteRefusalOfAccount(limits, request)
  if (limit === 'refusedFalls') {
    const count = await limits.refusedFalls?.consume(clientAddress(request))
    if (count && isFlood(count)) await holdBack(reply)
    return error
  }
  const refusal = await countRequest(limits, 'refusedReadings', request, reply).catch((reason) => reason)
  // A device that is too early is told how long to wait, whatever its neighbours did.
  return status === 429 ? error : (refusal ?? error)
}

async function noteRefusalOfAccount(limits: Limits, { caller }: FastifyRequest): Promise<void> {
  if (!caller) return
  const count = await limits.refusalsOfAccount?.consume(caller.actor.id)
  if (count && isFlood(count)) limits.floodingAccounts.set(caller.actor.id, performance.now() + floodLastsMs)
}

/** holdFloodBack has an account that floods wait before its body is read: reading it may cost more than refusing it. */
export async function holdFloodBack(limits: Limits, { caller }: FastifyRequest, reply: FastifyReply) {
  const until = caller && limits.floodingAccounts.get(caller.actor.id)
  if (!until) return
  if (performance.now() > until) limits.floodingAccounts.delete(caller.actor.id)
  else await holdBack(reply)
}

/** A client that has sent more than twice its share goes on regardless of what it is told. */
const isFlood = ({ consumed, limit }: Count) => consumed > 2 * limit

const floodDelayMs = 1000

/**
 * holdBack has a flooding client wait for its refusal: a client that sends whenever it is answered then sends as many
 * requests a second as it has connections, and a refusal costs half of what a reading does.
 */
async function holdBack(reply: FastifyReply): Promise<void> {
  releasePlace(reply.raw)
  await sleep(floodDelayMs)
}

/** A trusted proxy may hand on nonsense as the client's address; then the proxy itself is counted. */
export function clientAddress(request: FastifyRequest): string {
  return addressKey(request.ip) ?? addressKey(request.socket.remoteAddress ?? '') ?? 'unknown'
}
