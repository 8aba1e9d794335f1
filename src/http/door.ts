import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Context } from '../context.ts'
import { failure } from './envelope.ts'

export interface DoorLimits {
  /** So many readings are dealt with at once: more would push each other out of the processor's caches. */
  inside: number
  /** Who has waited for so many milliseconds is told to come back, */
  patience: number
  /** but no more than so many a second: a refusal takes more than half of what a reading takes. */
  refusals: number
}

const usualLimits: DoorLimits = { inside: 256, patience: 1000, refusals: 2500 }
const sweepEvery = 20

export interface Door {
  /** How many readings wait in front of it. */
  waiting(): number
}

interface Waiting {
  request: IncomingMessage
  answer: ServerResponse
  since: number
}

/**
 * keepDoor has readings wait in line until there is room for them, and turns away who has waited for too long. The line
 * is no longer than there are connections: each carries one request at a time. All that came in one round of the event
 * loop are let in together at its end: the same steps for many in a row take a third less of the processor than all
 * steps for one after the other. Whatever else people ask for, falls above all, goes past the line.
 */
export function keepDoor(
  server: Server,
  { log, metrics }: Pick<Context, 'log' | 'metrics'>,
  limits = usualLimits,
): Door {
  const [enter] = server.listeners('request') as ((
    request: IncomingMessage,
    answer: ServerResponse,
  ) => void)[]
  if (!enter) throw new Error('There is nothing behind the door')
  const refuse = createRefusals({ log, metrics })
  const line: Waiting[] = []
  let inside = 0
  let opensSoon = false
  let sweep: NodeJS.Timeout | undefined

  function openSoon(): void {
    if (opensSoon) return
    opensSoon = true
    setImmediate(letIn)
  }

  function letIn(): void {
    opensSoon = false
    let passed = 0
    for (const { request, answer } of line) {
      if (inside >= limits.inside) break
      passed++
      // Who has hung up meanwhile wants no answer.
      if (answer.destroyed) continue
      // Who keeps the rest of a request back takes no place from the others.
      if (request.complete) {
        inside++
        answer.on('close', leave)
      }
      enter?.call(server, request, answer)
    }
    line.splice(0, passed)
    if (line.length > 0) watchLine()
  }

  function leave(): void {
    inside--
    if (line.length > 0) openSoon()
  }

  function watchLine(): void {
    sweep ??= setInterval(refuseImpatient, sweepEvery)
  }

  function refuseImpatient(): void {
    const before = performance.now() - limits.patience
    let left = (limits.refusals * sweepEvery) / 1000
    let passed = 0
    for (const { answer, since } of line) {
      if (since > before || left <= 0) break
      passed++
      if (answer.destroyed) continue
      refuse(answer)
      left--
    }
    line.splice(0, passed)
    if (line.length > 0) return
    clearInterval(sweep)
    sweep = undefined
  }

  function lineUp(request: IncomingMessage, answer: ServerResponse): void {
    line.push({ request, answer, since: performance.now() })
    if (inside < limits.inside) openSoon()
    else watchLine()
  }

  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    if (!isReading(request)) enter.call(server, request, answer)
    else if (answer.socket) lineUp(request, answer)
    // Sent before the last one on its connection was answered: it stands in line when that has happened.
    else answer.once('socket', () => lineUp(request, answer))
  })
  return { waiting: () => line.length }
}

/** Batches are let in: a device sends one after it was out of reach, and holds on to it until it is taken. */
const isReading = ({ method, url = '' }: IncomingMessage) =>
  method === 'POST' &&
  url.startsWith(readings) &&
  (url.length === readings.length || url[readings.length] === '?')

const readings = '/api/device/sensor-stream'

const refusal = Buffer.from(JSON.stringify(failure('Too many readings are waiting')))
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': refusal.length,
  'cache-control': 'no-store',
  'retry-after': '1',
}

const tellEvery = 1000

/** createRefusals tells who is turned away when to come back, and tells the log of it now and then. */
function createRefusals({
  log,
  metrics,
}: Pick<Context, 'log' | 'metrics'>): (answer: ServerResponse) => void {
  let refused = 0
  let toldAt = 0
  return (answer) => {
    refused++
    metrics.readingsRefused(503)
    const now = Date.now()
    if (now - toldAt > tellEvery) {
      log.warn({ refused }, 'too many readings are waiting; others are told to come back')
      toldAt = now
      refused = 0
    }
    answer.writeHead(503, headers).end(refusal)
  }
}
