import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { refusal } from '../lib/errors.ts'
import { createStaticErrorResponse } from './static-error-response.ts'

const respondLengthRequired = createStaticErrorResponse(refusal('LENGTH_REQUIRED'), { connection: 'close' })

/** A client that merely lacks the header has sent no more of a small body; parsing this costs little. */
const maxChunkedBytes = 4096

/**
 * Responds with 411 to a request with a chunked body, and closes its connection. Chunks of one byte take
 * 400 ms of processor time per megabyte, before the request can be checked; a client that has sent many is blocked.
 */
export function requireLength(listener: RequestListener, block: (socket: Socket) => void): RequestListener {
  return (request, response) => {
    if (request.headers['transfer-encoding'] === undefined) return void listener(request, response)
    // What had arrived before the connection was closed is still read.
    if (request.socket.destroyed) return
    if (request.socket.bytesRead > maxChunkedBytes) return void block(request.socket)
    respondLengthRequired(response)
  }
}
