import type { FastifyError, FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { createErrorAudit } from './audited-errors.ts'
import { sendError, toAppError } from './error-handler.ts'
import type { Limits } from './rate-limits.ts'
import { countRefusal } from './refusal-limits.ts'

/** handleApiErrors counts and audits the errors of the API before they are sent. */
export function handleApiErrors(scope: FastifyInstance, ctx: Context, limits: Limits): void {
  const auditError = createErrorAudit(ctx)
  scope.setErrorHandler(async (error, request, reply) => {
    const refusal = await countRefusal(limits, error, request, reply)
    await auditError(request, refusal)
    // Only routes for readings accept device keys.
    const isReading = request.routeOptions.config.acceptsDeviceKey
    if (isReading) ctx.metrics.readingsRefused(toAppError(refusal as FastifyError).status)
    sendError(refusal, request, reply)
    return reply
  })
}
