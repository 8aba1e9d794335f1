import { openEventStream } from './event-stream.ts'
import { emitLiveEvent, type LiveEvent } from './live-events.ts'
import { type LiveStatus, liveStatus, setLiveStatus } from './live-status.ts'
import { isReachable, setReachable } from './reachable.ts'

/** Message is what the tab that reads the stream sends to the others, and what they ask it. */
type Message =
  | { type: 'event'; event: LiveEvent; id: string | undefined }
  | { type: 'status'; status: LiveStatus; id: string | undefined; reachable: boolean | undefined }
  | { type: 'hello' }

/** Browsers have no locks on a page without HTTPS, apart from localhost: each tab reads a stream of its own there. */
const hasLocks = 'locks' in navigator

/**
 * startLive keeps this tab informed of changes until it is stopped. One tab of a browser reads the stream, because
 * HTTP/1.1 allows six connections to a server; the others hear of it through a channel, and one of them takes over when
 * that tab is closed.
 */
export function startLive(userId: string, onSignedOut: () => void): () => void {
  const stopped = new AbortController()
  const channel = new BroadcastChannel(`fallwatch-live-${userId}`)
  let lastEventId: string | undefined
  let isLeader = false

  // With the last event, so that a tab that has seen none yet can take over without a gap.
  const post = (status: LiveStatus) =>
    hasLocks &&
    channel.postMessage({
      type: 'status',
      status,
      id: lastEventId,
      reachable: isReachable(),
    } satisfies Message)
  const tell = (status: LiveStatus) => {
    setLiveStatus(status)
    post(status)
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'hello') {
      if (isLeader) post(liveStatus())
    } else if (data.type === 'status') {
      lastEventId ??= data.id
      setReachable(data.reachable ?? isReachable())
      setLiveStatus(data.status)
    } else {
      lastEventId = data.id
      emit(data.event)
    }
  }
  channel.postMessage({ type: 'hello' } satisfies Message)

  function emit(event: LiveEvent): void {
    if ('reachable' in event.data) setReachable(event.data.reachable)
    emitLiveEvent(event)
  }

  async function lead(): Promise<void> {
    // The lock may have been granted when this was stopped already; it must not be kept then.
    if (stopped.signal.aborted) return
    isLeader = true
    const stream = openEventStream({
      lastEventId,
      onEvent(event, id) {
        lastEventId = id
        if (hasLocks) channel.postMessage({ type: 'event', event, id } satisfies Message)
        emit(event)
      },
      onConnected: () => tell({ state: 'live', sinceMs: Date.now() }),
      onLost: () => tell({ state: 'lost', sinceMs: Date.now() }),
      onSignedOut,
    })
    await new Promise((resolve) => stopped.signal.addEventListener('abort', resolve))
    stream.close()
  }

  const leading = hasLocks
    ? navigator.locks.request(`fallwatch-live-${userId}`, { signal: stopped.signal }, lead)
    : lead()
  leading.catch((error: unknown) => {
    if (!stopped.signal.aborted) throw error
  })

  return () => {
    stopped.abort()
    channel.close()
    setLiveStatus({ state: 'connecting', sinceMs: Date.now() })
    setReachable(undefined)
  }
}
