import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAnswerReader } from './answers.ts'
import type { Spent, Target } from './attack.ts'

/** However short of time an attack is, it sends no more than this. */
const mostRequests = 500_000
/** So many connections are opened at once, so that none is lost before it was accepted. */
const openedAtOnce = 100
const reopenAfterMs = 50
const askTimeoutMs = 5000
/** Of a longer answer only the size is of interest. */
const mostKept = 10e6

export type AddressOf = (connection: number) => string

export interface RepeatOptions {
  connections: number
  /** Gives the bytes to send next, or nothing when enough has been sent: then the connections are closed. */
  next: (connection: number) => Buffer | undefined
  /** How many requests those bytes hold. */
  pipelined?: number
  addressOf?: AddressOf | undefined
  /** False where the answers name the length of a body that they do not have, as those to HEAD do. */
  answersHaveBodies?: boolean
}

export interface UnreadOptions {
  connections: number
  /** What a connection sends, again and again for as long as the service takes it. */
  request: (connection: number) => Buffer
  /** How often each connection sends it at most. */
  times?: number
  addressOf?: AddressOf | undefined
}

export interface DripOptions {
  connections: number
  opening: Buffer
  /** Sent after the opening, again and again; nothing is sent where there is none. */
  piece?: Buffer
  everyMs?: number
  addressOf?: AddressOf | undefined
}

/** Flood is what attackers have in common: ways to use connections, each of which counts what it takes. */
export interface Flood {
  spent: Spent
  /** What went wrong for others, where honest clients cannot notice it. */
  harms: string[]
  isOver(): boolean
  /** Sends one request over a connection of its own and gives the answer; status 0 where none came in time. */
  ask(request: Buffer, address?: string): Promise<{ status: number; body: string }>
  /** Keeps connections busy: each sends when its last request was answered, and connects anew when it was closed. */
  repeat(options: RepeatOptions): Promise<void>
  /** Sends over connections that never read an answer. */
  sendUnread(options: UnreadOptions): Promise<void>
  /** Holds connections open that never send a whole request. */
  drip(options: DripOptions): Promise<void>
}

export function createFlood(target: Target): Flood {
  const sockets = new Set<Socket>()
  const spent: Spent = {
    requests: 0,
    sentBytes: 0,
    connections: 0,
    refusedConnections: 0,
    answers: {},
    largestAnswerBytes: 0,
  }
  const isOver = () => Date.now() >= target.endsAt || spent.requests >= mostRequests
  const restMs = () => Math.max(0, target.endsAt - Date.now())

  function open(address = target.address): Socket {
    const socket = connect({ port: target.port, host: '127.0.0.1', localAddress: address, noDelay: true })
    socket.on('connect', () => {
      sockets.add(socket)
      spent.connections = Math.max(spent.connections, sockets.size)
    })
    socket.on('error', () => {
      if (!sockets.has(socket)) spent.refusedConnections++
    })
    socket.on('close', () => sockets.delete(socket))
    return socket
  }

  function send(socket: Socket, bytes: Buffer, requests: number): boolean {
    spent.requests += requests
    spent.sentBytes += bytes.length
    return socket.write(bytes)
  }

  function note(status: number, bytes: number): void {
    spent.answers[status] = (spent.answers[status] ?? 0) + 1
    spent.largestAnswerBytes = Math.max(spent.largestAnswerBytes, bytes)
  }

  /** Runs `work` for each connection, a few begun at a time, and again where a connection was lost before the end. */
  async function holdOpen(
    connections: number,
    addressOf: AddressOf | undefined,
    use: (socket: Socket, connection: number, end: (socket: Socket) => void) => void,
  ): Promise<void> {
    const runs: Promise<void>[] = []
    for (let i = 0; i < connections && !isOver(); i++) {
      runs.push(holdOne(i))
      if (i % openedAtOnce === openedAtOnce - 1) await sleep(10)
    }
    await Promise.all(runs)

    async function holdOne(connection: number): Promise<void> {
      let hasEnded = false
      const end = (socket: Socket) => {
        hasEnded = true
        socket.destroy()
      }
      while (!isOver() && !hasEnded) {
        const socket = open(addressOf?.(connection))
        const cutOff = setTimeout(() => socket.destroy(), restMs())
        const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
        use(socket, connection, end)
        await closed
        clearTimeout(cutOff)
        if (!isOver() && !hasEnded) await sleep(reopenAfterMs)
      }
    }
  }

  return {
    spent,
    harms: [],
    isOver,
    ask: (request, address) =>
      new Promise((resolve) => {
        const socket = open(address)
        const chunks: Buffer[] = []
        let status = 0
        const read = createAnswerReader((told, bytes) => {
          status = told
          note(told, bytes)
          socket.destroy()
        })
        const cutOff = setTimeout(() => socket.destroy(), Math.min(askTimeoutMs, restMs() + 100))
        let received = 0
        socket.on('data', (chunk) => {
          received += chunk.length
          spent.largestAnswerBytes = Math.max(spent.largestAnswerBytes, received)
          if (received < mostKept) chunks.push(chunk)
          read(chunk)
        })
        socket.on('close', () => {
          clearTimeout(cutOff)
          const text = Buffer.concat(chunks).toString()
          resolve({ status, body: text.slice(text.indexOf('\r\n\r\n') + 4) })
        })
        send(socket, request, 1)
      }),
    repeat: ({ connections, next, pipelined = 1, addressOf, answersHaveBodies = true }) =>
      holdOpen(connections, addressOf, (socket, connection, end) => {
        let awaited = 0
        const sendNext = () => {
          const bytes = isOver() ? undefined : next(connection)
          if (!bytes) return end(socket)
          awaited = pipelined
          send(socket, bytes, pipelined)
        }
        const answered = (status: number, bytes: number) => {
          note(status, bytes)
          if (--awaited <= 0) sendNext()
        }
        const read = createAnswerReader(answered, answersHaveBodies)
        socket.on('data', read)
        socket.once('connect', sendNext)
      }),
    sendUnread: ({ connections, request, times = 1000, addressOf }) =>
      holdOpen(connections, addressOf, (socket, connection) => {
        socket.pause()
        let sent = 0
        const sendMore = () => {
          while (sent < times && !isOver() && !socket.destroyed) {
            sent++
            if (!send(socket, request(connection), 1)) return
          }
        }
        socket.on('drain', sendMore)
        socket.once('connect', sendMore)
      }),
    drip: ({ connections, opening, piece, everyMs = 1000, addressOf }) =>
      holdOpen(connections, addressOf, (socket) => {
        let timer: NodeJS.Timeout | undefined
        socket.resume()
        socket.once('connect', () => {
          if (opening.length > 0) send(socket, opening, 1)
          if (piece) timer = setInterval(() => send(socket, piece, 0), everyMs)
        })
        socket.once('close', () => clearInterval(timer))
      }),
  }
}
