import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { failure } from './envelope.ts'

const answers: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive'],
}

/** answerUnreadable answers on a socket whose bytes never became a request. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, message] = answers[error.code ?? ''] ?? ['400 Bad Request', 'The request is not valid HTTP']
  answerOnSocket(socket, status, message)
}

/** answerOnSocket answers where there is no response to write to, and hangs up. */
export function answerOnSocket(socket: Duplex, status: string, message: string): void {
  const body = JSON.stringify(failure(message))
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  // Who keeps their end open has nothing more to say.
  ;(socket as Socket).destroySoon()
}
