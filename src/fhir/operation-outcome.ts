import type { FastifyReply, FastifyRequest } from 'fastify'
import { fhirMediaType, type Resource } from './fhir-types.ts'

/** The kinds of issues that FHIR knows, by status. */
const issueCodes: Record<number, string> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  429: 'throttled',
  503: 'transient',
}

interface Failure {
  success: false
  error: string
  details?: Record<string, string>
}

const isFailure = (payload: unknown): payload is Failure => (payload as Failure | null)?.success === false

/** operationOutcome is an error as FHIR has it: an issue for each invalid parameter, or one for all. */
export function operationOutcome(status: number, { error, details = {} }: Failure): Resource {
  const issue = { severity: 'error', code: issueCodes[status] ?? 'exception' }
  const fields = Object.entries(details)
  const issues =
    fields.length === 0
      ? [{ ...issue, diagnostics: error }]
      : fields.map(([field, message]) => ({
          ...issue,
          diagnostics: `${field} ${message}`,
          expression: [field],
        }))
  return { resourceType: 'OperationOutcome', issue: issues }
}

/** sendOperationOutcome converts the errors of a route; others are sent as they are. */
export async function sendOperationOutcome(
  _request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (!isFailure(payload)) return payload
  reply.type(fhirMediaType)
  return operationOutcome(reply.statusCode, payload)
}
