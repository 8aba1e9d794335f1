import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AttackCost, Target } from './attack.ts'
import { createResponseReader } from './response-reader.ts'

/** An attack ends after this many requests. */
const maxRequests = 500_000
/** Connections are opened in groups of this size, so that the backlog of the service does not overflow. */
const connectBatch = 100
const reconnectDelayMs = 50
const requestTimeoutMs = 5000
/** The rest of a longer response is not kept. */
const maxKeptBytes = 10e6

export type AddressOf = (connection: number) => string

export interface RepeatOptions {
  connections: number
  /** Returns the bytes to send next, or undefined to close the connection. */
  next: (connection: number) => Buffer | undefined
  /** How many requests those bytes contain. */
  pipelined?: number
  addressOf?: AddressOf | undefined
  /** False if responses have a Content-Length but no body, as those to HEAD do. */
  responsesHaveBodies?: boolean
}

export interface UnreadOptions {
  connections: number
  /** What a connection sends repeatedly, for as long as the service reads. */
  request: (connection: number) => Buffer
  /** The maximum number of repetitions on each connection. */
  repetitions?: number
  addressOf?: AddressOf | undefined
}

export interface DripOptions {
  connections: number
  opening: Buffer
  /** Sent repeatedly after the opening; nothing is sent without it. */
  piece?: Buffer
  intervalMs?: number
  addressOf?: AddressOf | undefined
}

/** The ways in which attacks use connections; it counts the cost. */
export interface Flood {
  cost: AttackCost
  /** Violations of the goal that the other clients cannot observe. */
  violations: string[]
  isOver(): boolean
  /** Sends one request over a new connection and returns the response; status 0 if there was none in time. */
  request(request: Buffer, address?: string): Promise<{ status: number; body: string }>
  /** Keeps connections busy: each sends when it gets a response, and reconnects when it is closed. */
  repeat(options: RepeatOptions): Promise<void>
  /** Sends over connections that never read a response. */
  sendUnread(options: UnreadOptions): Promise<void>
  /** Holds connections open that never send a complete request. */
  drip(options: DripOptions): Promise<void>
}

export function createFlood(target: Target): Flood {
  const sockets = new Set<Socket>()
  const cost: AttackCost = {
    requests: 0,
    sentBytes: 0,
    connections: 0,
    refusedConnections: 0,
    responses: {},
    largestResponseBytes: 0,
    hangingConnections: 0,
  }
  const isOver = () => Date.now() >= target.endsAt || cost.requests >= maxRequests
  const remainingMs = () => Math.max(0, target.endsAt - Date.now())

  function open(address = target.address): Socket {
    const socket = connect({ port: target.port, host: '127.0.0.1', localAddress: address, noDelay: true })
    socket.on('connect', () => {
      sockets.add(socket)
      cost.connections = Math.max(cost.connections, sockets.size)
    })
    socket.on('error', () => {
      if (!sockets.has(socket)) cost.refusedConnections++
    })
    socket.on('close', () => sockets.delete(socket))
    return socket
  }

  function send(socket: Socket, bytes: Buffer, requests: number): boolean {
    cost.requests += requests
    cost.sentBytes += bytes.length
    return socket.write(bytes)
  }

  function recordResponse(status: number, bytes: number): void {
    cost.responses[status] = (cost.responses[status] ?? 0) + 1
    cost.largestResponseBytes = Math.max(cost.largestResponseBytes, bytes)
  }

  /** Calls `use` for each connection, and again when it was closed before the end of the attack. */
  async function holdOpen(
    connections: number,
    addressOf: AddressOf | undefined,
    use: (socket: Socket, connection: number, end: (socket: Socket) => void) => void,
  ): Promise<void> {
    const held: Promise<void>[] = []
    for (let i = 0; i < connections && !isOver(); i++) {
      held.push(holdOne(i))
      if (i % connectBatch === connectBatch - 1) await sleep(10)
    }
    await Promise.all(held)

    async function holdOne(connection: number): Promise<void> {
      let hasEnded = false
      const end = (socket: Socket) => {
        hasEnded = true
        socket.destroy()
      }
      while (!isOver() && !hasEnded) {
        const socket = open(addressOf?.(connection))
        const timeout = setTimeout(() => socket.destroy(), remainingMs())
        const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
        use(socket, connection, end)
        await closed
        clearTimeout(timeout)
        if (!isOver() && !hasEnded) await sleep(reconnectDelayMs)
      }
    }
  }

  return {
    cost,
    violations: [],
    isOver,
    request: (bytes, address) =>
      new Promise((resolve) => {
        const socket = open(address)
        const chunks: Buffer[] = []
        let status = 0
        const read = createResponseReader((responseStatus, responseBytes) => {
          status = responseStatus
          recordResponse(responseStatus, responseBytes)
          socket.destroy()
        })
        const timeout = setTimeout(() => socket.destroy(), Math.min(requestTimeoutMs, remainingMs() + 100))
        let receivedBytes = 0
        socket.on('data', (chunk) => {
          receivedBytes += chunk.length
          cost.largestResponseBytes = Math.max(cost.largestResponseBytes, receivedBytes)
          if (receivedBytes < maxKeptBytes) chunks.push(chunk)
          read(chunk)
        })
        socket.on('close', () => {
          clearTimeout(timeout)
          const text = Buffer.concat(chunks).toString()
          resolve({ status, body: text.slice(text.indexOf('\r\n\r\n') + 4) })
        })
        send(socket, bytes, 1)
      }),
    repeat: ({ connections, next, pipelined = 1, addressOf, responsesHaveBodies = true }) =>
      holdOpen(connections, addressOf, (socket, connection, end) => {
        let outstanding = 0
        const sendNext = () => {
          const bytes = isOver() ? undefined : next(connection)
          if (!bytes) return end(socket)
          outstanding = pipelined
          send(socket, bytes, pipelined)
        }
        const onResponse = (status: number, bytes: number) => {
          recordResponse(status, bytes)
          if (--outstanding <= 0) sendNext()
        }
        const read = createResponseReader(onResponse, responsesHaveBodies)
        socket.on('data', read)
        socket.once('connect', sendNext)
      }),
    sendUnread: ({ connections, request, repetitions = 1000, addressOf }) =>
      holdOpen(connections, addressOf, (socket, connection) => {
        socket.pause()
        let sent = 0
        const sendMore = () => {
          while (sent < repetitions && !isOver() && !socket.destroyed) {
            sent++
            if (!send(socket, request(connection), 1)) return
          }
        }
        socket.on('drain', sendMore)
        socket.once('connect', sendMore)
      }),
    drip: ({ connections, opening, piece, intervalMs = 1000, addressOf }) =>
      holdOpen(connections, addressOf, (socket) => {
        let timer: NodeJS.Timeout | undefined
        socket.resume()
        socket.once('connect', () => {
          if (opening.length > 0) send(socket, opening, 1)
          if (piece) timer = setInterval(() => send(socket, piece, 0), intervalMs)
        })
        socket.once('close', () => clearInterval(timer))
      }),
  }
}
