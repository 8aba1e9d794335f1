/** The messages of a 400, by field name. */
export type FieldMessages = Record<string, string>

/** AppError is every failure the caller is told about: a status, a sentence, and what is wrong with which field. */
export class AppError extends Error {
  readonly status: number
  readonly details: FieldMessages | undefined
  /** Seconds the caller should wait; sent as Retry-After. */
  readonly retryAfter: number | undefined
  /** What the error's answer carries beside the message. */
  readonly beside: Record<string, unknown> | undefined

  constructor(
    status: number,
    message: string,
    extra: {
      details?: FieldMessages
      retryAfter?: number
      beside?: Record<string, unknown>
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: extra.cause })
    this.status = status
    this.details = extra.details
    this.retryAfter = extra.retryAfter
    this.beside = extra.beside
  }
}

export const badRequest = (message: string, details?: FieldMessages) =>
  new AppError(400, message, details && { details })

/** invalidFields is the 400 of a request whose fields do not fit, whoever noticed it. */
export const invalidFields = (details: FieldMessages) => badRequest('Validation failed', details)

export const unauthorized = (message = 'Invalid or expired token') => new AppError(401, message)
export const forbidden = (message = 'Insufficient permissions') => new AppError(403, message)
export const notFound = (message = 'Resource not found') => new AppError(404, message)
export const conflict = (message: string) => new AppError(409, message)

/** tooMany is the 429 of a caller who has more under way than others could bear. */
export const tooMany = (message: string) =>
  new AppError(429, message, { retryAfter: 1, beside: { retryAfter: 1000 } })

export const unavailable = (message = 'Service temporarily unavailable', cause?: unknown) =>
  new AppError(503, message, { retryAfter: 1, cause })

/** StartError stops the start with one sentence for the person at the terminal, and no stack. */
export class StartError extends Error {}
