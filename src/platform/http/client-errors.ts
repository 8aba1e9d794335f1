import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type AppError, refusal } from '../lib/errors.ts'
import { failure } from './envelope.ts'

const responses: Record<string, AppError> = {
  HPE_HEADER_OVERFLOW: refusal('HEADERS_TOO_LARGE'),
  ERR_HTTP_REQUEST_TIMEOUT: refusal('REQUEST_TIMEOUT'),
}

const notHttp = refusal('INVALID_HTTP')

/** Responds on a socket whose data could not be parsed as a request. */
export function respondToClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  respondOnSocket(socket, responses[error.code ?? ''] ?? notHttp)
}

/** Responds where there is no response object, and closes the connection. */
export function respondOnSocket(socket: Duplex, error: AppError): void {
  const body = JSON.stringify(failure(error))
  socket.end(
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  // The client may keep its end open, so the socket is destroyed after the response.
  ;(socket as Socket).destroySoon()
}
