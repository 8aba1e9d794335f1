import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimit } from '../config.ts'
import { clientAddress, siteKey } from '../lib/client-address.ts'
import { secondsPerMinute } from '../lib/duration.ts'
import { unavailable } from '../lib/errors.ts'
import { createKeyedLimiter } from '../lib/keyed-limiter.ts'
import { loginBlockSeconds } from '../login-lockout.ts'
import type { RedisLink } from '../redis/redis.ts'
import { type Count, type Counter, createCounter } from '../redis/request-counter.ts'

/** A site may be a company or a campus, from which many people sign in. */
const siteFactor = 10

/** How long a process that dies keeps the places of the attempts that it was checking. */
const pendingSeconds = secondsPerMinute
/** An attempt waits as long as the queue for hashing passwords may take. */
const maxWaitMs = 10_000
const waitMs = 50
/** Of one address; as many addresses look for a free place at the same time, one attempt of each. */
const maxWaiting = 100

/** A sign-in that was admitted, or refused because too many have failed. */
interface Attempt {
  count: Count
  /** Ends an attempt that was admitted. Returns the count of those that failed. */
  end(hasFailed: boolean): Promise<Count>
}

/**
 * Counts attempts that failed. As many as may still fail are checked at the same time, in all
 * processes together, so that many at once cannot exceed the limit; further ones wait for their result. An attempt that
 * succeeds leaves no trace: neither does it count, nor does it take back a failed one.
 */
export function createAttemptLimit(name: string, limit: RateLimit, redis?: RedisLink) {
  const pendingLimit = limit && { ...limit, seconds: pendingSeconds }
  const failures = createCounter(name, limit, redis, loginBlockSeconds)
  const pending = createCounter(`${name}-pending`, pendingLimit, redis)
  return limit && failures && pending && attemptLimitOf(limit, failures, pending)
}

function attemptLimitOf({ points, seconds }: NonNullable<RateLimit>, failures: Counter, pending: Counter) {
  // One address that fills its places makes nobody at another one wait or be refused.
  const waiting = createKeyedLimiter({
    maxPerKey: 1,
    maxTotal: maxWaiting,
    maxQueuedPerKey: maxWaiting,
    refuse: () => unavailable('SIGN_INS_BUSY'),
  })

  const fresh: Count = {
    allowed: true,
    limit: points,
    remaining: points,
    consumed: 0,
    msBeforeReset: seconds * 1000,
  }

  async function tryToBegin(key: string): Promise<Attempt | undefined> {
    const place = await pending.consume(key)
    // Read after the place was taken: an attempt that fails is counted before it leaves its place, and is never missed.
    const failed = (await failures.peek(key)) ?? fresh
    if (failed.consumed < points && failed.consumed + place.consumed <= points)
      return { count: { ...failed, remaining: points - failed.consumed - place.consumed }, end }
    await place.refund()
    // The request after the last that could fail blocks the key.
    return failed.consumed < points
      ? undefined
      : { count: await failures.consume(key), end: async () => fresh }

    async function end(hasFailed: boolean): Promise<Count> {
      const count = hasFailed ? await failures.consume(key) : ((await failures.peek(key)) ?? fresh)
      await place.refund()
      return count
    }
  }

  return {
    async begin(key: string): Promise<Attempt> {
      const attempt = await tryToBegin(key)
      if (attempt) return attempt
      const until = performance.now() + maxWaitMs
      return waiting.run(key, async () => {
        while (performance.now() < until) {
          const later = await tryToBegin(key)
          if (later) return later
          await sleep(waitMs)
        }
        throw unavailable('SIGN_INS_BUSY')
      })
    },
  }
}

export type LoginLimit = ReturnType<typeof createLoginLimit>

/** What was not checked reveals nothing. */
const isUnchecked = (status: number) => status === 503

/**
 * Counts sign-ins by address, and by the /48 of an IPv6 address, which has 65,536 of the /64s that
 * addresses are otherwise counted by. Only those that fail count: at a change of shift, a whole home signs in from one
 * address. Those that succeed have a limit of their own, as large as that of all other requests.
 */
export function createLoginLimit(login: RateLimit, global: RateLimit, redis?: RedisLink) {
  const ofAddresses = createAttemptLimit('login', login, redis)
  const ofSites = createAttemptLimit(
    'login-site',
    login && { ...login, points: login.points * siteFactor },
    redis,
  )
  const successes = createCounter('login-successes', global, redis)
  if (!ofAddresses) return undefined
  const attempts = new WeakMap<FastifyRequest, Attempt[]>()

  return {
    /** Returns the count, which is not allowed if the request must be refused, and by which limit. */
    async begin(request: FastifyRequest): Promise<{ count: Count; isOfSuccesses: boolean }> {
      const address = clientAddress(request)
      const succeeded = await successes?.peek(address)
      if (succeeded && succeeded.consumed >= succeeded.limit)
        return { count: { ...succeeded, allowed: false, remaining: 0 }, isOfSuccesses: true }
      const own = await ofAddresses.begin(address)
      if (!own.count.allowed) return { count: own.count, isOfSuccesses: false }
      const begun = [own]
      attempts.set(request, begun)
      const site = siteKey(request.ip)
      const ofSite = site === undefined ? undefined : await ofSites?.begin(site)
      if (ofSite?.count.allowed) begun.push(ofSite)
      return { count: ofSite?.count.allowed === false ? ofSite.count : own.count, isOfSuccesses: false }
    },

    /** Called before the response is sent, or if there will be none. It returns the count of the address. */
    async end(
      request: FastifyRequest,
      { statusCode }: Pick<FastifyReply, 'statusCode'>,
    ): Promise<Count | undefined> {
      const begun = attempts.get(request)
      if (!begun) return undefined
      attempts.delete(request)
      const hasSucceeded = statusCode < 300
      if (hasSucceeded) await successes?.consume(clientAddress(request))
      const hasFailed = !hasSucceeded && !isUnchecked(statusCode)
      const [count] = await Promise.all(begun.map((attempt) => attempt.end(hasFailed)))
      return count
    },
  }
}
