import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimit } from '../config.ts'
import type { Context } from '../context.ts'
import { clientAddress, createProxyCheck, siteKey } from '../lib/client-address.ts'
import { secondsPerHour } from '../lib/duration.ts'
import { refusal, type Wait } from '../lib/errors.ts'
import { loginBlockSeconds, tooManyLogins, tooManyPasswordChanges } from '../login-lockout.ts'
import type { RedisLink } from '../redis/redis.ts'
import { createCounter } from '../redis/request-counter.ts'
import { principalOf } from './access.ts'
import { refuseBeyondLimit, scaled, setLimitHeaders, sharedFactor } from './rate-limits.ts'
import { createSharedLogins, type SharedLogins } from './shared-logins.ts'

/** Admins invite the people of whole institutions. */
const adminFactor = 50

const tooManyInvitations = (wait: Wait) => refusal('TOO_MANY_INVITATIONS', undefined, wait)
const slowDown = (wait: Wait) => refusal('RATE_LIMITED', undefined, wait)
const tooManyMessages = (wait: Wait) => refusal('TOO_MANY_MESSAGES', undefined, wait)

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Hooks of single routes, which count by something other than the client's address. */
export interface RouteLimits {
  invitations: Hook
  stationSignIns: Hook
  sharedLogins: SharedLogins
  passwordChanges: Hook
  notifications: Hook
  helpPages: Hook
}

/** Messages that people cause by adding or testing a contact; each costs a mail server or a push service something. */
const notificationLimit: RateLimit = { points: 30, seconds: secondsPerHour }

/** More browsers than a patient allows to call for help within an hour; each takes the place of another in the end. */
const helpPageLimit = { points: 20, seconds: secondsPerHour }

export function createRouteLimits(
  { config, now }: Pick<Context, 'config' | 'now'>,
  redis?: RedisLink,
): RouteLimits {
  const { global, invitations, login } = config.rateLimits
  const accountCounter = createCounter('invitations', invitations, redis)
  const adminCounter = createCounter('admin-invitations', scaled(invitations, adminFactor), redis)
  const stationCounter = createCounter(
    'station-shared',
    scaled(login, sharedFactor),
    redis,
    loginBlockSeconds,
  )
  const isShared = createProxyCheck(config.sharedNetworks)
  const notificationCounter = createCounter('notifications', notificationLimit, redis)
  const helpPageCounter = createCounter('help-page-credentials', global && helpPageLimit, redis)
  const sessionCounter = createCounter('password', login, redis, loginBlockSeconds)

  return {
    /** By account and for every status: an invitation creates an account, and a 409 reveals that there is one. */
    async invitations(request, reply) {
      const { id, role } = principalOf(request).actor
      const count = await (role === 'ADMIN' ? adminCounter : accountCounter)?.consume(id)
      if (!count) return
      setLimitHeaders(reply, count, now())
      await refuseBeyondLimit(count, reply, tooManyInvitations, now())
    },
    /** By address where many share one, and more than elsewhere: a code is guessed from it, not for an account. */
    async stationSignIns(request, reply) {
      const count = isShared(request.ip) ? await stationCounter?.consume(addressOf(request)) : undefined
      if (!count) return
      setLimitHeaders(reply, count, now())
      await refuseBeyondLimit(count, reply, tooManyLogins, now())
    },
    sharedLogins: createSharedLogins({ config, now }, isShared, redis),
    /** By session: a stolen one must not allow guessing, nor keep the owner from changing the password in another. */
    async passwordChanges(request, reply) {
      const count = await sessionCounter?.consume(principalOf(request).sessionId)
      if (count) await refuseBeyondLimit(count, reply, tooManyPasswordChanges, now())
    },
    async notifications(request, reply) {
      const count = await notificationCounter?.consume(principalOf(request).actor.id)
      if (count) await refuseBeyondLimit(count, reply, tooManyMessages, now())
    },
    async helpPages(request, reply) {
      const count = await helpPageCounter?.consume(principalOf(request).actor.id)
      if (count) await refuseBeyondLimit(count, reply, slowDown, now())
    },
  }
}

/** The /48 of an IPv6 address, which has 65,536 of the /64s that addresses are otherwise counted by. */
const addressOf = (request: FastifyRequest) => siteKey(request.ip) ?? clientAddress(request)
