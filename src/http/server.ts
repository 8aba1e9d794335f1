import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { createBoundedMap } from '../lib/bounded-map.ts'
import { addressKey } from '../lib/client-address.ts'
import { answerUnreadable } from './client-errors.ts'
import { requireLength } from './length-required.ts'
import { answerInEnvelope, serverOptions } from './server-answers.ts'
import type { TlsOptions } from './tls.ts'

/** ConnectionLimits bound what one connection can cost; times are in milliseconds. */
export interface ConnectionLimits {
  /** The whole of a request, and its headers, must arrive within this time. */
  requestTimeout: number
  headersTimeout: number
  /** In bytes. A token and a few cookies take one or two thousand. */
  maxHeaderSize: number
  connectionsCheckingInterval: number
  /** A connection between two requests. Wearables send every second; load balancers close theirs after a minute. */
  keepAliveTimeout: number
  /** A client must take some of its answer in this time. */
  writeTimeout: number
  /** So many requests may wait behind the one under way on their connection. */
  maxPipelined: number
  /** How long an address is slowed down whose clients have sent more. */
  blockTime: number
  /** So many connections one address may have, unless it is that of a proxy. */
  maxConnectionsPerAddress: number
  /** When the service stops: how long requests under way have, and a client that has not sent anything yet. */
  shutdownTimeout: number
  firstByteTimeout: number
}

const usualLimits: ConnectionLimits = {
  requestTimeout: 30_000,
  maxHeaderSize: 8192,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5000,
  keepAliveTimeout: 72_000,
  writeTimeout: 10_000,
  maxPipelined: 32,
  blockTime: 10_000,
  maxConnectionsPerAddress: 1000,
  shutdownTimeout: 10_000,
  firstByteTimeout: 1000,
}

const sweepInterval = 100
const maxBlocked = 10_000
/** A home shares an address: one client that errs must not shut the others out. */
const maxOffences = 5
const blockedInterval = 200

/** As many as the system lets wait: after an outage all devices come back at once, and Node accepts one at a time. */
export const backlog = 4096

export interface HttpServers {
  /** Closes a connection that costs too much, and slows its address down when that happens often. */
  block(socket: Socket): void
  /** Makes the server that Fastify listens with. */
  create(listener: RequestListener): Server
  /** Listens on the other addresses of a name as well: localhost is 127.0.0.1 and ::1. Those that cannot be had are left. */
  listenOnOtherAddresses(hostname: string): Promise<void>
  /** Closes connections as their requests are done, until `drained`, which waits for the servers beside the first. */
  startDraining(): void
  drained(): Promise<void>
}

export interface HttpServerOptions {
  tls?: TlsOptions | undefined
  /** Puts something in front of the listener, for all servers together. */
  guard: (listener: RequestListener) => RequestListener
  /** Called for each connection, before it is known whether it stays. */
  onConnection?: () => void
  /** Whether many clients may be behind an address. */
  isProxy?: (address: string) => boolean
  limits?: Partial<ConnectionLimits>
}

/** createHttpServers bounds what one connection can cost: in time, in requests that wait, and in unread answers. */
export function createHttpServers({
  tls,
  guard,
  onConnection = () => {},
  isProxy = () => false,
  limits,
}: HttpServerOptions): HttpServers {
  const {
    writeTimeout,
    maxPipelined,
    blockTime,
    maxConnectionsPerAddress,
    shutdownTimeout,
    firstByteTimeout,
    ...timeouts
  } = {
    ...usualLimits,
    ...limits,
  }
  const servers: Server[] = []
  const connections = new Set<Socket>()
  const connectionsOf = new Map<string, Set<Socket>>()
  /** The same connections, or what TLS makes of them. */
  const writable = tls ? new Set<Socket>() : connections
  const watchingWrites = setInterval(limitWriteTime, writeTimeout / 2).unref()
  const blockedUntil = createBoundedMap<string, number>(maxBlocked)
  const offencesOf = createBoundedMap<string, number>(maxBlocked)
  const lastAccepted = createBoundedMap<string, number>(maxBlocked)
  let draining: NodeJS.Timeout | undefined
  let closing: Promise<unknown>[] = []

  function sweep(since: number): void {
    const elapsed = performance.now() - since
    for (const server of servers) {
      if (elapsed >= shutdownTimeout) server.closeAllConnections()
      // A connection that was busy when we stopped would be kept open for its next request.
      else server.closeIdleConnections()
    }
    if (elapsed < firstByteTimeout) return
    // Node takes a connection on which nothing was ever sent for a busy one.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  }

  /**
   * block closes a connection and, when that happens again and again, all of its address, of which a few are let in for a
   * while: what a client has sent at once is read at once, up to 1,800 small requests, and only a connection that is
   * closed before is not read.
   */
  function block(socket: Socket): void {
    const { remoteAddress = '' } = socket
    socket.destroy()
    if (isProxy(remoteAddress)) return
    const key = addressKey(remoteAddress) ?? ''
    const offences = (offencesOf.get(key) ?? 0) + 1
    offencesOf.set(key, offences)
    if (offences < maxOffences) return
    offencesOf.delete(key)
    blockedUntil.set(key, performance.now() + blockTime)
    for (const other of connectionsOf.get(key) ?? []) other.destroy()
  }

  /**
   * Node closes a connection on which nothing was written in its timeout, and sets another timeout when an answer is
   * through. To set it for each answer would be felt; those that wait for their clients are few.
   */
  function limitWriteTime(): void {
    for (const socket of writable) {
      if (socket.writableLength > 0 && socket.timeout !== writeTimeout) socket.setTimeout(writeTimeout)
    }
  }

  /** isSlowedDown lets a few connections of a blocked address in: others at it may have a fall to tell. */
  function isSlowedDown(key: string): boolean {
    const now = performance.now()
    if (now >= (blockedUntil.get(key) ?? 0)) return false
    if (now - (lastAccepted.get(key) ?? 0) < blockedInterval) return true
    lastAccepted.set(key, now)
    return false
  }

  function forget(socket: Socket, key: string): void {
    connections.delete(socket)
    const own = connectionsOf.get(key)
    own?.delete(socket)
    if (own?.size === 0) connectionsOf.delete(key)
  }

  function create(listener: RequestListener): Server {
    const server = tls
      ? createHttpsServer({
          ...serverOptions,
          ...timeouts,
          ...tls,
          handshakeTimeout: timeouts.headersTimeout,
        })
      : createHttpServer({ ...serverOptions, ...timeouts })
    server.on('request', listener)
    server.on('clientError', answerUnreadable)
    answerInEnvelope(server)
    server.on('connection', (socket: Socket) => {
      onConnection()
      const { remoteAddress = '' } = socket
      const key = addressKey(remoteAddress) ?? ''
      if (isSlowedDown(key)) return void socket.destroy()
      const own = connectionsOf.get(key) ?? new Set()
      if (own.size >= maxConnectionsPerAddress && !isProxy(remoteAddress)) return void socket.destroy()
      connectionsOf.set(key, own.add(socket))
      connections.add(socket)
      socket.once('close', () => forget(socket, key))
    })
    if (tls) {
      server.on('secureConnection', (socket: Socket) => {
        writable.add(socket)
        socket.once('close', () => writable.delete(socket))
      })
    }
    servers.push(server)
    return server
  }

  return {
    block,
    create: (listener) => create(requireLength(oneAtATime(guard(listener), maxPipelined, block), block)),
    async listenOnOtherAddresses(hostname) {
      const [first] = servers
      const [listener] = (first?.listeners('request') ?? []) as RequestListener[]
      const bound = first?.address() as AddressInfo
      if (!listener) return
      for (const { address } of await lookup(hostname, { all: true })) {
        if (address === bound.address) continue
        const server = create(listener)
        server.listen({ host: address, port: bound.port, backlog })
        await once(server, 'listening').catch(() => void servers.splice(servers.indexOf(server), 1))
      }
    },
    startDraining() {
      closing = servers.slice(1).map((server) => once(server.close(), 'close'))
      draining = setInterval(sweep, sweepInterval, performance.now())
    },
    async drained() {
      await Promise.all(closing)
      clearInterval(watchingWrites)
      clearInterval(draining)
    },
  }
}

/**
 * oneAtATime has a request wait until the ones before it on its connection are answered. A client could otherwise have
 * hundreds under way, and their answers waiting in memory, by sending them without reading.
 */
function oneAtATime(
  listener: RequestListener,
  maxPipelined: number,
  block: (socket: Socket) => void,
): RequestListener {
  const pipelined = new WeakMap<Socket, number>()

  return (request, response) => {
    if (response.socket) return void listener(request, response)
    const { socket } = request
    // What had arrived before the connection was closed is still read.
    if (socket.destroyed) return
    const waiting = (pipelined.get(socket) ?? 0) + 1
    if (waiting > maxPipelined) return void block(socket)
    pipelined.set(socket, waiting)
    response.once('socket', () => {
      pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1)
      listener(request, response)
    })
  }
}
