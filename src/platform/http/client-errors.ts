import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { failure } from './envelope.ts'

const responses: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive'],
}

/** respondToClientError responds on a socket whose data could not be parsed as a request. */
export function respondToClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, message] = responses[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request is not valid HTTP',
  ]
  respondOnSocket(socket, status, message)
}

/** respondOnSocket responds where there is no response object, and closes the connection. */
export function respondOnSocket(socket: Duplex, status: string, message: string): void {
  const body = JSON.stringify(failure(message))
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  // The client may keep its end open, so the socket is destroyed after the response.
  ;(socket as Socket).destroySoon()
}
