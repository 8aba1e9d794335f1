/** The messages of a 400, by field name. */
export type FieldMessages = Record<string, string>

/** AppError is an error response: a status, a message, and messages by field. */
export class AppError extends Error {
  readonly status: number
  readonly details: FieldMessages | undefined
  /** Seconds the caller should wait; sent as Retry-After. */
  readonly retryAfter: number | undefined
  /** Further fields of the response body. */
  readonly extraFields: Record<string, unknown> | undefined

  constructor(
    status: number,
    message: string,
    extra: {
      details?: FieldMessages
      retryAfter?: number
      extraFields?: Record<string, unknown>
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: extra.cause })
    this.status = status
    this.details = extra.details
    this.retryAfter = extra.retryAfter
    this.extraFields = extra.extraFields
  }
}

export const badRequest = (message: string, details?: FieldMessages) =>
  new AppError(400, message, details && { details })

/** invalidFields is the 400 of a request with invalid fields. */
export const invalidFields = (details: FieldMessages) => badRequest('Validation failed', details)

export const unauthorized = (message = 'Invalid or expired token') => new AppError(401, message)
export const forbidden = (message = 'Insufficient permissions') => new AppError(403, message)
export const notFound = (message = 'Resource not found') => new AppError(404, message)
export const conflict = (message: string) => new AppError(409, message)

/** tooMany is the 429 of a caller with too many concurrent requests. */
export const tooMany = (message: string) =>
  new AppError(429, message, { retryAfter: 1, extraFields: { retryAfter: 1000 } })

export const unavailable = (message = 'Service temporarily unavailable', cause?: unknown) =>
  new AppError(503, message, { retryAfter: 1, cause })

/** StartError ends startup with a message for the terminal, without a stack trace. */
export class StartError extends Error {}
