import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Context } from '../context.ts'
import { failure } from './envelope.ts'

const refusal = Buffer.from(JSON.stringify(failure('Too many readings are waiting')))
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': refusal.length,
  'cache-control': 'no-store',
  'retry-after': '1',
}

const tellEvery = 1000

/**
 * keepDoor turns readings away before anything is done about them, while more wait than can soon be stored. A refusal
 * takes a seventh of what a reading does, so that most of the machine is left to those who were let in; what people
 * ask for, falls above all, is always let in.
 */
export function keepDoor(
  server: Server,
  { log, metrics }: Pick<Context, 'log' | 'metrics'>,
  isCrowded: () => boolean,
): void {
  const [enter] = server.listeners('request') as ((
    request: IncomingMessage,
    answer: ServerResponse,
  ) => void)[]
  if (!enter) throw new Error('There is nothing behind the door')
  let refused = 0
  let toldAt = 0
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    if (!isCrowded() || !isReading(request)) {
      enter.call(server, request, answer)
      return
    }
    refused++
    metrics.readingsRefused(503)
    if (Date.now() - toldAt > tellEvery) {
      log.warn({ refused }, 'too many readings are waiting; others are told to come back')
      toldAt = Date.now()
      refused = 0
    }
    answer.writeHead(503, headers).end(refusal)
  })
}

/** Batches are let in: a device sends one after it was out of reach, and holds on to it until it is taken. */
const isReading = ({ method, url }: IncomingMessage) =>
  method === 'POST' && url === '/api/device/sensor-stream'
