import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimit } from '../../platform/config.ts'
import type { Context } from '../../platform/context.ts'
import { refuseBeyondLimit } from '../../platform/http/rate-limits.ts'
import { clientAddress } from '../../platform/lib/client-address.ts'
import { secondsPerMinute } from '../../platform/lib/duration.ts'
import { refusal, type Wait } from '../../platform/lib/errors.ts'
import type { RedisLink } from '../../platform/redis/redis.ts'
import { createCounter } from '../../platform/redis/request-counter.ts'
import { intakeTokenPrefix } from '../../platform/token-prefixes.ts'
import { findIntakeSource, hashOf } from './intake-sources.service.ts'
import { type IntakeSource, listSecretHashes } from './intake-sources.store.ts'
import { createKnownSecrets } from './known-secrets.ts'
import { createNearbyBook, type NearbyBook } from './nearby.service.ts'
import { createReceiver, type IntakeParts, type ReceiveMessage } from './receive-message.ts'

/** What takes messages of others, from the broker and at webhooks. */
export interface Intake {
  ctx: Context
  nearby: NearbyBook
  receive: ReceiveMessage
  /** Finds the source of a webhook before its body is read, and refuses beyond the limits. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>
  sourceOf(request: FastifyRequest): IntakeSource
  /** Null without a broker. */
  isBrokerUp(): boolean | null
  setBroker(broker: { readonly isUp: boolean }): void
  close(): Promise<void>
}

/** A LoRaWAN server sends for all devices of a house, a phone every second. */
const sourceLimit: RateLimit = { points: 1200, seconds: secondsPerMinute }
/** Of those who know no secret, from one address. */
const addressLimit: RateLimit = { points: 6000, seconds: secondsPerMinute }
/** Secrets are not guessed; this keeps somebody who tries from costing a look-up each time. */
const unknownLimit: RateLimit = { points: 60, seconds: secondsPerMinute }

const slowDown = (wait: Wait) => refusal('RATE_LIMITED', undefined, wait)

const secretPattern = new RegExp(`^${intakeTokenPrefix}[\\w-]{43}$`)

export function createIntake(parts: Omit<IntakeParts, 'nearby'> & { redis?: RedisLink | undefined }): Intake {
  const { ctx, redis } = parts
  const isLimited = ctx.config.rateLimits.global !== undefined
  const counterOf = (name: string, limit: RateLimit) =>
    isLimited ? createCounter(name, limit, redis) : undefined
  const ofSource = counterOf('intake-sources', sourceLimit)
  const ofAddress = counterOf('intake-addresses', addressLimit)
  const unknown = counterOf('intake-unknown', unknownLimit)
  const nearby = createNearbyBook(ctx)
  const known = createKnownSecrets(() => listSecretHashes(ctx.db))
  const sources = new WeakMap<FastifyRequest, IntakeSource>()
  let broker: { readonly isUp: boolean } | undefined

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { secret } = request.params as { secret: string }
    const address = clientAddress(request)
    const hash = secretPattern.test(secret) ? hashOf(secret) : undefined
    if (!hash || !(await known.has(hash))) {
      // Others at that address, who know no secret, take nothing from those who do.
      const byAddress = await ofAddress?.consume(address)
      if (byAddress) await refuseBeyondLimit(byAddress, reply, slowDown, ctx.now())
    }
    if (hash) {
      // By the secret, before it is looked up: a flood of one source costs no statement.
      const bySource = await ofSource?.consume(hash.toString('base64url'))
      if (bySource) await refuseBeyondLimit(bySource, reply, slowDown, ctx.now())
      const source = await findIntakeSource(ctx, secret)
      if (source) return void sources.set(request, source)
    }
    const miss = await unknown?.consume(address)
    if (miss) await refuseBeyondLimit(miss, reply, slowDown, ctx.now())
    throw refusal('NOT_FOUND')
  }

  return {
    ctx,
    nearby,
    receive: createReceiver({ ...parts, nearby }),
    admit,
    sourceOf(request) {
      const source = sources.get(request)
      if (!source) throw refusal('NOT_FOUND')
      return source
    },
    isBrokerUp: () => broker?.isUp ?? null,
    setBroker(opened) {
      broker = opened
    },
    close: nearby.close,
  }
}
