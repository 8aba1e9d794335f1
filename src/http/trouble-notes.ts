import type { FastifyError, FastifyRequest } from 'fastify'
import { type Deed, recordDeed } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import { createBoundedMap } from '../lib/bounded-map.ts'
import { toAppError } from './error-handler.ts'
import { originOf, recordIn } from './origin.ts'

const mostRemembered = 10_000
const hour = 3_600_000

/**
 * Refusals and faults go into the audit log. A device that is refused tries again every second: of those, one an hour
 * is kept. A line that cannot be written is logged, and the answer goes out all the same.
 */
export function createTroubleNotes(ctx: Context) {
  const noted = createBoundedMap<string, number>(mostRemembered)

  function isNew(request: FastifyRequest, { action }: Deed): boolean {
    if (!request.routeOptions.config.quiet) return true
    const key = `${action} ${request.caller?.actor.id} ${request.routeOptions.url}`
    const now = ctx.now().getTime()
    if (now - (noted.get(key) ?? 0) < hour) return false
    noted.set(key, now)
    return true
  }

  return async function noteTrouble(request: FastifyRequest, error: unknown): Promise<void> {
    const deed = deedOf(request, toAppError(error as FastifyError).status)
    if (!deed || !isNew(request, deed)) return
    await recordDeed(ctx, ctx.db, originOf(request), deed).catch((reason) =>
      ctx.log.warn({ err: reason, reqId: request.id }, 'not audited'),
    )
  }
}

function deedOf(request: FastifyRequest, status: number): Deed | undefined {
  const message = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
  if (status === 403)
    return { level: 'WARNING', action: 'access.refused', message, subjectId: recordIn(request) }
  if (status === 500) return { level: 'ERROR', action: 'service.fault', message }
  return undefined
}
