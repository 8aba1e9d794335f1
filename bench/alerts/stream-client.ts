import { setTimeout as sleep } from 'node:timers/promises'
import { EventSource, type FetchLike } from 'eventsource'
import type { Cleanup } from '../../harness/cleanup.ts'

/** An event of an incident as a caregiver's stream shows it. */
export interface StreamedEvent {
  id: number
  type: 'incident.opened' | 'incident.changed'
  incident: { id: string; patientId: string; state: string }
  /** When it arrived, by performance.now(). */
  atMs: number
}

export interface StreamClient {
  events: StreamedEvent[]
  /** The id of the last event before the stream was opened; undefined until then. */
  startId(): number | undefined
  /** How often the stream could not be resumed, so that events may be missing. */
  resets(): number
  close(): void
}

const reopenAfterMs = 300

/** Follows the stream of a caregiver, and resumes it after the last event whenever it was lost or refused. */
export function openStream(
  cleanup: Cleanup,
  port: () => number,
  token: string,
  onEvent: (event: StreamedEvent) => void = () => {},
): StreamClient {
  const events: StreamedEvent[] = []
  let lastEventId = ''
  let startId: number | undefined
  let resets = 0
  let source: EventSource
  let isStopped = false
  const authorized: FetchLike = (url, init) =>
    fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } })

  function open(): void {
    const query = lastEventId ? `?lastEventId=${lastEventId}` : ''
    source = new EventSource(`http://127.0.0.1:${port()}/api/events${query}`, { fetch: authorized })
    source.addEventListener('ready', (event) => {
      lastEventId = event.lastEventId
      startId ??= Number(lastEventId)
    })
    source.addEventListener('reset', (event) => {
      lastEventId = event.lastEventId
      resets++
    })
    for (const type of ['incident.opened', 'incident.changed'] as const) {
      source.addEventListener(type, (message) => {
        lastEventId = message.lastEventId
        const incident = JSON.parse(message.data)
        const event = { id: Number(lastEventId), type, incident, atMs: performance.now() }
        events.push(event)
        onEvent(event)
      })
    }
    // The client gives up after a refusal, such as the 503 of a service without its database.
    const opened = source
    source.addEventListener('error', async () => {
      opened.close()
      await sleep(reopenAfterMs)
      if (!isStopped && source === opened) open()
    })
  }

  function close(): void {
    isStopped = true
    source.close()
  }

  open()
  cleanup.add(close)
  return { events, startId: () => startId, resets: () => resets, close }
}
