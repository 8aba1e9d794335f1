import type { FastifyRequest } from 'fastify'
import { type Origin, recordDeed } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** originOf is what the audit log keeps of a request. An id that a client made up could hold anything. */
export function originOf(request: FastifyRequest): Origin {
  const requestId = uuid.test(request.id) ? request.id : null
  return { actorId: request.caller?.actor.id ?? null, ip: request.ip, requestId }
}

/** recordIn is the record that a request is about, by the bare id in its path. */
export function recordIn(request: FastifyRequest): string | null {
  const { id } = (request.params ?? {}) as { id?: string }
  return id && uuid.test(id) ? id : null
}

/** noteLook keeps that one person looked into the record of another; into a list of them, where no id is given. */
export async function noteLook(ctx: Context, request: FastifyRequest, subjectId?: string): Promise<void> {
  if (subjectId === request.caller?.actor.id) return
  await recordDeed(ctx, ctx.db, originOf(request), {
    action: subjectId ? 'record.viewed' : 'records.listed',
    message: `${request.method} ${request.routeOptions.url}`,
    subjectId: subjectId ?? recordIn(request),
  })
}
