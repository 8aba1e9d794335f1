import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { clientOf as addressOf } from '../lib/client-address.ts'
import { refusal, unavailable } from '../lib/errors.ts'
import { createFairQueue, type FairQueue } from '../lib/fair-queue.ts'
import { createStaticErrorResponse } from './static-error-response.ts'

export interface AdmissionOptions {
  /** How many requests are processed at once: more would evict each other from the processor's caches. */
  maxConcurrent: number
  /** A request that has waited this long is rejected with 503. */
  maxQueueWaitMs: number
  /** The rate of rejections is limited: a rejection costs more than half as much as a reading. */
  maxRejectionsPerSecond: number
  /** Which requests these limits apply to. */
  appliesTo: (request: IncomingMessage) => boolean
  /** Which of the others are admitted at once, before the queue. */
  isUrgent?: (request: IncomingMessage) => boolean
  /** How many urgent requests of a client are admitted per event loop iteration, and one large one of all clients. */
  maxUrgentPerIteration?: number
  /** How many of the remaining requests are admitted per event loop iteration. */
  maxOthersPerIteration?: number
  /** How long after a large urgent request the next one is admitted while connections arrive. */
  largeSpacingMs?: number
  /** The same for requests without a credential that are not urgent. */
  anonymousSpacingMs?: number
  /** The client of a request, for fair sharing; the default is its address. */
  clientOf?: (request: IncomingMessage) => string
  /** Called for each request that is rejected. */
  onRejected?: () => void
}

/**
 * Limits how many requests are processed at once, how long they wait, and how others share the rest.
 */
export interface AdmissionControl {
  /** Wraps a listener; several listeners share the limits. */
  guard(listener: RequestListener): RequestListener
  /**
   * Admits work that did not arrive by HTTP under the same limits: resolves with the function that releases its slot, or
   * throws 503 after the maximum wait.
   */
  enter(): Promise<() => void>
  /** Must be called for each new connection. */
  onConnection(): void
  /** The number of queued requests. */
  queueLength(): number
}

interface Admissible {
  request: IncomingMessage
  response: ServerResponse
  listener: RequestListener
}

interface WaitingRequest extends Admissible {
  queuedAtMs: number
}

/** Work of another transport. */
interface WaitingWork {
  queuedAtMs: number
  start: () => void
  reject: (error: Error) => void
}

type Waiting = WaitingRequest | WaitingWork

/** The motion around an impact, which takes milliseconds to parse, has tens of thousands; a call for help, a few hundred. */
const largeBytes = 4096

/** Returns whether the body is large, or of unknown length. */
const isLarge = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > largeBytes

/** Returns whether a request names its caller, truly or not. */
export const hasCredential = ({ headers }: IncomingMessage) =>
  (headers.authorization ?? headers.cookie) !== undefined

/** Requests of all clients of which one is admitted at a time, some milliseconds apart, while connections arrive. */
interface SpacedQueue {
  requests: FairQueue<Admissible>
  spacingMs: number
  admittedAtMs: number
}

const createSpacedQueue = (spacingMs: number): SpacedQueue => ({
  requests: createFairQueue(),
  spacingMs,
  admittedAtMs: Number.NEGATIVE_INFINITY,
})

/** A client's number of admitted requests in this iteration, and its queued ones. */
interface UrgentLane {
  admitted: number
  waiting: Admissible[]
}

const sweepIntervalMs = 20

const slotRelease = Symbol('slot release')
type Holder = ServerResponse & { [slotRelease]?: ((response: Holder) => void) | undefined }

/** Lets another request be admitted while this one is delayed. */
export function releaseSlot(response: Holder): void {
  response[slotRelease]?.(response)
}

/**
 * Admits requests in their order of arrival. The queue is not longer than the number of
 * connections, since each has one request at a time. All requests of one event loop iteration are admitted together at
 * its end: running each step for many requests in a row takes a third less processor time than running all steps for one
 * request after the other.
 *
 * Requests without limits are admitted after them, a few per iteration, in rotation by client: thousands of connections
 * that sent the cheapest request as fast as it was answered made an iteration last 0.2 seconds. Node accepts one
 * connection per iteration, so iterations are kept short while connections arrive, and a fall reported over a new
 * connection does not wait for thousands of them: one of these requests is then admitted per iteration. Those without a
 * credential and large urgent ones, which cost milliseconds, are moreover admitted some milliseconds apart.
 */
export function createAdmissionControl(options: AdmissionOptions): AdmissionControl {
  const { maxConcurrent, maxQueueWaitMs, maxRejectionsPerSecond, appliesTo, onRejected } = options
  const { isUrgent = () => false, maxUrgentPerIteration = 32, maxOthersPerIteration = 8 } = options
  const { largeSpacingMs = 20, anonymousSpacingMs = 5 } = options
  const { clientOf = (request) => addressOf(request, () => false) } = options
  const queue: Waiting[] = []
  const urgent = new Map<string, UrgentLane>()
  const large = createSpacedQueue(largeSpacingMs)
  const others = createFairQueue<Admissible>()
  const anonymous = createSpacedQueue(anonymousSpacingMs)
  let concurrent = 0
  let isScheduled = false
  let hasAccepted = false
  let sweepTimer: NodeJS.Timeout | undefined

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(admit)
  }

  function admit(): void {
    isScheduled = false
    admitUrgent()
    let processed = 0
    for (const waiting of queue) {
      if (concurrent >= maxConcurrent) break
      processed++
      if ('start' in waiting) {
        concurrent++
        waiting.start()
        continue
      }
      const { request, response, listener } = waiting
      // The client has disconnected.
      if (response.destroyed) continue
      // A client that delays the rest of a request must not hold a slot.
      if (request.complete) holdSlot(response)
      listener(request, response)
    }
    queue.splice(0, processed)
    if (queue.length > 0) watchQueue()
    admitOthers()
  }

  function enqueueUrgent(client: string, entry: Admissible): void {
    const lane = urgent.get(client) ?? { admitted: 0, waiting: [] }
    urgent.set(client, lane)
    lane.waiting.push(entry)
    admitFromLane(lane)
  }

  function admitFromLane(lane: UrgentLane): void {
    while (lane.admitted < maxUrgentPerIteration) {
      const next = lane.waiting.shift()
      if (!next) return
      if (next.response.destroyed) continue
      lane.admitted++
      next.listener(next.request, next.response)
    }
  }

  function admitUrgent(): void {
    for (const [client, lane] of urgent) {
      lane.admitted = 0
      admitFromLane(lane)
      if (lane.admitted === 0) urgent.delete(client)
    }
    if (urgent.size > 0) schedule()
  }

  function admitOthers(): void {
    admitSpaced(large, 1)
    const admitted = admitFrom(others, hasAccepted ? 1 : maxOthersPerIteration)
    // Those with a credential do not use up all of an iteration: anybody can send one that is false.
    admitSpaced(anonymous, Math.max(maxOthersPerIteration - admitted, Math.ceil(maxOthersPerIteration / 2)))
    hasAccepted = false
    if (large.requests.length + others.length + anonymous.requests.length > 0) schedule()
  }

  function admitSpaced(queue: SpacedQueue, count: number): void {
    const nowMs = performance.now()
    if (hasAccepted && nowMs - queue.admittedAtMs < queue.spacingMs) return
    if (admitFrom(queue.requests, hasAccepted ? 1 : count) > 0) queue.admittedAtMs = nowMs
  }

  /** Returns how many were admitted; a client that has disconnected does not count. */
  function admitFrom(requests: FairQueue<Admissible>, count: number): number {
    let admitted = 0
    while (admitted < count) {
      const next = requests.shift()
      if (!next) break
      if (next.response.destroyed) continue
      admitted++
      next.listener(next.request, next.response)
    }
    return admitted
  }

  /**
   * Holds a slot until the response is passed to the socket, not until the client has read it: a client that
   * never reads would hold it for ever. `prefinish` means that the response is complete, `close` that the client has
   * disconnected.
   */
  function holdSlot(response: Holder): void {
    concurrent++
    response[slotRelease] = release
    response.on('prefinish', onHandedOver)
    response.on('close', onClosed)
  }

  function release(response: Holder): void {
    if (!response[slotRelease]) return
    response[slotRelease] = undefined
    concurrent--
    if (queue.length > 0) schedule()
  }

  /** A response that the socket took completely closes at once; slots released together are then filled together. */
  function onHandedOver(this: Holder): void {
    if (this.socket && this.socket.writableLength > 0) release(this)
  }

  function onClosed(this: Holder): void {
    release(this)
  }

  function watchQueue(): void {
    sweepTimer ??= setInterval(rejectOverdue, sweepIntervalMs)
  }

  function rejectOverdue(): void {
    const overdue = performance.now() - maxQueueWaitMs
    let left = (maxRejectionsPerSecond * sweepIntervalMs) / 1000
    let processed = 0
    for (const waiting of queue) {
      if (waiting.queuedAtMs > overdue || left <= 0) break
      processed++
      if ('start' in waiting) waiting.reject(unavailable('READINGS_BUSY'))
      else if (waiting.response.destroyed) continue
      else reject(waiting.response)
      onRejected?.()
      left--
    }
    queue.splice(0, processed)
    if (queue.length > 0) return
    clearInterval(sweepTimer)
    sweepTimer = undefined
  }

  function enqueue(waiting: Waiting): void {
    queue.push(waiting)
    if (concurrent < maxConcurrent) schedule()
    else watchQueue()
  }

  function releaseWork(): void {
    concurrent--
    if (queue.length > 0) schedule()
  }

  return {
    enter: () =>
      new Promise((resolve, rejectWork) => {
        const start = () => resolve(releaseWork)
        enqueue({ queuedAtMs: performance.now(), start, reject: rejectWork })
      }),
    guard: (listener) => (request, response) => {
      if (!appliesTo(request)) {
        const client = clientOf(request)
        const entry = { request, response, listener }
        if (!isUrgent(request)) (hasCredential(request) ? others : anonymous.requests).push(client, entry)
        else if (isLarge(request)) large.requests.push(client, entry)
        else enqueueUrgent(client, entry)
        return void schedule()
      }
      enqueue({ request, response, listener, queuedAtMs: performance.now() })
    },
    onConnection() {
      hasAccepted = true
    },
    queueLength: () => queue.length,
  }
}

const reject = createStaticErrorResponse(refusal('READINGS_BUSY'), { 'retry-after': '1' })
