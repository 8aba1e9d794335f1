import { openEventStream, silenceMs } from './event-stream.ts'
import { emitLiveEvent, type LiveEvent } from './live-events.ts'
import { type LiveStatus, liveStatus, setLiveStatus, statusNow } from './live-status.ts'
import { held, reachable, unread } from './live-value.ts'
import { clockAheadMs, readServiceTime, setClockAhead } from './service-clock.ts'

/** What the tab that reads the stream sends to the others, and what they ask it. */
type Message =
  | { type: 'event'; event: LiveEvent; id: string | undefined }
  | {
      type: 'status'
      status: LiveStatus
      id: string | undefined
      reachable: boolean | undefined
      unread: number | undefined
      held: boolean | undefined
      aheadMs: number
    }
  | { type: 'hello' }

/** Browsers have no locks on a page without HTTPS, apart from localhost: each tab reads a stream of its own there. */
const hasLocks = 'locks' in navigator

/** The tab that reads the stream says something at least every 15 seconds, as the service does. */
const checkMs = 5_000

/**
 * Keeps this tab informed of changes until it is stopped. One tab of a browser reads the stream, because
 * HTTP/1.1 allows six connections to a server; the others hear of it through a channel, and one of them takes over when
 * that tab is closed, or hangs.
 */
export function startLive(userId: string, onSignedOut: () => void): () => void {
  const lockName = `fallwatch-live-${userId}`
  const channel = new BroadcastChannel(lockName)
  let lastEventId: string | undefined
  let isLeader = false
  /** Of the stream that is read here, or will be. */
  let ending = new AbortController()
  let heardAtMs = Date.now()
  /** The tab that reads the stream was asked whether it still does. */
  let hasAsked = false

  // With the last event, so that a tab that has seen none yet can take over without a gap.
  const post = (status: LiveStatus) =>
    hasLocks &&
    channel.postMessage({
      type: 'status',
      status,
      id: lastEventId,
      reachable: reachable.get(),
      unread: unread.get(),
      held: held.get(),
      aheadMs: clockAheadMs(),
    } satisfies Message)
  const tell = (status: LiveStatus) => {
    setLiveStatus(status)
    post(status)
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'hello') {
      if (isLeader) post(liveStatus())
      return
    }
    heardAtMs = Date.now()
    hasAsked = false
    if (data.type === 'status') {
      lastEventId ??= data.id
      reachable.set(data.reachable ?? reachable.get())
      unread.set(data.unread ?? unread.get())
      held.set(data.held ?? held.get())
      setClockAhead(data.aheadMs)
      setLiveStatus(data.status)
    } else {
      lastEventId = data.id
      emit(data.event)
    }
  }
  const greet = () => channel.postMessage({ type: 'hello' } satisfies Message)
  greet()

  function emit(event: LiveEvent): void {
    if ('reachable' in event.data) reachable.set(event.data.reachable)
    if ('unread' in event.data) unread.set(event.data.unread)
    emitLiveEvent(event)
  }

  async function lead(signal: AbortSignal): Promise<void> {
    // The lock may have been granted when this was stopped already; it must not be kept then.
    if (signal.aborted) return
    isLeader = true
    const stream = openEventStream({
      lastEventId,
      onEvent(event, id) {
        lastEventId = id
        if (hasLocks) channel.postMessage({ type: 'event', event, id } satisfies Message)
        emit(event)
      },
      onConnected: () => tell(statusNow('live')),
      onLost: (heardAtMs) => tell(statusNow('lost', heardAtMs)),
      onTime(time) {
        readServiceTime(time)
        post(liveStatus())
      },
      onHeld: (isHeld) => held.set(isHeld),
      onSignedOut,
    })
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    isLeader = false
    stream.close()
  }

  /** Waits until this tab may read the stream, or takes it from one that hangs. */
  function stand(isTaking: boolean): void {
    ending.abort()
    const own = new AbortController()
    ending = own
    const leading = hasLocks
      ? navigator.locks.request(lockName, isTaking ? { steal: true } : { signal: own.signal }, () =>
          lead(own.signal),
        )
      : lead(own.signal)
    leading.catch((error: unknown) => {
      if (own.signal.aborted) return
      // Another tab has taken the stream, because this one hung.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
      heardAtMs = Date.now()
      stand(false)
    })
  }
  stand(false)

  /** By the clock of the day: this tab may have slept itself, so that the other one is asked before it is replaced. */
  function checkSilence(): void {
    if (isLeader || Date.now() - heardAtMs <= silenceMs) return
    if (hasAsked) {
      heardAtMs = Date.now()
      hasAsked = false
      stand(true)
      return
    }
    setLiveStatus(statusNow('lost', heardAtMs))
    hasAsked = true
    greet()
  }
  const check = setInterval(checkSilence, checkMs)

  return () => {
    clearInterval(check)
    ending.abort()
    channel.close()
    setLiveStatus(statusNow('connecting'))
    reachable.set(undefined)
    unread.set(undefined)
    held.set(undefined)
  }
}
