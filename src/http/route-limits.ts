import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { loginBlockSeconds, tooManyLogins, tryAgainAfterBlock } from '../auth/login-lockout.ts'
import type { RateLimit } from '../config.ts'
import type { Context } from '../context.ts'
import { clientAddress, createProxyCheck, siteKey } from '../lib/client-address.ts'
import { secondsPerHour } from '../lib/duration.ts'
import type { RedisLink } from '../redis/redis.ts'
import { createCounter } from '../redis/request-counter.ts'
import { principalOf } from './access.ts'
import { refuseBeyondLimit, scaled, setLimitHeaders } from './rate-limits.ts'

/** Admins invite the people of whole institutions. */
const adminFactor = 50
/** A site may be a company or a campus, from which many people sign in. */
const siteFactor = 10

const tooManyChanges = `Too many attempts to change the password. ${tryAgainAfterBlock}`

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** RouteLimits are hooks of single routes, which count by something other than the client's address. */
export interface RouteLimits {
  invitations: Hook
  siteLogins: Hook
  sharedLogins: Hook
  passwordChanges: Hook
  notifications: Hook
}

/** Messages that people cause by adding or testing a contact; each costs a mail server or a push service something. */
const notificationLimit: RateLimit = { points: 30, seconds: secondsPerHour }

export function createRouteLimits(
  { config, now }: Pick<Context, 'config' | 'now'>,
  redis?: RedisLink,
): RouteLimits {
  const { invitations, login } = config.rateLimits
  const accountCounter = createCounter('invitations', invitations, redis)
  const adminCounter = createCounter('admin-invitations', scaled(invitations, adminFactor), redis)
  const siteCounter = createCounter('login-site', scaled(login, siteFactor), redis, loginBlockSeconds)
  const sharedCounter = createCounter('login-shared', login, redis, loginBlockSeconds)
  const isShared = createProxyCheck(config.sharedNetworks)
  const notificationCounter = createCounter('notifications', notificationLimit, redis)
  const sessionCounter = createCounter('password', login, redis, loginBlockSeconds)

  return {
    /** By account and for every status: an invitation creates an account, and a 409 reveals that there is one. */
    async invitations(request, reply) {
      const { id, role } = principalOf(request).actor
      const count = await (role === 'ADMIN' ? adminCounter : accountCounter)?.consume(id)
      if (!count) return
      setLimitHeaders(reply, count, now())
      await refuseBeyondLimit(count, reply, 'Too many invitations. Please try again later.', now())
    },
    /** By the /48 of an IPv6 address, which has 65,536 of the /64s that addresses are otherwise counted by. */
    async siteLogins(request, reply) {
      const site = siteKey(request.ip)
      const count = site === undefined ? undefined : await siteCounter?.consume(site)
      if (count) await refuseBeyondLimit(count, reply, tooManyLogins, now())
    },
    /** By account and address, in networks where many people share an address. After validation, which finds the account. */
    async sharedLogins(request, reply) {
      if (!isShared(request.ip)) return
      const { email } = request.body as { email: string }
      const account = createHash('sha256').update(email).digest('base64url')
      const count = await sharedCounter?.consume(`${clientAddress(request)} ${account}`)
      if (!count) return
      setLimitHeaders(reply, count, now())
      await refuseBeyondLimit(count, reply, tooManyLogins, now())
    },
    /** By session: a stolen one must not allow guessing, nor keep the owner from changing the password in another. */
    async passwordChanges(request, reply) {
      const count = await sessionCounter?.consume(principalOf(request).sessionId)
      if (count) await refuseBeyondLimit(count, reply, tooManyChanges, now())
    },
    async notifications(request, reply) {
      const count = await notificationCounter?.consume(principalOf(request).actor.id)
      if (count) await refuseBeyondLimit(count, reply, 'Too many messages. Please try again later.', now())
    },
  }
}
