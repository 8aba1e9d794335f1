import { createEventSource } from 'eventsource-client'
import { consoleHeaders } from '../api/client.ts'
import type { LiveEvent } from './live-events.ts'

export interface StreamHandlers {
  /** The id of the last event that was seen, from which the stream continues. */
  lastEventId: string | undefined
  onEvent(event: LiveEvent, id: string | undefined): void
  onConnected(): void
  /** With when the line showed its last sign of life. */
  onLost(heardAtMs: number): void
  /** The time of the service, whenever it tells it. */
  onTime(time: string): void
  /** Whether the service holds all messages, whenever the stream is opened. */
  onHeld(isHeld: boolean): void
  onSignedOut(): void
}

/** The service writes its time at least every 15 seconds; a line that is silent for longer is dead. */
export const silenceMs = 40_000
const checkMs = 5_000
const heldHeader = 'fallwatch-held'
const retryMs = 2_000

/** Reads GET /api/events until it is closed, and connects again whenever the line is lost. */
export function openEventStream(handlers: StreamHandlers): { close(): void } {
  let lastEventId = handlers.lastEventId
  let isClosed = false
  let attempts = 0
  let heardAtMs = Date.now()
  let retry: ReturnType<typeof setTimeout> | undefined
  let source: ReturnType<typeof createEventSource> | undefined

  function connect(): void {
    retry = undefined
    const attempt = ++attempts
    /** Of the client that is in use; one that was replaced ends with an error of its own. */
    const isInUse = () => attempt === attempts && !isClosed
    const loseThis = () => {
      if (isInUse()) lose()
    }
    source = createEventSource({
      url: new URL('/api/events', location.origin),
      headers: consoleHeaders,
      credentials: 'same-origin',
      ...(lastEventId !== undefined && { initialLastEventId: lastEventId }),
      fetch: async (url, init) => {
        const response = await fetch(url, init).catch((error: unknown) => {
          loseThis()
          throw error
        })
        if (response.ok) {
          handlers.onHeld(response.headers.has(heldHeader))
          return response
        }
        // The client takes any response for a stream.
        if (response.status === 401) handlers.onSignedOut()
        else loseThis()
        throw new Error(`The stream was refused with ${response.status}`)
      },
      onConnect() {
        if (!isInUse()) return
        heard()
        // A stream that is not resumed begins with `ready`: only what is read after that is complete.
        if (lastEventId !== undefined) handlers.onConnected()
      },
      onComment(time) {
        heard()
        handlers.onTime(time)
      },
      onMessage({ event, data, id }) {
        heard()
        if (id) lastEventId = id
        const parsed = { type: event, data: JSON.parse(data) } as LiveEvent
        if (parsed.type === 'ready' || parsed.type === 'reset') lastEventId = parsed.data.id
        if (parsed.type === 'ready') handlers.onConnected()
        handlers.onEvent(parsed, lastEventId)
      },
      // Also called for a line that breaks, which is no end to the client.
      onScheduleReconnect: loseThis,
    })
    heard()
  }

  function heard(): void {
    heardAtMs = Date.now()
  }

  /** By the clock of the day: a timer stands still while the device sleeps. */
  function checkSilence(): void {
    if (retry === undefined && Date.now() - heardAtMs > silenceMs) reconnect()
  }

  /** Replaces the client: its own delay between attempts grows, and somebody may be on the floor. */
  function lose(): void {
    if (isClosed) return
    clearTimeout(retry)
    attempts++
    source?.close()
    handlers.onLost(heardAtMs)
    retry = setTimeout(connect, retryMs)
  }

  // A device that wakes up has lost the line without noticing.
  function reconnect(): void {
    if (isClosed) return
    lose()
    clearTimeout(retry)
    connect()
  }
  window.addEventListener('online', reconnect)
  // The browser may take long to notice that an open line is dead.
  window.addEventListener('offline', lose)
  document.addEventListener('visibilitychange', checkSilence)
  document.addEventListener('resume', checkSilence)
  const check = setInterval(checkSilence, checkMs)
  connect()

  return {
    close() {
      isClosed = true
      clearInterval(check)
      clearTimeout(retry)
      window.removeEventListener('online', reconnect)
      window.removeEventListener('offline', lose)
      document.removeEventListener('visibilitychange', checkSilence)
      document.removeEventListener('resume', checkSilence)
      source?.close()
    },
  }
}
