import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, notFound } from '../lib/errors.ts'
import { failure } from './envelope.ts'

/** Every answer that is not a success leaves through here, in the envelope of the API. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(failure('Resource not found')))
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toAppError(error as FastifyError | AppError)
  if (known.status >= 500) {
    request.log[known.status === 503 ? 'warn' : 'error']({ reqId: request.id, err: error }, known.message)
  }
  // So that it can be found in the log; an answer to a reading has it only here.
  reply.header('x-request-id', request.id)
  if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter)
  closeUnlessDiscardable(request, reply, known.status)
  reply.code(known.status).send({ ...failure(known.message, known.details), ...known.beside })
}

/** The size of a batch, the largest body that a client can mean well with. */
const largestDiscardedBody = 1024 * 1024

/**
 * What is left of a body when its request is refused is read and discarded, up to a size that was announced: closing
 * the connection while it arrives would reset it, and the client might never see the answer; nginx makes a 502 of it. A
 * body of unknown length could go on for as long as a request may, in pieces of one byte.
 */
function closeUnlessDiscardable(request: FastifyRequest, reply: FastifyReply, status: number): void {
  const isDiscarded = Number(request.headers['content-length']) <= largestDiscardedBody
  // The framework closes the connection after every 413.
  if (isDiscarded && status === 413) reply.removeHeader('connection')
  else if (!isDiscarded && request.raw.complete === false) reply.header('connection', 'close')
}

const frameworkMessages: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body does not match its Content-Length',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Content-Type must be application/json',
  FST_ERR_BAD_URL: 'The address is not valid',
}

/** toAppError is the answer that an error becomes. */
export function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error
  if (error.code === 'ECONNRESET') return new AppError(400, 'The request was cut off')
  const status = error.statusCode ?? 500
  // The explorer's files: a path that leads out of their folder is one that does not exist.
  if (status === 403 || status === 404) return notFound()
  // Only what the framework says of a bad request may be repeated; anything else could tell of our insides.
  if (status < 400 || status >= 500 || !error.code?.startsWith('FST_'))
    return new AppError(500, 'Internal server error')
  return new AppError(status, frameworkMessages[error.code] ?? 'The request is not valid')
}
