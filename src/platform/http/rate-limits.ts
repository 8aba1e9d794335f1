import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimit } from '../config.ts'
import type { Context } from '../context.ts'
import { attempt } from '../lib/attempt.ts'
import { createBoundedMap } from '../lib/bounded-map.ts'
import { type Client, clientAddress, createProxyCheck } from '../lib/client-address.ts'
import { secondsPerMinute } from '../lib/duration.ts'
import { AppError, refusal, type Wait } from '../lib/errors.ts'
import { tooManyLogins } from '../login-lockout.ts'
import type { RedisLink } from '../redis/redis.ts'
import { type Count, type Counter, createCounter, createMemoryCounter } from '../redis/request-counter.ts'
import { createLoginLimit, type LoginLimit } from './login-limit.ts'
import { delayResponse, isFlood } from './response-delay.ts'

/**
 * A rate limit: by address for all requests, signups, logins, forgotten passwords, refused readings, refused
 * falls, unknown paths or files of the console, or by session for alerts and help pages. In the networks of RATE_LIMIT_SHARED, all requests
 * are counted by session, and those without one by address with a larger limit. Only failed logins count, everywhere.
 */
export type LimitName =
  | 'global'
  | 'signup'
  | 'login'
  | 'passwordReset'
  | 'refusedReadings'
  | 'refusedFalls'
  | 'alerts'
  | 'helpPages'
  | 'unknownPaths'
  | 'console'
  | 'sharedSessions'
  | 'sharedAddresses'
export interface Limits extends Record<Exclude<LimitName, 'login'>, Counter | undefined> {
  login: LoginLimit
  /** Refused readings and falls by account, and until when an account counts as flooding (`performance.now()`). */
  accountRefusals: Counter | undefined
  floodingAccounts: ReturnType<typeof createBoundedMap<string, number>>
  /** Whether many people share the client's address. */
  isShared: (client: Client) => boolean
  now: () => Date
}

const maxFloodingAccounts = 10_000

/** How often a session can call the alert routes once its address has reached the global limit. */
const alertReserve = { points: 30, seconds: secondsPerMinute }

/** A patient's page without a sign-in reads the state of its call every five seconds, in each of its tabs. */
const helpPageRequests = { points: 60, seconds: secondsPerMinute }

/** How many people behind a shared address may do at the same time what needs no session. */
export const sharedFactor = 10

/** A console loads about thirty files, once; then a browser asks for a few, most of which it has. */
const consoleRequests = { points: 1000, seconds: secondsPerMinute }

export function createLimits({ config, now }: Pick<Context, 'config' | 'now'>, redis?: RedisLink): Limits {
  const { global, signup, login } = config.rateLimits
  const { sharedNetworks } = config
  const isInSharedNetwork = createProxyCheck(sharedNetworks)
  return {
    global: createCounter('global', global, redis),
    signup: createCounter('signup', signup, redis),
    login: createLoginLimit(login, global, redis),
    // As rare as signing up, and counted by itself.
    passwordReset: createCounter('password-reset-addresses', signup, redis),
    // Separate, so that a misconfigured wearable does not lock out the caregivers at the same address.
    refusedReadings: createCounter('refused', global, redis),
    refusedFalls: createMemoryCounter(global),
    accountRefusals: createMemoryCounter(global),
    floodingAccounts: createBoundedMap(maxFloodingAccounts),
    alerts: global && createCounter('alerts', alertReserve, redis),
    helpPages: global && createCounter('help-pages', helpPageRequests, redis),
    unknownPaths: createMemoryCounter(global),
    console: global && createMemoryCounter(consoleRequests),
    sharedSessions: createCounter('shared-sessions', global, redis),
    sharedAddresses: createCounter('shared-addresses', scaled(global, sharedFactor), redis),
    isShared: ({ ip }) => sharedNetworks.length > 0 && isInSharedNetwork(ip),
    now,
  }
}

export const scaled = (limit: RateLimit, factor: number): RateLimit =>
  limit && { ...limit, points: limit.points * factor }

type Refuse = (wait: Wait) => AppError

const slowDown: Refuse = (wait) => refusal('RATE_LIMITED', undefined, wait)

const refusals: Record<LimitName, Refuse> = {
  global: slowDown,
  signup: (wait) => refusal('TOO_MANY_SIGNUPS', undefined, wait),
  login: tooManyLogins,
  passwordReset: (wait) => refusal('TOO_MANY_PASSWORD_RESETS', undefined, wait),
  refusedReadings: slowDown,
  refusedFalls: slowDown,
  alerts: slowDown,
  helpPages: slowDown,
  unknownPaths: slowDown,
  console: slowDown,
  sharedSessions: slowDown,
  sharedAddresses: slowDown,
}

/** Counts a request of an address and throws 429 beyond the limit. */
export async function countRequest(
  limits: Limits,
  limit: LimitName,
  request: FastifyRequest,
  reply: FastifyReply,
  key = clientAddress(request),
): Promise<void> {
  const isShared = limits.isShared(request)
  if (limit === 'login') {
    // Route limits count these: nobody is refused because of the wrong passwords of others.
    if (!isShared) await beginLogin(limits, request, reply)
    return
  }
  const name = isShared && limit === 'global' ? 'sharedAddresses' : limit
  const counter = limits[name]
  if (!counter) return
  const count = await counter.consume(key)
  setLimitHeaders(reply, count, limits.now())
  await refuseBeyondLimit(count, reply, refusals[name], limits.now(), name === 'refusedReadings')
}

async function beginLogin(limits: Limits, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!limits.login) return
  const { count, isOfSuccesses } = await limits.login.begin(request)
  setLimitHeaders(reply, count, limits.now())
  // Nobody would end the attempt of a client that disconnected while it waited: its request goes no further.
  if (reply.raw.destroyed) await limits.login.end(request, { statusCode: 503 })
  await refuseBeyondLimit(count, reply, isOfSuccesses ? slowDown : tooManyLogins, limits.now())
}

/** A hook before the response of a login is sent: one that succeeded does not count. */
export async function endLogin(limits: Limits, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const count = await limits.login?.end(request, reply)
  if (count && reply.statusCode !== 429) setLimitHeaders(reply, count, limits.now())
}

/** Throws 429 beyond the limit. */
export async function refuseBeyondLimit(
  count: Count,
  reply: FastifyReply,
  refuse: Refuse,
  now: Date,
  isReading = false,
): Promise<void> {
  if (count.allowed) return
  setLimitHeaders(reply, count, now)
  if (isFlood(count)) await delayResponse(reply)
  const retryAfter = Math.max(1, Math.ceil(count.msBeforeReset / 1000))
  throw refuse({ retryAfter, ...(isReading && { extraFields: { retryAfter: retryAfter * 1000 } }) })
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

/**
 * Counts as countRequest does, but gives a signed-in session its own limit once its address has reached
 * the global one: a caregiver who responds to an alert must not wait because of others at the same address.
 */
export async function countAlertRequest(
  limits: Limits,
  request: FastifyRequest,
  reply: FastifyReply,
  authenticate: () => Promise<void> | undefined,
): Promise<void> {
  if (limits.isShared(request)) return countSharedAlertRequest(limits, request, reply, authenticate)
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
 * Authenticates first, and counts by session, device key or help credential: where many people share an
 * address, and for help pages, of which a home has many. Only requests without one count by address, so that nobody is
 * refused because of others at home.
 */
export async function countSharedRequest(
  limits: Limits,
  request: FastifyRequest,
  reply: FastifyReply,
  authenticate: () => Promise<void> | undefined,
  limit: 'sharedSessions' | 'helpPages' = 'sharedSessions',
): Promise<void> {
  const refusal = await attempt(authenticate)
  const session = request.principal?.sessionId
  if (session === undefined) await countRequest(limits, 'global', request, reply)
  else await countRequest(limits, limit, request, reply, session)
  if (refusal) throw refusal
}

async function countSharedAlertRequest(
  limits: Limits,
  request: FastifyRequest,
  reply: FastifyReply,
  authenticate: () => Promise<void> | undefined,
): Promise<void> {
  const refusal = await attempt(() => countSharedRequest(limits, request, reply, authenticate))
  if (!refusal) return
  const isLimited = refusal instanceof AppError && refusal.status === 429
  if (!isLimited || !request.principal) throw refusal
  // Authenticated a second time only to learn whether it was allowed.
  await authenticate()
  await countRequest(limits, 'alerts', request, reply, request.principal.sessionId)
}
