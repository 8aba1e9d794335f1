import { createHash } from 'node:crypto'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { AnyCaller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { createBoundedMap } from '../../platform/lib/bounded-map.ts'
import { addressKey, networkKey } from '../../platform/lib/client-address.ts'
import { msPerDay, msPerSecond } from '../../platform/lib/duration.ts'
import { loginBlockSeconds, tooManyLogins } from '../../platform/login-lockout.ts'
import type { RedisLink } from '../../platform/redis/redis.ts'
import { createCounter } from '../../platform/redis/request-counter.ts'
import * as store from './login-attempts.store.ts'

/** Wrong passwords for one account, from any new addresses, before the throttle applies. */
const maxFreeFailures = 20
const failureWindowMs = loginBlockSeconds * msPerSecond
/** Beyond that, networks that have not failed yet share one attempt in this time. */
const newNetworkLimit = { points: 1, seconds: 5 }
const addressLifetimeMs = 90 * msPerDay
const maxAudited = 10_000

export type SignInThrottle = ReturnType<typeof createSignInThrottle>

/**
 * The rate limit by address does not stop an attacker with many addresses from guessing the password of one account.
 * Beyond a number of wrong passwords, a network that has sent one must wait until that was 15 minutes ago. The account is
 * never locked: addresses from which it was signed in to before are exempt, and all other networks share one attempt
 * every few seconds. Refused attempts are not checked and not counted, so that nobody can prolong the throttling.
 * Concurrent attempts may exceed the number by as many as the concurrency limiter queues. Failures are stored by e-mail
 * address whether or not there is an account, so that a refusal does not reveal one.
 */
export function createSignInThrottle(ctx: Context, redis?: RedisLink) {
  const isOff = ctx.config.rateLimits.login === undefined
  const newNetworks = createCounter('login-newcomers', newNetworkLimit, redis)
  const audited = createBoundedMap<string, number>(maxAudited)

  async function newNetworkWaitMs(accountHash: Buffer): Promise<number> {
    const count = await newNetworks?.consume(accountHash.toString('base64url'))
    return !count || count.allowed ? 0 : count.msBeforeReset
  }

  /** Writes one audit entry per account and window. */
  async function auditRefusal(
    caller: AnyCaller,
    accountHash: Buffer,
    userId: string | undefined,
  ): Promise<void> {
    const key = accountHash.toString('base64url')
    const now = ctx.now().getTime()
    if (now - (audited.get(key) ?? 0) < failureWindowMs) return
    audited.set(key, now)
    await recordAuditEntry(ctx, ctx.db, caller, {
      level: 'WARNING',
      action: 'auth.sign_ins_throttled',
      message: 'Too many wrong passwords: sign-ins from new addresses are throttled',
      subjectId: userId ?? null,
    })
  }

  return {
    /** Throws 429, or returns whether the address is known; then a wrong password is not counted. */
    async admit(caller: AnyCaller, email: string, userId: string | undefined): Promise<boolean> {
      if (isOff) return true
      const attempt = attemptOf(caller, email, userId)
      const record = await store.findSignInRecord(ctx.db, attempt, limitsAt(ctx.now()))
      if (record.isKnownAddress || record.failures < maxFreeFailures) return record.isKnownAddress
      const waitMs = record.lastFailureOfNetwork
        ? failureWindowMs - (ctx.now().getTime() - record.lastFailureOfNetwork.getTime())
        : await newNetworkWaitMs(attempt.accountHash)
      if (waitMs <= 0) return false
      await auditRefusal(caller, attempt.accountHash, userId)
      throw tooManyAttempts(waitMs)
    },

    async isKnownAddress(caller: AnyCaller, email: string, userId: string | undefined): Promise<boolean> {
      const attempt = attemptOf(caller, email, userId)
      return (await store.findSignInRecord(ctx.db, attempt, limitsAt(ctx.now()))).isKnownAddress
    },

    async recordFailure(caller: AnyCaller, email: string, userId: string | undefined): Promise<void> {
      await store.insertSignInFailure(ctx.db, attemptOf(caller, email, userId), ctx.now())
    },

    /** Exempts an address from which somebody has signed in. */
    async rememberAddress(tx: Db, { address }: AnyCaller, userId: string): Promise<void> {
      const addressHash = hashAddress(userId, address)
      if (addressHash) await store.upsertSignInAddress(tx, userId, addressHash, ctx.now())
    },
  }
}

/** Deletes records that the throttle no longer uses. */
export const deleteOldSignIns = (ctx: Context) => store.deleteOldSignIns(ctx.db, limitsAt(ctx.now()))

const limitsAt = (now: Date) => ({
  failuresSince: new Date(now.getTime() - failureWindowMs),
  addressesSince: new Date(now.getTime() - addressLifetimeMs),
})

function attemptOf({ address }: AnyCaller, email: string, userId: string | undefined): store.SignInAttempt {
  return {
    userId,
    addressHash: userId === undefined ? undefined : hashAddress(userId, address),
    accountHash: hash(email),
    network: networkKey(address ?? '') ?? 'unknown',
  }
}

/** Undefined for a text that is no address; such an address is never known. */
function hashAddress(userId: string, address: string | null): Buffer | undefined {
  const key = addressKey(address ?? '')
  return key === undefined ? undefined : hash(`${userId} ${key}`)
}

const hash = (text: string) => createHash('sha256').update(text).digest()

/** The message is the same as that of the rate limit by address, as the API contract requires. */
const tooManyAttempts = (waitMs: number) =>
  tooManyLogins({ retryAfter: Math.max(1, Math.ceil(waitMs / msPerSecond)) })
