import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { answersWithin } from '../lib/answers-within.ts'

/**
 * Pulse is one connection kept for what needs a connection of its own: it tells within a second whether the
 * database answers, hears what other processes announce (LISTEN), and holds the lock on an embedded store.
 */
export interface Pulse {
  readonly alive: boolean
  /** Calls `listener` with the text of every announcement on one of the channels given at the start. */
  onAnnouncement(listener: (channel: string, text: string) => void): void
  /** Calls `listener` when announcements may have been missed, because the connection was lost. */
  onLost(listener: () => void): void
  stop(): Promise<void>
}

export interface PulseOptions {
  channels: readonly string[]
  /** Brings a server up that this process is in charge of; runs before every attempt to connect. */
  beforeConnect?: () => Promise<void>
  /** Claims what must be held for as long as the connection lasts; a failure counts as not connected. */
  afterConnect?: (client: pg.Client) => Promise<void>
  onConnectFailure: (error: unknown) => void
}

/** Together they must stay under a second: a beat may begin just before the database goes away. */
const beatInterval = 300
const beatTimeout = 500
const retryInterval = 300

export async function startPulse(connection: pg.ClientConfig, options: PulseOptions): Promise<Pulse> {
  const events = new EventEmitter()
  const stopped = new AbortController()
  let client: pg.Client | undefined = await connect(connection, options, events)

  const running = (async () => {
    while (!stopped.signal.aborted) {
      if (client && (await answersWithin(beatTimeout, client.query('select 1')))) {
        await pause(beatInterval, stopped.signal)
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
      } catch (error) {
        if (!stopped.signal.aborted) options.onConnectFailure(error)
        await pause(retryInterval, stopped.signal)
      }
    }
  })()

  return {
    get alive() {
      return client !== undefined
    },
    onAnnouncement: (listener) => events.on('announcement', listener),
    onLost: (listener) => events.on('lost', listener),
    async stop() {
      stopped.abort()
      await running
      if (client) discard(client)
    },
  }
}

async function connect(connection: pg.ClientConfig, options: PulseOptions, events: EventEmitter) {
  await options.beforeConnect?.()
  const client = new pg.Client({
    ...connection,
    application_name: `fallwatch ${process.pid}`,
    connectionTimeoutMillis: 1000,
    query_timeout: 2000,
    keepAlive: true,
  })
  // A connection that breaks fails its next beat; without a listener it would end the process instead.
  client.on('error', () => {})
  client.on('notification', ({ channel, payload }) => events.emit('announcement', channel, payload ?? ''))
  try {
    await client.connect()
    await options.afterConnect?.(client)
    for (const channel of options.channels) await client.query(`listen ${channel}`)
    return client
  } catch (error) {
    discard(client)
    throw error
  }
}

/** Not waited for: a frozen server would keep a polite goodbye waiting for as long as it is frozen. */
function discard(client: pg.Client): void {
  client.end().catch(() => {})
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {})
}
