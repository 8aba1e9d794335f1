import { type DetailsOf, type ErrorCode, errorCodes } from './error-codes.ts'
import { type FieldProblem, problemOf } from './field-messages.ts'

/** The messages of a 400, by field name. */
export type FieldMessages = Record<string, string>

/** An error response: a status, a code, and its text; with invalid fields, their messages and problems. */
export class AppError extends Error {
  readonly status: number
  readonly code: ErrorCode
  /** The values in the text, or the messages of invalid fields. */
  readonly details: Record<string, string | number> | undefined
  /** What is wrong with each invalid field, as data. */
  readonly problems: readonly FieldProblem[] | undefined
  /** Seconds the caller should wait; sent as Retry-After. */
  readonly retryAfter: number | undefined
  /** Further fields of the response body. */
  readonly extraFields: Record<string, unknown> | undefined

  /** Call refusal instead, which takes the status and the text of the code. */
  constructor(status: number, code: ErrorCode, message: string, extra: ErrorParts) {
    super(message, { cause: extra.cause })
    this.status = status
    this.code = code
    this.details = extra.fields ?? extra.details
    this.problems = extra.problems ?? (extra.fields && problemsOf(extra.fields))
    this.retryAfter = extra.retryAfter
    this.extraFields = extra.extraFields
  }
}

/** How long the caller of a 429 or 503 should wait. */
export type Wait = Pick<ErrorParts, 'retryAfter' | 'extraFields'>

interface ErrorParts {
  details?: Record<string, string | number> | undefined
  fields?: FieldMessages
  problems?: readonly FieldProblem[]
  retryAfter?: number
  extraFields?: Record<string, unknown>
  cause?: unknown
}

const problemsOf = (fields: FieldMessages) =>
  Object.entries(fields).map(([field, message]) => ({ field, ...problemOf(message) }))

/** The error response with a code of `errorCodes`, with the details that its text needs. */
export function refusal<Code extends ErrorCode>(
  code: Code,
  ...[details, extra = {}]: undefined extends DetailsOf<Code>
    ? [details?: undefined, extra?: Omit<ErrorParts, 'details'>]
    : [details: DetailsOf<Code>, extra?: Omit<ErrorParts, 'details'>]
): AppError {
  const [status, text]: readonly [number, string | ((details: never) => string)] = errorCodes[code]
  const message = typeof text === 'string' ? text : text(details as never)
  return new AppError(status, code, message, { ...extra, details: details as ErrorParts['details'] })
}

/** The 400 of a request with invalid fields. Each message is one of `fieldMessage`. */
export const invalidFields = (fields: FieldMessages) => refusal('INVALID_FIELDS', {}, { fields })

type CodeOf<Status extends number> = {
  [Code in ErrorCode]: (typeof errorCodes)[Code] extends readonly [Status, string] ? Code : never
}[ErrorCode]

/** The 429 of a caller with too many concurrent requests. */
export const tooMany = (code: CodeOf<429>) =>
  refusal(code as 'RATE_LIMITED', undefined, { retryAfter: 1, extraFields: { retryAfter: 1000 } })

export const unavailable = (code: CodeOf<503> = 'UNAVAILABLE', cause?: unknown) =>
  refusal(code as 'UNAVAILABLE', undefined, { retryAfter: 1, cause })

/** Ends startup with a message for the terminal, without a stack trace. */
export class StartError extends Error {}
