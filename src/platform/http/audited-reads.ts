import type { FastifyRequest } from 'fastify'
import { recordAuditEntry } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import { anyCallerOf, isUuid } from './caller.ts'

/** The id of the record in the path of a request. */
export function recordIn(request: FastifyRequest): string | null {
  const { id } = (request.params ?? {}) as { id?: string }
  return id && isUuid(id) ? id : null
}

/** Records that a person read another person's record, or a list of records if no id is given. */
export async function auditRead(
  ctx: Context,
  request: FastifyRequest,
  subjectId?: string | null,
): Promise<void> {
  const caller = anyCallerOf(request)
  if (subjectId === caller.actor?.id) return
  await recordAuditEntry(ctx, ctx.db, caller, {
    action: subjectId ? 'record.viewed' : 'records.listed',
    message: `${request.method} ${request.routeOptions.url}`,
    subjectId: subjectId ?? recordIn(request),
  })
}
