import type { FastifyRequest } from 'fastify'
import { type Origin, recordDeed } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'

/** originOf is what the audit log keeps of a request. */
export function originOf(request: FastifyRequest): Origin {
  return { actorId: request.caller?.actor.id ?? null, ip: request.ip, requestId: request.id }
}

/** noteLook keeps that one person looked into the record of another; into a list of them, where no id is given. */
export async function noteLook(ctx: Context, request: FastifyRequest, subjectId?: string): Promise<void> {
  if (subjectId === request.caller?.actor.id) return
  await recordDeed(ctx, ctx.db, originOf(request), {
    action: subjectId ? 'record.viewed' : 'records.listed',
    message: `${request.method} ${request.routeOptions.url}`,
    subjectId: subjectId ?? null,
  })
}
