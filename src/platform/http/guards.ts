import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tooMany } from '../lib/errors.ts'
import { createKeyedLimiter } from '../lib/keyed-limiter.ts'
import { type Authenticators, enforceAccess } from './access.ts'
import { createInFlightRequests } from './in-flight-requests.ts'
import {
  countAlertRequest,
  countRequest,
  countSharedRequest,
  endLogin,
  type LimitName,
  type Limits,
} from './rate-limits.ts'
import { delayFloodingAccount } from './refusal-limits.ts'

/** Applies the global rate limit to pages and files. */
export function limitPages(scope: FastifyInstance, limits: Limits): void {
  scope.addHook('onRequest', (request, reply) => countRequest(limits, 'global', request, reply))
}

/**
 * Rate limits, authenticates and authorizes every request of the API. An account has one running request at a
 * time, so that one that requests long lists from many addresses cannot use up the database. Readings, falls, alerts and
 * long tasks have their own limits.
 */
export function guardApi(scope: FastifyInstance, limits: Limits, authenticators: Authenticators): void {
  const accounts = createKeyedLimiter({
    maxPerKey: 1,
    maxTotal: 8,
    maxQueuedPerKey: 1000,
    // A page far into a long list takes 15 ms of a core; without a pause, one account would use a whole core.
    restAfterMs: 5,
    refuse: () => tooMany('TOO_MANY_REQUESTS_AT_ONCE'),
  })

  // Alerts do not wait for other requests, but are limited so that falls keep database connections.
  const alerts = createKeyedLimiter({
    maxPerKey: 2,
    maxTotal: 4,
    maxQueuedPerKey: 100,
    refuse: () => tooMany('TOO_MANY_REQUESTS_AT_ONCE'),
  })

  const inFlight = createInFlightRequests()

  // Only on routes that hold a slot: two more hooks for each reading cost measurable time.
  scope.addHook('onRoute', (route) => {
    if (isUncounted(route.config?.limit)) return
    if (route.config?.limit === 'login')
      route.onSend = [
        ...asList(route.onSend),
        (request: FastifyRequest, reply: FastifyReply) => endLogin(limits, request, reply),
      ]
    if (!route.config?.isLongTask) route.preValidation = [takeSlot, ...asList(route.preValidation)]
    route.preHandler = [...asList(route.preHandler), inFlight.start]
    route.onSend = [...asList(route.onSend), inFlight.end]
  })

  async function admit(request: FastifyRequest, reply: FastifyReply, limit: LimitName): Promise<void> {
    const authenticate = () => enforceAccess(request, authenticators)
    if (limit === 'alerts') await countAlertRequest(limits, request, reply, authenticate)
    else if (limit === 'helpPages')
      await countSharedRequest(limits, request, reply, authenticate, 'helpPages')
    else if (limit === 'global' && limits.isShared(request))
      await countSharedRequest(limits, request, reply, authenticate)
    else await countRequest(limits, limit, request, reply).then(authenticate)
  }

  /** Once the body has arrived: a few accounts that send theirs slowly would otherwise hold all slots. */
  function takeSlot(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    if (!request.principal) {
      done()
      return
    }
    const limiter = request.routeOptions.config.limit === 'alerts' ? alerts : accounts
    limiter.acquire(request.principal.actor.id).then((release) => {
      inFlight.hold(request, reply, release)
      // Requests of clients that disconnected while queued are dropped: all of an account would run at once.
      if (!reply.raw.destroyed) done()
    }, done)
  }

  /**
   * For readings and falls, which count only if they are refused; it is synchronous if the caller is
   * cached.
   */
  function admitUncounted(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const authenticated = enforceAccess(request, authenticators)
    if (limits.floodingAccounts.size === 0) return authenticated
    return Promise.resolve(authenticated).then(() => delayFloodingAccount(limits, request, reply))
  }

  scope.addHook('onRequest', (request, reply, done) => {
    const { limit = 'global' } = request.routeOptions.config
    try {
      // Without a promise if the caller is cached: for each reading it costs measurable time.
      const admitted = isUncounted(limit) ? admitUncounted(request, reply) : admit(request, reply, limit)
      if (admitted) admitted.then(() => done(), done)
      else done()
    } catch (error) {
      done(error as Error)
    }
  })
}

function isUncounted(
  limit: LimitName | 'none' = 'global',
): limit is 'none' | 'refusedReadings' | 'refusedFalls' {
  return limit === 'none' || limit === 'refusedReadings' || limit === 'refusedFalls'
}

const asList = <T>(hooks: T | T[] | undefined): T[] =>
  hooks === undefined ? [] : Array.isArray(hooks) ? hooks : [hooks]
