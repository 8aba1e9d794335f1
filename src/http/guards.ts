import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tooMany } from '../lib/errors.ts'
import { createKeyedLimiter } from '../lib/keyed-limiter.ts'
import { type Authenticators, enforceAccess } from './access.ts'
import { countAlertRequest, countRequest, holdFloodBack, type LimitName, type Limits } from './rate-limits.ts'

/** limitPages counts the requests of pages and files like those of the API. */
export function limitPages(scope: FastifyInstance, limits: Limits): void {
  scope.addHook('onRequest', (request, reply) => countRequest(limits, 'global', request, reply))
}

/** holdPlace releases a place when the request is answered, or has been cut off and is not being worked on. */
export function holdPlace({ raw }: FastifyReply, release: () => void, isBusy = () => false): void {
  // The client has hung up meanwhile.
  if (raw.destroyed) release()
  raw.once('finish', release)
  raw.once('close', () => isBusy() || release())
}

/**
 * guardApi counts every request of the API, finds out who sends it and whether they may. An account has one request
 * under way at a time: one that asks for long lists from many addresses must not take the database from everybody else.
 * Readings, falls, alerts and long tasks have bounds of their own.
 */
export function guardApi(scope: FastifyInstance, limits: Limits, authenticators: Authenticators): void {
  const accounts = createKeyedLimiter({
    maxPerKey: 1,
    maxTotal: 8,
    maxQueuedPerKey: 1000,
    // A page far into a long list takes 15 ms of a core; without a rest, one account would take all of one.
    restAfterMs: 5,
    refuse: () => tooMany('Too many requests of this account are under way'),
  })

  // Alerts wait for nothing else, but many lists at once would leave no connection to falls.
  const alerts = createKeyedLimiter({
    maxPerKey: 2,
    maxTotal: 4,
    maxQueuedPerKey: 100,
    refuse: () => tooMany('Too many requests of this account are under way'),
  })

  /** The places of requests that are held until their work is done, and whether it has begun. */
  const held = new WeakMap<FastifyRequest, { release: () => void; hasBegun: boolean }>()

  /** hold keeps a place while there is work for it: a client that hangs up does not end a query that runs. */
  function hold(request: FastifyRequest, reply: FastifyReply, release: () => void): void {
    const place = { release, hasBegun: false }
    held.set(request, place)
    holdPlace(reply, release, () => place.hasBegun)
  }

  // On the routes that hold a place alone: for each reading two more hooks would be felt.
  scope.addHook('onRoute', (route) => {
    if (isUncounted(route.config?.limit)) return
    route.preHandler = [
      ...asList(route.preHandler),
      (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
        const place = held.get(request)
        if (place) place.hasBegun = true
        done()
      },
    ]
    route.onSend = [
      ...asList(route.onSend),
      (request: FastifyRequest, _reply: FastifyReply, payload: unknown, done: OnSendDone) => {
        held.get(request)?.release()
        done(null, payload)
      },
    ]
  })

  async function admit(request: FastifyRequest, reply: FastifyReply, limit: LimitName): Promise<void> {
    const authenticate = () => enforceAccess(request, authenticators)
    if (limit === 'alerts') await countAlertRequest(limits, request, reply, authenticate)
    else await countRequest(limits, limit, request, reply).then(authenticate)
    if (request.routeOptions.config.isLongTask) return
    const places = limit === 'alerts' ? alerts : accounts
    if (request.caller) hold(request, reply, await places.acquire(request.caller.actor.id))
  }

  /** Readings and falls are not counted unless they are refused. It is through at once where the caller is remembered. */
  function admitUncounted(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const authenticated = enforceAccess(request, authenticators)
    if (limits.floodingAccounts.size === 0) return authenticated
    return Promise.resolve(authenticated).then(() => holdFloodBack(limits, request, reply))
  }

  scope.addHook('onRequest', (request, reply, done) => {
    const { limit = 'global' } = request.routeOptions.config
    try {
      // Without a promise where the caller is remembered: for each reading it would be felt.
      const isFree = isUncounted(limit)
      const admitted = isFree ? admitUncounted(request, reply) : admit(request, reply, limit)
      // Nothing is done for who hung up while waiting: all that an account had in line would run at once. Readings and
      // falls have arrived, and are dealt with.
      if (admitted) admitted.then(() => (isFree || !reply.raw.destroyed) && done(), done)
      else done()
    } catch (error) {
      done(error as Error)
    }
  })
}

type OnSendDone = (error: Error | null, payload: unknown) => void

function isUncounted(
  limit: LimitName | 'none' = 'global',
): limit is 'none' | 'refusedReadings' | 'refusedFalls' {
  return limit === 'none' || limit === 'refusedReadings' || limit === 'refusedFalls'
}

const asList = <T>(hooks: T | T[] | undefined): T[] =>
  hooks === undefined ? [] : Array.isArray(hooks) ? hooks : [hooks]
