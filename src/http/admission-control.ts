import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createFairQueue } from '../lib/fair-queue.ts'
import { prepareFailure } from './prepared-failure.ts'

export interface AdmissionOptions {
  /** At most this many requests are processed at once: more would push each other out of the processor's caches. */
  maxConcurrent: number
  /** A request that has waited for this long is rejected with 503, */
  maxQueueWaitMs: number
  /** but no more than this many a second: a rejection takes more than half of what a reading takes. */
  maxRejectionsPerSecond: number
  /** Which requests are bounded so. */
  appliesTo: (request: IncomingMessage) => boolean
  /** Which of the others are admitted at once, whatever waits. */
  isUrgent?: (request: IncomingMessage) => boolean
  /** Of the rest, so many are admitted in one round of the event loop. */
  maxOthersPerRound?: number
  /** Called for each request that is rejected. */
  onRejected?: () => void
}

/** AdmissionControl bounds how many requests are processed at once, how long they wait, and what others may come between. */
export interface AdmissionControl {
  /** Puts the control in front of a listener; several listeners share its bounds. */
  guard(listener: RequestListener): RequestListener
  /** To be called for each new connection. */
  noteConnection(): void
  /** How many requests wait. */
  queueLength(): number
}

interface Admissible {
  request: IncomingMessage
  response: ServerResponse
  listener: RequestListener
}

interface Waiting extends Admissible {
  since: number
}

const sweepIntervalMs = 20

const held = Symbol('held place')
type Holder = ServerResponse & { [held]?: ((response: Holder) => void) | undefined }

/** releasePlace lets another request be admitted while this one waits for something that costs nothing. */
export function releasePlace(response: Holder): void {
  response[held]?.(response)
}

/**
 * createAdmissionControl admits requests in the order in which they came. The queue is no longer than there are
 * connections, since each carries one request at a time. All requests of one round of the event loop are admitted
 * together at its end: the same steps for many in a row take a third less of the processor than all steps for one after
 * the other.
 *
 * Requests that are not bounded come after them, a few in each round, and addresses take turns: thousands of connections
 * that ask for the cheapest thing there is, as fast as they are answered, made a round last for a fifth of a second.
 * Node accepts one connection in a round: while connections arrive, rounds are kept short, so that a fall reported over
 * a new connection does not wait behind thousands of them.
 */
export function createAdmissionControl(options: AdmissionOptions): AdmissionControl {
  const { maxConcurrent, maxQueueWaitMs, maxRejectionsPerSecond, appliesTo, onRejected } = options
  const { isUrgent = () => false, maxOthersPerRound = 8 } = options
  const queue: Waiting[] = []
  const others = createFairQueue<Admissible>()
  let concurrent = 0
  let isScheduled = false
  let hasAccepted = false
  let sweep: NodeJS.Timeout | undefined

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(admit)
  }

  function admit(): void {
    isScheduled = false
    let passed = 0
    for (const { request, response, listener } of queue) {
      if (concurrent >= maxConcurrent) break
      passed++
      // The client has hung up meanwhile.
      if (response.destroyed) continue
      // A client that keeps the rest of a request back must not hold a place.
      if (request.complete) hold(response)
      listener(request, response)
    }
    queue.splice(0, passed)
    if (queue.length > 0) watchQueue()
    admitOthers()
  }

  function admitOthers(): void {
    const most = hasAccepted ? 1 : maxOthersPerRound
    hasAccepted = false
    for (let i = 0; i < most; i++) {
      const next = others.shift()
      if (!next) return
      if (!next.response.destroyed) next.listener(next.request, next.response)
    }
    if (others.length > 0) schedule()
  }

  /**
   * hold takes a place until the answer is handed over to the socket, not until the client has read it: a client that
   * never reads would hold it for good. `prefinish` comes when the answer is complete, `close` when the client hangs up.
   */
  function hold(response: Holder): void {
    concurrent++
    response[held] = release
    response.on('prefinish', onHandedOver)
    response.on('close', onClosed)
  }

  function release(response: Holder): void {
    if (!response[held]) return
    response[held] = undefined
    concurrent--
    if (queue.length > 0) schedule()
  }

  /** What the socket has taken whole is through in a moment, and places that are released together are filled together. */
  function onHandedOver(this: Holder): void {
    if (this.socket && this.socket.writableLength > 0) release(this)
  }

  function onClosed(this: Holder): void {
    release(this)
  }

  function watchQueue(): void {
    sweep ??= setInterval(rejectOverdue, sweepIntervalMs)
  }

  function rejectOverdue(): void {
    const overdue = performance.now() - maxQueueWaitMs
    let left = (maxRejectionsPerSecond * sweepIntervalMs) / 1000
    let passed = 0
    for (const { response, since } of queue) {
      if (since > overdue || left <= 0) break
      passed++
      if (response.destroyed) continue
      reject(response)
      onRejected?.()
      left--
    }
    queue.splice(0, passed)
    if (queue.length > 0) return
    clearInterval(sweep)
    sweep = undefined
  }

  return {
    guard: (listener) => (request, response) => {
      if (!appliesTo(request)) {
        if (isUrgent(request)) return void listener(request, response)
        others.push(request.socket.remoteAddress ?? '', { request, response, listener })
        return void schedule()
      }
      queue.push({ request, response, listener, since: performance.now() })
      if (concurrent < maxConcurrent) schedule()
      else watchQueue()
    },
    noteConnection() {
      hasAccepted = true
    },
    queueLength: () => queue.length,
  }
}

const reject = prepareFailure(503, 'Too many readings are waiting', { 'retry-after': '1' })
