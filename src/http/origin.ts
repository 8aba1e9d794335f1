import type { FastifyRequest } from 'fastify'
import { type Origin, recordAuditEntry } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** originOf is what the audit log contains of a request; a request id that is no UUID is left out. */
export function originOf(request: FastifyRequest): Origin {
  const requestId = uuid.test(request.id) ? request.id : null
  return { actorId: request.caller?.actor.id ?? null, ip: request.ip, requestId }
}

/** recordIn is the id of the record in the path of a request. */
export function recordIn(request: FastifyRequest): string | null {
  const { id } = (request.params ?? {}) as { id?: string }
  return id && uuid.test(id) ? id : null
}

/** auditRead records that a person read another person's record, or a list of records if no id is given. */
export async function auditRead(ctx: Context, request: FastifyRequest, subjectId?: string): Promise<void> {
  if (subjectId === request.caller?.actor.id) return
  await recordAuditEntry(ctx, ctx.db, originOf(request), {
    action: subjectId ? 'record.viewed' : 'records.listed',
    message: `${request.method} ${request.routeOptions.url}`,
    subjectId: subjectId ?? recordIn(request),
  })
}
