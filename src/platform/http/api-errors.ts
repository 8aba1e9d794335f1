import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { createRefusalAudit } from '../audit/refusal-audit.ts'
import type { Context } from '../context.ts'
import { recordIn } from './audited-reads.ts'
import { anyCallerOf } from './caller.ts'
import { sendError, toAppError } from './error-handler.ts'
import type { Limits } from './rate-limits.ts'
import { countRefusal } from './refusal-limits.ts'

/** Counts and audits the errors of the API before they are sent. */
export function handleApiErrors(scope: FastifyInstance, ctx: Context, limits: Limits): void {
  const auditRefusal = createRefusalAudit(ctx)
  scope.setErrorHandler(async (error, request, reply) => {
    const refusal = await countRefusal(limits, error, request, reply)
    const { status } = toAppError(refusal as FastifyError)
    await auditRefusal(anyCallerOf(request), status, whatOf(request))
    // Only routes for readings accept device keys.
    if (request.routeOptions.config.acceptsDeviceKey) ctx.metrics.readingsRefused(status)
    sendError(refusal, request, reply)
    return reply
  })
}

function whatOf(request: FastifyRequest) {
  const { config, url = 'unknown' } = request.routeOptions
  const isQuiet = config.quiet ?? false
  return { message: `${request.method} ${url}`, subjectId: recordIn(request), isQuiet }
}
