import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { refusal } from '../lib/errors.ts'
import { respondOnSocket } from './client-errors.ts'
import { createStaticErrorResponse } from './static-error-response.ts'

/**
 * The options of every HTTP server of the service: Node would respond to a request without a Host header itself, with an
 * empty body. secureResponses does it instead.
 */
export const serverOptions = { requireHostHeader: false } as const

const respondExpectationFailed = createStaticErrorResponse(refusal('EXPECTATION_FAILED'), {
  connection: 'close',
})

/**
 * Handles what Node would handle itself before the framework sees a request: an expectation other than
 * 100-continue, and CONNECT, on which it would close the connection without a response.
 */
export function respondInEnvelope(server: Server): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    respondExpectationFailed(response)
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    // Without a listener, a client that disconnects would end the process.
    socket.on('error', () => {})
    respondOnSocket(socket, refusal('NOT_FOUND'))
  })
}
