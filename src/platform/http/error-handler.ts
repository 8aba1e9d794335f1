import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorCodes } from '../lib/error-codes.ts'
import { AppError, refusal } from '../lib/errors.ts'
import { type Likeness, likeness } from '../lib/repeated-lines.ts'
import { failure } from './envelope.ts'

/** How errors are sent below a path whose clients do not know the envelope of the API. */
export interface ErrorFormat {
  isFor(url: string): boolean
  mediaType: string
  render(status: number, body: ReturnType<typeof failure>): object
}

declare module 'fastify' {
  interface FastifyInstance {
    errorFormats?: readonly ErrorFormat[]
  }
}

/**
 * Sends every error response in the envelope of the API, or in one of the formats. What to do about unknown
 * paths, serveConsole says.
 */
export function handleErrors(app: FastifyInstance, formats: readonly ErrorFormat[] = []): void {
  app.decorate('errorFormats', formats)
  app.setErrorHandler(sendError)
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toAppError(error as FastifyError | AppError)
  if (known.status >= 500) {
    // A fault of one route must not hide that of another.
    const like: Likeness = { text: `${request.method} ${request.routeOptions.url ?? 'unknown'}` }
    const level = known.status === 503 ? 'warn' : 'error'
    request.log[level]({ reqId: request.id, err: error, [likeness]: like }, known.message)
  }
  // The id finds the request in the log; successful responses to readings do not have it.
  reply.header('x-request-id', request.id)
  if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter)
  closeUnlessDiscardable(request, reply, known.status)
  const body = { ...failure(known), ...known.extraFields }
  reply.code(known.status)
  const format = request.server.errorFormats?.find(({ isFor }) => isFor(request.url))
  // Serialized here, because the schema of a response to an error is that of the envelope.
  if (format) reply.type(format.mediaType).send(JSON.stringify(format.render(known.status, body)))
  else reply.send(body)
}

/** The size of a batch, the largest legitimate body. */
const maxDiscardedBytes = 1024 * 1024

/**
 * Lets the rest of a refused request's body be read and discarded, if it is small: closing the
 * connection while it arrives would reset it, and the client might never see the response; nginx turns that into a 502. A
 * body of unknown length could continue for as long as a request may take, so its connection is closed.
 */
function closeUnlessDiscardable(request: FastifyRequest, reply: FastifyReply, status: number): void {
  const isDiscarded = Number(request.headers['content-length']) <= maxDiscardedBytes
  // The framework closes the connection after every 413.
  if (isDiscarded && status === 413) reply.removeHeader('connection')
  else if (!isDiscarded && request.raw.complete === false) reply.header('connection', 'close')
}

/** A code whose text has no details. */
type PlainCode = 'BODY_TOO_LARGE' | 'CONTENT_LENGTH_MISMATCH' | 'NOT_JSON' | 'INVALID_URL' | 'BAD_REQUEST'

const frameworkErrors: Record<string, PlainCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'CONTENT_LENGTH_MISMATCH',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'NOT_JSON',
  FST_ERR_BAD_URL: 'INVALID_URL',
}

/** Converts an error into the response to it. */
export function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error
  if (error.code === 'ECONNRESET') return refusal('REQUEST_CUT_OFF')
  const status = error.statusCode ?? 500
  // The explorer's files: a path outside their folder does not exist.
  if (status === 403 || status === 404) return refusal('NOT_FOUND')
  // Only what the framework says about bad requests is passed on; others could reveal internals.
  if (status < 400 || status >= 500 || !error.code?.startsWith('FST_')) return refusal('INTERNAL_ERROR')
  const code = frameworkErrors[error.code] ?? 'BAD_REQUEST'
  const [ownStatus, text] = errorCodes[code]
  // A status of the framework that none of these codes has stays what it is.
  return ownStatus === status ? refusal(code) : new AppError(status, code, text, {})
}
