import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { resolvesWithin } from '../lib/resolves-within.ts'

/**
 * A connection that checks whether the database answers, receives notifications of other processes
 * (LISTEN), and holds the lock on the database or data directory. It notices a failure within a second.
 */
export interface Heartbeat {
  readonly alive: boolean
  /** Calls `listener` with the payload of every notification. */
  onNotification(listener: (channel: string, payload: string) => void): void
  /** Calls `listener` when the connection was lost, so that notifications may have been missed. */
  onConnectionLost(listener: () => void): void
  stop(): Promise<void>
}

export interface HeartbeatOptions {
  channels: readonly string[]
  /** Opens the connection, where it is not clear to which server. */
  connect?: (settings: pg.ClientConfig) => Promise<pg.Client>
  /** Whether another server has taken over, although this one still answers. */
  hasSuccessor?: () => Promise<boolean>
  /** Starts an embedded server; runs before every attempt to connect. */
  beforeConnect?: () => Promise<void>
  /** Acquires locks that last as long as the connection; a failure counts as not connected. */
  afterConnect?: (client: pg.Client) => Promise<void>
  onConnectFailure: (error: unknown) => void
}

/** Interval and timeout together must stay under a second: a check may begin just before the database fails. */
const intervalMs = 300
const timeoutMs = 500
const connectTimeoutMs = 1000
const retryIntervalMs = 300
const successorIntervalMs = 1000

/** Waits longer for a connection that comes with a time limit of its own, which that of the service has not. */
export async function startHeartbeat(
  connection: pg.ClientConfig,
  options: HeartbeatOptions,
): Promise<Heartbeat> {
  const checkTimeoutMs = connection.connectionTimeoutMillis ?? timeoutMs
  const events = new EventEmitter()
  // Every cache and every part that is told by notifications listens, for as long as the process runs.
  events.setMaxListeners(0)
  const stopped = new AbortController()
  let client: pg.Client | undefined = await connect(connection, options, events)
  let isSucceeded = false

  const running = (async () => {
    while (!stopped.signal.aborted) {
      if (client && !isSucceeded && (await resolvesWithin(checkTimeoutMs, client.query('select 1')))) {
        await pause(intervalMs, stopped.signal)
        continue
      }
      const lost = client
      client = undefined
      if (lost) {
        discard(lost)
        events.emit('lost')
      }
      try {
        client = await connect(connection, options, events)
        isSucceeded = false
      } catch (error) {
        if (!stopped.signal.aborted) options.onConnectFailure(error)
        await pause(retryIntervalMs, stopped.signal)
      }
    }
  })()

  const watching = (async () => {
    while (options.hasSuccessor && !stopped.signal.aborted) {
      const watched: pg.Client | undefined = client
      const hasSuccessor = watched !== undefined && (await options.hasSuccessor())
      if (hasSuccessor && watched === client) isSucceeded = true
      await pause(successorIntervalMs, stopped.signal)
    }
  })()

  return {
    get alive() {
      return client !== undefined
    },
    onNotification: (listener) => events.on('notification', listener),
    onConnectionLost: (listener) => events.on('lost', listener),
    async stop() {
      stopped.abort()
      await Promise.all([running, watching])
      if (client) discard(client)
    },
  }
}

async function connect(connection: pg.ClientConfig, options: HeartbeatOptions, events: EventEmitter) {
  await options.beforeConnect?.()
  const open = options.connect ?? openClient
  const client = await open({
    ...connection,
    application_name: `fallwatch ${process.pid}`,
    connectionTimeoutMillis: connection.connectionTimeoutMillis ?? connectTimeoutMs,
    query_timeout: connection.connectionTimeoutMillis ?? 2 * connectTimeoutMs,
    keepAlive: true,
  })
  client.on('notification', ({ channel, payload }) => events.emit('notification', channel, payload ?? ''))
  try {
    await options.afterConnect?.(client)
    for (const channel of options.channels) await client.query(`listen ${channel}`)
    return client
  } catch (error) {
    discard(client)
    throw error
  }
}

async function openClient(settings: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(settings)
  // A broken connection fails its next check; without a listener it would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    discard(client)
    throw error
  }
}

/** Does not wait: a server that hangs would not confirm the end of the connection. */
function discard(client: pg.Client): void {
  client.end().catch(() => {})
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}
