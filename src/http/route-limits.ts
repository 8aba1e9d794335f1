import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config, RateLimit } from '../config.ts'
import { siteKey } from '../lib/client-address.ts'
import type { RedisLink } from '../redis/redis.ts'
import { callerOf } from './access.ts'
import { createCounter, refuseBeyondLimit, setLimitHeaders } from './rate-limits.ts'

/** An admin sets up whole institutions. */
const adminFactor = 50
/** A site is a company or a campus, too: many people may sign in from there, one after the other. */
const siteFactor = 10
const blockSeconds = 15 * 60

const tooManyLogins = 'Too many login attempts. Please try again in 15 minutes.'
const tooManyChanges = 'Too many attempts to change the password. Please try again in 15 minutes.'

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** RouteLimits are hooks of single routes, which count by something else than the client's address. */
export interface RouteLimits {
  invitations: Hook
  loginsOfSite: Hook
  passwordChanges: Hook
}

export function createRouteLimits({ rateLimits }: Config, redis?: RedisLink): RouteLimits {
  const { invitations, login } = rateLimits
  const ofAccount = createCounter('invitations', invitations, redis)
  const ofAdmin = createCounter('admin-invitations', times(invitations, adminFactor), redis)
  const ofSite = createCounter('login-site', times(login, siteFactor), redis, blockSeconds)
  const ofSession = createCounter('password', login, redis, blockSeconds)

  return {
    /** By account and whatever the answer: an invitation makes an account, and a 409 tells that somebody has one. */
    async invitations(request, reply) {
      const { id, role } = callerOf(request).actor
      const count = await (role === 'ADMIN' ? ofAdmin : ofAccount)?.consume(id)
      if (!count) return
      setLimitHeaders(reply, count)
      await refuseBeyondLimit(count, reply, 'Too many invitations. Please try again later.')
    },
    /** By the /48 of an IPv6 address: whoever holds one has 65,536 of the /64s by which addresses are counted. */
    async loginsOfSite(request, reply) {
      const site = siteKey(request.ip)
      const count = site === undefined ? undefined : await ofSite?.consume(site)
      if (count) await refuseBeyondLimit(count, reply, tooManyLogins)
    },
    /** By session: a stolen one must not be good for guessing, nor keep the owner from changing the password in another. */
    async passwordChanges(request, reply) {
      const count = await ofSession?.consume(callerOf(request).sessionId)
      if (count) await refuseBeyondLimit(count, reply, tooManyChanges)
    },
  }
}

const times = (limit: RateLimit, factor: number): RateLimit =>
  limit && { ...limit, points: limit.points * factor }
