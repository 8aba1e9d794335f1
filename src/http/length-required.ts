import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { prepareFailure } from './prepared-failure.ts'

const answerLengthRequired = prepareFailure(411, 'The length of the body is required (Content-Length)', {
  connection: 'close',
})

/** In bytes: what a client that merely lacks the header sends of a small body at once, and what costs little to parse. */
const maxChunkedBytes = 4096

/**
 * requireLength answers 411 to a request whose body comes in chunks, and closes its connection. Chunks of one byte take
 * 400 ms of the processor for each megabyte, before anything can be known of the request that they belong to; a client
 * that has sent a lot of them is blocked.
 */
export function requireLength(listener: RequestListener, block: (socket: Socket) => void): RequestListener {
  return (request, response) => {
    if (request.headers['transfer-encoding'] === undefined) return void listener(request, response)
    if (request.socket.bytesRead > maxChunkedBytes) return void block(request.socket)
    answerLengthRequired(response)
  }
}
