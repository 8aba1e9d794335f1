import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { answerOnSocket } from './client-errors.ts'
import { prepareFailure } from './prepared-failure.ts'

/**
 * Every HTTP server of the service is made with these: Node would answer a request without a Host header by itself,
 * with an empty body. secureAnswers does it instead.
 */
export const serverOptions = { requireHostHeader: false } as const

const answerExpectationFailed = prepareFailure(417, 'The expectation cannot be met', { connection: 'close' })

/**
 * answerInEnvelope takes over what Node would answer by itself before the framework sees a request: an expectation other
 * than 100-continue, and CONNECT, on which it would hang up without a word.
 */
export function answerInEnvelope(server: Server): void {
  server.on('checkExpectation', (_request: IncomingMessage, answer: ServerResponse) => {
    answerExpectationFailed(answer)
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    // Without a listener, a caller that hangs up meanwhile would end the process.
    socket.on('error', () => {})
    answerOnSocket(socket, '404 Not Found', 'Resource not found')
  })
}
