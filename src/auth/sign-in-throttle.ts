import { createHash } from 'node:crypto'
import { type Origin, recordDeed } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { createCounter } from '../http/rate-limits.ts'
import { createBoundedMap } from '../lib/bounded-map.ts'
import { addressKey, networkKey } from '../lib/client-address.ts'
import { AppError } from '../lib/errors.ts'
import type { RedisLink } from '../redis/redis.ts'
import * as store from './sign-ins.store.ts'

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

/** So many wrong passwords for one account, from whichever new addresses, are nothing special: people forget. */
const freeFailures = 20
const failureWindow = 15 * minute
/** Beyond that, networks that have not failed yet get one try between them in so many seconds. */
const newcomerLimit = { points: 1, seconds: 5 }
const addressLifetime = 90 * day
const mostAudited = 10_000

export type SignInThrottle = ReturnType<typeof createSignInThrottle>

/**
 * The limit by address does not stop somebody with many addresses from guessing at one account. Beyond a number of wrong
 * passwords, a network whose guess was wrong has to wait until that is 15 minutes ago. The account is never locked:
 * addresses from which it was signed in to before are not concerned, and networks that have not guessed yet get one try
 * in a few seconds between them. What is refused is not checked and does not count, so that nobody can prolong it by
 * asking. Attempts that are checked at the same moment may exceed the number, by as many as can wait for their turn. It is
 * all kept by e-mail address, whether or not somebody has it: a refusal does not tell.
 */
export function createSignInThrottle(ctx: Context, redis?: RedisLink) {
  const isOff = ctx.config.rateLimits.login === undefined
  const newcomers = createCounter('login-newcomers', newcomerLimit, redis)
  const audited = createBoundedMap<string, number>(mostAudited)

  async function waitOfNewcomer(accountHash: Buffer): Promise<number> {
    const count = await newcomers?.consume(accountHash.toString('base64url'))
    return !count || count.allowed ? 0 : count.msBeforeReset
  }

  /** One line for each account and window, however many are refused. */
  async function auditRefusal(
    accountHash: Buffer,
    userId: string | undefined,
    origin: Origin,
  ): Promise<void> {
    const key = accountHash.toString('base64url')
    const now = ctx.now().getTime()
    if (now - (audited.get(key) ?? 0) < failureWindow) return
    audited.set(key, now)
    await recordDeed(ctx, ctx.db, origin, {
      level: 'WARNING',
      action: 'auth.sign_ins_throttled',
      message: 'Too many wrong passwords: sign-ins from new addresses are throttled',
      subjectId: userId ?? null,
    })
  }

  return {
    /** Throws 429, or answers whether the address is known, in which case a wrong password is not counted. */
    async admit(email: string, userId: string | undefined, origin: Origin): Promise<boolean> {
      if (isOff) return true
      const attempt = attemptOf(email, userId, origin.ip)
      const record = await store.findSignInRecord(ctx.db, attempt, limitsAt(ctx.now()))
      if (record.isKnownAddress || record.failures < freeFailures) return record.isKnownAddress
      const wait = record.lastFailureOfNetwork
        ? failureWindow - (ctx.now().getTime() - record.lastFailureOfNetwork.getTime())
        : await waitOfNewcomer(attempt.accountHash)
      if (wait <= 0) return false
      await auditRefusal(attempt.accountHash, userId, origin)
      throw tooManyAttempts(wait)
    },

    async recordFailure(email: string, userId: string | undefined, origin: Origin): Promise<void> {
      await store.insertSignInFailure(ctx.db, attemptOf(email, userId, origin.ip), ctx.now())
    },

    /** Whoever knew the password from there once may go on trying, whatever others do. */
    async rememberAddress(tx: Db, userId: string, ip: string | null): Promise<void> {
      const addressHash = hashAddress(userId, ip)
      if (addressHash) await store.upsertSignInAddress(tx, userId, addressHash, ctx.now())
    },
  }
}

/** deleteOldSignIns removes what the throttle looks at no more. */
export const deleteOldSignIns = (ctx: Context) => store.deleteOldSignIns(ctx.db, limitsAt(ctx.now()))

const limitsAt = (now: Date) => ({
  failuresSince: new Date(now.getTime() - failureWindow),
  addressesSince: new Date(now.getTime() - addressLifetime),
})

function attemptOf(email: string, userId: string | undefined, ip: string | null): store.SignInAttempt {
  return {
    userId,
    addressHash: userId === undefined ? undefined : hashAddress(userId, ip),
    accountHash: hash(email),
    network: networkKey(ip ?? '') ?? 'unknown',
  }
}

/** A text that is no address is nobody's: it is never known. */
function hashAddress(userId: string, ip: string | null): Buffer | undefined {
  const address = addressKey(ip ?? '')
  return address === undefined ? undefined : hash(`${userId} ${address}`)
}

const hash = (text: string) => createHash('sha256').update(text).digest()

/** The contract has every login that comes too often told the same. */
const tooManyAttempts = (wait: number) =>
  new AppError(429, 'Too many login attempts. Please try again in 15 minutes.', {
    retryAfter: Math.max(1, Math.ceil(wait / second)),
  })
