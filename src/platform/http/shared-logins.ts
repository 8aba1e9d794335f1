import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { clientAddress, siteKey } from '../lib/client-address.ts'
import { loginBlockSeconds, tooManyLogins } from '../login-lockout.ts'
import type { RedisLink } from '../redis/redis.ts'
import { type Counted, createCounter } from '../redis/request-counter.ts'
import { refuseBeyondLimit, scaled, setLimitHeaders, sharedFactor } from './rate-limits.ts'

/** The account that somebody signs in to, whether or not it exists. */
export interface TriedAccount {
  /** The same for the e-mail address and the sign-in name of an account. */
  key: string
  /** Whether it was signed in to from this address before. */
  isKnown(): Promise<boolean>
}

/** The hooks of logins from networks in which many people share an address. */
export interface SharedLogins {
  /** After validation. */
  count(request: FastifyRequest, reply: FastifyReply, findAccount: () => Promise<TriedAccount>): Promise<void>
  /** Before the response is sent. */
  refund(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

interface Attempt {
  ofAccount: Counted
  ofAddress: Counted
}

/**
 * Counts failed logins by account and address. To stop somebody who tries a password on many accounts, it
 * also counts them by address, or by the /48 of an IPv6 address. Beyond that limit, accounts that were signed in to from the
 * address before are still admitted: nobody can lock out the people of a home by guessing.
 *
 * An attempt counts when it begins, so that many at once cannot exceed a limit, and is refunded unless the password was
 * wrong.
 */
export function createSharedLogins(
  { config, now }: Pick<Context, 'config' | 'now'>,
  isShared: (address: string) => boolean,
  redis?: RedisLink,
): SharedLogins {
  const { login } = config.rateLimits
  const ofAccounts = createCounter('login-shared', login, redis, loginBlockSeconds)
  const ofAddresses = createCounter('shared-logins', scaled(login, sharedFactor), redis, loginBlockSeconds)
  const attempts = new WeakMap<FastifyRequest, Attempt>()

  return {
    async count(request, reply, findAccount) {
      if (!ofAccounts || !ofAddresses || !isShared(request.ip)) return
      const { key, isKnown } = await findAccount()
      const address = siteKey(request.ip) ?? clientAddress(request)
      const account = `${clientAddress(request)} ${createHash('sha256').update(key).digest('base64url')}`
      const count = await ofAccounts.consume(account)
      setLimitHeaders(reply, count, now())
      await refuseBeyondLimit(count, reply, tooManyLogins, now())
      const all = await ofAddresses.consume(address)
      if (!all.allowed && !(await isKnown())) await refuseBeyondLimit(all, reply, tooManyLogins, now())
      attempts.set(request, { ofAccount: count, ofAddress: all })
    },

    async refund(request, reply) {
      const attempt = attempts.get(request)
      if (!attempt || reply.statusCode === 401) return
      const { ofAccount, ofAddress } = attempt
      await Promise.all([ofAccount.refund(), ofAddress.refund()])
      setLimitHeaders(reply, { ...ofAccount, remaining: ofAccount.remaining + 1 }, now())
    },
  }
}
