import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { EventSource, type FetchLike } from 'eventsource'
import { until } from '../../harness/until.ts'
import { eventTypes } from '../../src/platform/events/append-event.ts'
import type { TestService } from './service.ts'

/** An event as a client sees it. */
export interface Received {
  type: string
  id: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into views of every shape
  data: any
}

/** A client of the live stream, which reconnects by itself. */
export interface StreamClient {
  /** What has arrived, without `ready`. */
  events: Received[]
  /** How often it has connected, and the statuses of the refusals. */
  connections: number
  refusals: number[]
  /** Waits for this many events and returns them. */
  take(count: number, milliseconds?: number): Promise<Received[]>
  close(): void
}

/** Makes the service listen on a port of its own choice. */
export async function listen(service: TestService): Promise<number> {
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const address = service.app.server.address()
  assert.ok(address && typeof address === 'object')
  return address.port
}

/** Connects, and waits until the stream is open. It listens to the events that are stored, and others if asked to. */
export async function openStream(
  port: number,
  token: string,
  lastEventId?: string,
  otherTypes: string[] = [],
  path = '/events',
): Promise<StreamClient> {
  const query = lastEventId === undefined ? '' : `?lastEventId=${encodeURIComponent(lastEventId)}`
  const authorized: FetchLike = (url, init) =>
    fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } })
  const source = new EventSource(`http://127.0.0.1:${port}/api${path}${query}`, { fetch: authorized })
  const client: StreamClient = {
    events: [],
    connections: 0,
    refusals: [],
    async take(count, milliseconds = 20_000) {
      await until(() => client.events.length >= count, milliseconds).catch(() => {
        throw new Error(`${client.events.length} events instead of ${count}`)
      })
      return client.events.splice(0, count)
    },
    close: () => source.close(),
  }
  for (const type of [...eventTypes, ...otherTypes, 'reset']) {
    source.addEventListener(type, ({ lastEventId: id, data }) =>
      client.events.push({ type, id, data: JSON.parse(data) }),
    )
  }
  source.addEventListener('open', () => client.connections++)
  source.addEventListener('error', ({ code }) => code && client.refusals.push(code))
  await until(() => client.connections > 0 || client.refusals.length > 0, 20_000)
  return client
}

/** Sends the request of a stream over a bare connection, whose bytes the test reads itself. */
export async function openRawStream(port: number, token: string, headers = '') {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const raw = { socket, text: '', isClosed: false }
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    raw.text += chunk
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    raw.isClosed = true
  })
  socket.write(
    `GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${headers}\r\n`,
  )
  await until(() => raw.text.includes('\n\n') || raw.isClosed || /^HTTP\S+ [45]/.test(raw.text), 20_000)
  return raw
}
