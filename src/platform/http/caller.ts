import type { FastifyRequest } from 'fastify'
import type { AnyCaller, Caller } from '../context.ts'
import { principalOf } from './access.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** True for what the audit log can store as the id of a request or of a record. */
export const isUuid = (text: string) => uuid.test(text)

/** The caller of a route that is not public. */
export function callerOf(request: FastifyRequest): Caller {
  const { actor, sessionId } = principalOf(request)
  return { actor, sessionId, ...sourceOf(request) }
}

/** The caller of a route that may be public. */
export function anyCallerOf(request: FastifyRequest): AnyCaller {
  return { actor: request.principal?.actor ?? null, ...sourceOf(request) }
}

/** A request id that a proxy chose may be no UUID; then it is left out. */
const sourceOf = ({ ip, id }: FastifyRequest) => ({ address: ip, requestId: isUuid(id) ? id : null })
