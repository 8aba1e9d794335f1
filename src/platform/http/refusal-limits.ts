import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientAddress } from '../lib/client-address.ts'
import { msPerMinute } from '../lib/duration.ts'
import { countRequest, type Limits } from './rate-limits.ts'
import { delayResponse, isFlood } from './response-delay.ts'

const floodDurationMs = msPerMinute

/** Never refuses, since an unknown path is always 404, but delays floods. */
export async function countUnknownPath(limits: Limits, request: FastifyRequest, reply: FastifyReply) {
  const count = await limits.unknownPaths?.consume(clientAddress(request))
  if (!count || !isFlood(count)) return
  await delayResponse(reply)
}

/**
 * Counts a refused reading or fall; accepted ones are not counted. Beyond the limit of the address, the
 * refusal of a reading becomes 429; falls are never limited, only delayed.
 */
export async function countRefusal(
  limits: Limits,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { status, statusCode } = error as { status?: number; statusCode?: number }
  const isOurFault = (status ?? statusCode ?? 500) >= 500
  const { limit } = request.routeOptions.config
  if (isOurFault || (limit !== 'refusedReadings' && limit !== 'refusedFalls')) return error
  await countAccountRefusal(limits, request)
  if (limit === 'refusedFalls') {
    const count = await limits.refusedFalls?.consume(clientAddress(request))
    if (count && isFlood(count)) await delayResponse(reply)
    return error
  }
  // At a shared address, a wearable that was set up wrongly is counted by its key.
  const key = limits.isShared(request) ? request.principal?.sessionId : undefined
  const refusal = await countRequest(limits, 'refusedReadings', request, reply, key).catch((reason) => reason)
  // A device that is too early gets its own retryAfter, whatever other devices of the address did.
  return status === 429 ? error : (refusal ?? error)
}

async function countAccountRefusal(limits: Limits, { principal }: FastifyRequest): Promise<void> {
  if (!principal) return
  const count = await limits.accountRefusals?.consume(principal.actor.id)
  if (count && isFlood(count))
    limits.floodingAccounts.set(principal.actor.id, performance.now() + floodDurationMs)
}

/** Delays a flooding account before the body is read, which may cost more than the refusal. */
export async function delayFloodingAccount(
  limits: Limits,
  { principal }: FastifyRequest,
  reply: FastifyReply,
) {
  const until = principal && limits.floodingAccounts.get(principal.actor.id)
  if (!until) return
  if (performance.now() > until) limits.floodingAccounts.delete(principal.actor.id)
  else await delayResponse(reply)
}
