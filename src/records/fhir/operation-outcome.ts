import type { ErrorFormat } from '../../platform/http/error-handler.ts'
import { fhirMediaType, type Resource } from './fhir-types.ts'

/** The kinds of issues that FHIR knows, by status. */
const issueCodes: Record<number, string> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  406: 'not-supported',
  409: 'conflict',
  429: 'throttled',
  503: 'transient',
}

/** The codes of docs/errors.md. */
const codeSystem = 'urn:fallwatch:error-codes'

type Failure = Parameters<ErrorFormat['render']>[1]

/** An error as FHIR has it: an issue for each invalid parameter, or one for all. */
function operationOutcome(status: number, { error, code, details = {}, problems = [] }: Failure): Resource {
  const own = { coding: [{ system: codeSystem, code }] }
  const issue = { severity: 'error', code: issueCodes[status] ?? 'exception', details: own }
  const fields = problems.length === 0 ? [] : Object.entries(details)
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

/** Whether a path is under the base of FHIR, also if there is nothing. */
const isFhirPath = (url: string): boolean => /^\/api\/fhir(?:[/?]|$)/.test(url)

/** How errors are sent below the base of FHIR. */
export const fhirErrors: ErrorFormat = {
  isFor: isFhirPath,
  mediaType: fhirMediaType,
  render: operationOutcome,
}
