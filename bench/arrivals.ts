import { ascending, percentile } from './figures.ts'
import { type Connection, openConnection } from './wire.ts'

/** A request and the callback for its response. */
export interface ScheduledRequest {
  request: Buffer
  /**
   * Called once, with the status and the time since the request was due; status 0 means no response, and `response` is
   * the reason.
   */
  done(status: number, latencyMs: number, response: string): void
}

/** How many requests were due, and how many of them were not sent. */
export interface Arrivals {
  due: number
  /** Not sent, because every connection was busy. */
  noConnection: number
  /** Not sent, because there was no request to send. */
  noRequest: number
  /** The 99th percentile of the generator's own delay: beyond a few milliseconds it was too slow. */
  lagP99Ms: number
}

export interface Connections {
  /** Sends the next request over an idle connection, if there is one. */
  send(next: () => ScheduledRequest | undefined, dueAt: number): 'sent' | 'no connection' | 'no request'
  /** Waits until every request is done or has timed out. */
  settled(): Promise<void>
  close(): Promise<void>
}

export interface ConnectionOptions {
  port: number
  maxConnections: number
  /** Whether connections are opened beforehand and used for several requests. */
  keepAlive: boolean
}

interface ClientConnection {
  connection: Connection
  scheduled: ScheduledRequest | undefined
  dueAt: number
}

/** A client that has waited for longer than this gives up. */
const responseTimeoutMs = 30_000

/** Returns a pool of connections: an idle one sends the next request, or else another one is opened. */
export async function openConnections({
  port,
  maxConnections,
  keepAlive,
}: ConnectionOptions): Promise<Connections> {
  const idle: ClientConnection[] = []
  const open = new Set<ClientConnection>()

  function openOne(onOpen?: () => void): ClientConnection {
    const one = { scheduled: undefined, dueAt: 0 } as unknown as ClientConnection
    one.connection = openConnection(port, {
      onOpen,
      onResponse(status, text) {
        const response = text()
        settle(one, status, response)
        if (!keepAlive || /\r\nconnection: close/i.test(response)) one.connection.close()
        else idle.push(one)
      },
      onClose(error) {
        open.delete(one)
        const index = one.scheduled ? -1 : idle.indexOf(one)
        if (index >= 0) idle.splice(index, 1)
        settle(one, 0, error?.message ?? 'the connection was closed')
      },
    })
    open.add(one)
    return one
  }

  function settle(one: ClientConnection, status: number, response: string): void {
    const { scheduled, dueAt } = one
    one.scheduled = undefined
    scheduled?.done(status, performance.now() - dueAt, response)
  }

  // Wearables are connected before the load begins; other clients wait for the service to accept their connection.
  for (let i = 0; keepAlive && i < maxConnections; i++) {
    await new Promise<void>((resolve) => idle.push(openOne(resolve)))
  }

  return {
    send(next, dueAt) {
      const one = idle.pop() ?? (open.size < maxConnections ? openOne() : undefined)
      if (!one) return 'no connection'
      const scheduled = next()
      if (!scheduled) {
        idle.push(one)
        return 'no request'
      }
      one.scheduled = scheduled
      one.dueAt = dueAt
      one.connection.write(scheduled.request)
      return 'sent'
    },
    async settled() {
      const deadline = performance.now() + responseTimeoutMs
      const isWaiting = () => [...open].some(({ scheduled }) => scheduled)
      await repeatWhile(50, () => isWaiting() && performance.now() < deadline)
      for (const { connection, scheduled } of open) if (scheduled) connection.close()
    },
    async close() {
      for (const { connection } of open) connection.close()
      await repeatWhile(10, () => open.size > 0)
    },
  }
}

export interface ArrivalOptions {
  connections: Connections
  perSecond: number
  /** Requests are sent for as long as this returns true. */
  isRunning: () => boolean
  /** Returns the next request, or undefined if there is none. */
  next: () => ScheduledRequest | undefined
}

/**
 * Sends requests at a fixed rate, whether or not earlier ones have been answered: an open loop, like clients
 * that do not know how busy the service is. Latency is counted from the time a request was due.
 */
export async function sendAtRate({
  connections,
  perSecond,
  isRunning,
  next,
}: ArrivalOptions): Promise<Arrivals> {
  const lagsMs: number[] = []
  const outcomes = { sent: 0, 'no connection': 0, 'no request': 0 }
  let due = 0
  const startedAt = performance.now()
  await repeatWhile(1, () => {
    const now = performance.now()
    for (const goal = Math.floor(((now - startedAt) / 1000) * perSecond); due < goal; due++) {
      const dueAt = startedAt + ((due + 1) / perSecond) * 1000
      lagsMs.push(performance.now() - dueAt)
      outcomes[connections.send(next, dueAt)]++
    }
    return isRunning()
  })
  await connections.settled()
  return {
    due,
    noConnection: outcomes['no connection'],
    noRequest: outcomes['no request'],
    lagP99Ms: percentile(ascending(lagsMs), 0.99),
  }
}

/** Calls `work` at an interval for as long as it returns true. */
function repeatWhile(intervalMs: number, work: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (work()) return
      clearInterval(timer)
      resolve()
    }, intervalMs)
  })
}
