import { ascending, percentile } from './figures.ts'
import { type Connection, openConnection } from './wire.ts'

/** ScheduledRequest is a request and the callback for its response. */
export interface ScheduledRequest {
  request: Buffer
  /**
   * Called once, with the status and the milliseconds since it was due; status 0 means no response, and `answer` is the
   * reason.
   */
  done(status: number, took: number, answer: string): void
}

/** Arrivals is how many requests were due, and how many of them were not sent. */
export interface Arrivals {
  due: number
  /** Every connection was busy. */
  noLine: number
  /** There was no request to send. */
  noErrand: number
  /** The 99th percentile of the generator's own delay: beyond a few milliseconds it was too slow. */
  lagP99: number
}

export interface Connections {
  /** Sends the next request over an idle connection, if there is one. */
  send(next: () => ScheduledRequest | undefined, dueAt: number): 'sent' | 'no line' | 'no request'
  /** Waits until every request is done or has timed out. */
  settled(): Promise<void>
  close(): Promise<void>
}

export interface ConnectionOptions {
  port: number
  /** The maximum number of open connections. */
  most: number
  /** Whether connections are opened beforehand and used for several requests. */
  keepAlive: boolean
}

interface Busy {
  line: Connection
  scheduled: ScheduledRequest | undefined
  dueAt: number
}

/** A client that has waited for longer than this gives up. */
const responseTimeoutMs = 30_000

/** openConnections opens connections: an idle one takes the next request, or else another one is opened. */
export async function openConnections({ port, most, keepAlive }: ConnectionOptions): Promise<Connections> {
  const idle: Busy[] = []
  const open = new Set<Busy>()

  function openOne(ready?: () => void): Busy {
    const one = { scheduled: undefined, dueAt: 0 } as unknown as Busy
    one.line = openConnection(port, {
      ready,
      heard(status, text) {
        const answer = text()
        settle(one, status, answer)
        if (!keepAlive || /\r\nconnection: close/i.test(answer)) one.line.close()
        else idle.push(one)
      },
      gone(error) {
        open.delete(one)
        const place = one.scheduled ? -1 : idle.indexOf(one)
        if (place >= 0) idle.splice(place, 1)
        settle(one, 0, error?.message ?? 'the connection was closed')
      },
    })
    open.add(one)
    return one
  }

  function settle(one: Busy, status: number, answer: string): void {
    const { scheduled, dueAt } = one
    one.scheduled = undefined
    scheduled?.done(status, performance.now() - dueAt, answer)
  }

  // Wearables are connected before the load begins; other clients wait for the service to accept their connection.
  for (let i = 0; keepAlive && i < most; i++) {
    await new Promise<void>((resolve) => idle.push(openOne(resolve)))
  }

  return {
    send(next, dueAt) {
      const one = idle.pop() ?? (open.size < most ? openOne() : undefined)
      if (!one) return 'no line'
      const scheduled = next()
      if (!scheduled) {
        idle.push(one)
        return 'no request'
      }
      one.scheduled = scheduled
      one.dueAt = dueAt
      one.line.write(scheduled.request)
      return 'sent'
    },
    async settled() {
      const waitsUntil = performance.now() + responseTimeoutMs
      const isWaiting = () => [...open].some(({ scheduled }) => scheduled)
      await every(50, () => isWaiting() && performance.now() < waitsUntil)
      for (const { line, scheduled } of open) if (scheduled) line.close()
    },
    async close() {
      for (const { line } of open) line.close()
      await every(10, () => open.size > 0)
    },
  }
}

export interface ArrivalOptions {
  lines: Connections
  perSecond: number
  /** Requests are sent for as long as this is true. */
  going: () => boolean
  /** Returns the next request, or undefined if there is none. */
  next: () => ScheduledRequest | undefined
}

/**
 * sendAtRate sends requests at a fixed rate, whether or not earlier ones have been answered: an open loop, like clients
 * that do not know how busy the service is. Latency is counted from the time a request was due.
 */
export async function sendAtRate({ lines, perSecond, going, next }: ArrivalOptions): Promise<Arrivals> {
  const lags: number[] = []
  const outcomes = { sent: 0, 'no line': 0, 'no request': 0 }
  let due = 0
  const startedAt = performance.now()
  await every(1, () => {
    const now = performance.now()
    for (const goal = Math.floor(((now - startedAt) / 1000) * perSecond); due < goal; due++) {
      const dueAt = startedAt + ((due + 1) / perSecond) * 1000
      lags.push(performance.now() - dueAt)
      outcomes[lines.send(next, dueAt)]++
    }
    return going()
  })
  await lines.settled()
  return {
    due,
    noLine: outcomes['no line'],
    noErrand: outcomes['no request'],
    lagP99: percentile(ascending(lags), 0.99),
  }
}

/** every calls `work` at an interval for as long as it returns true. */
function every(milliseconds: number, work: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (work()) return
      clearInterval(timer)
      resolve()
    }, milliseconds)
  })
}
