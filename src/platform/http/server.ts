import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer, Server as HttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { TlsOptions } from '../tls/tls-options.ts'
import { respondToClientError } from './client-errors.ts'
import { type ConnectionLimits, defaultLimits } from './connection-limits.ts'
import { createConnections } from './connections.ts'
import { requireLength } from './length-required.ts'
import { limitPipelining } from './pipelining.ts'
import { respondInEnvelope, serverOptions } from './server-responses.ts'

const sweepIntervalMs = 100

/** The maximum of most systems: after an outage all devices reconnect at once, and Node accepts one at a time. */
export const backlog = 4096

export interface HttpServers {
  /** Creates the server that Fastify listens with. */
  create(listener: RequestListener): Server
  /** Listens on the other addresses of a name as well, if possible: localhost is 127.0.0.1 and ::1. */
  listenOnOtherAddresses(hostname: string): Promise<void>
  /** Closes connections as their requests are done, until `drained`, which waits for the servers beside the first. */
  startDraining(): void
  drained(): Promise<void>
  /** Uses another certificate for new connections. */
  renewTls(tls: TlsOptions): void
}

export interface HttpServerOptions {
  tls?: TlsOptions | undefined
  /** Wraps the listener, for all servers together. */
  guard: (listener: RequestListener) => RequestListener
  /** Called for each new connection, also for those that are refused: refusing takes an event loop iteration as well. */
  onConnection?: () => void
  /** Whether an address is that of a trusted proxy. */
  isProxy?: (address: string) => boolean
  limits?: Partial<ConnectionLimits>
}

/** Limits what one connection can cost: in time, pipelined requests and unread responses. */
export function createHttpServers({
  tls,
  guard,
  onConnection = () => {},
  isProxy = () => false,
  limits,
}: HttpServerOptions): HttpServers {
  const {
    writeTimeoutMs,
    maxPipelined,
    blockTimeMs,
    maxConnectionsPerAddress,
    newConnections,
    shutdownTimeoutMs,
    firstByteTimeoutMs,
    ...nodeLimits
  } = { ...defaultLimits, ...limits }
  const servers: Server[] = []
  let currentTls = tls
  const connections = createConnections({
    ...{ blockTimeMs, maxConnectionsPerAddress, newConnections, isProxy },
    closesAtOnce: tls !== undefined,
  })
  const { block } = connections
  /** Sockets by their addresses and ports, which connect a TLS socket with the one below it. */
  const handshakes = new Map<string, Socket>()
  const writeTimer = setInterval(limitWriteTime, writeTimeoutMs / 2).unref()
  let drainTimer: NodeJS.Timeout | undefined
  let closingServers: Promise<unknown>[] = []

  function closeConnections(startedAtMs: number): void {
    const elapsedMs = performance.now() - startedAtMs
    for (const server of servers) {
      if (elapsedMs >= shutdownTimeoutMs) server.closeAllConnections()
      // A connection that was busy at shutdown would otherwise stay open for its next request.
      else server.closeIdleConnections()
    }
    if (elapsedMs < firstByteTimeoutMs) return
    // Node does not count a connection on which nothing was ever sent as idle.
    for (const socket of connections.sockets()) if (socket.bytesRead === 0) socket.destroy()
  }

  /**
   * Node closes a connection on which nothing was written within its timeout, and resets the timeout after a response.
   * Setting it for each response would cost measurable time, so it is set only for the few that wait for their clients.
   * A stream goes on after its client has read everything, so the timeout ends then.
   */
  function limitWriteTime(): void {
    for (const socket of connections.sockets()) {
      const isLimited = socket.timeout === writeTimeoutMs
      if (socket.writableLength > 0 !== isLimited) socket.setTimeout(isLimited ? 0 : writeTimeoutMs)
    }
  }

  function awaitHandshake(socket: Socket): void {
    const key = connectionKey(socket)
    handshakes.set(key, socket)
    socket.once('close', () => handshakes.delete(key))
  }

  function create(listener: RequestListener): Server {
    const options = { ...serverOptions, ...nodeLimits }
    const server = tls
      ? createHttpsServer({ ...options, ...currentTls, handshakeTimeout: nodeLimits.headersTimeout })
      : createHttpServer(options)
    server.on('request', listener)
    server.on('clientError', respondToClientError)
    respondInEnvelope(server)
    server.on('connection', (socket: Socket) => {
      onConnection()
      if (!connections.admit(socket)) return
      if (tls) awaitHandshake(socket)
    })
    server.on('secureConnection', (secured: Socket) => {
      const socket = handshakes.get(connectionKey(secured))
      if (socket) connections.replace(socket, secured)
    })
    servers.push(server)
    return server
  }

  return {
    create(listener) {
      const guarded = requireLength(limitPipelining(guard(listener), maxPipelined, block), block)
      return create(connections.trackResponses(guarded))
    },
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
      closingServers = servers.slice(1).map((server) => once(server.close(), 'close'))
      drainTimer = setInterval(closeConnections, sweepIntervalMs, performance.now())
    },
    renewTls(renewed) {
      currentTls = renewed
      for (const server of servers) if (server instanceof HttpsServer) server.setSecureContext(renewed)
    },
    async drained() {
      await Promise.all(closingServers)
      clearInterval(writeTimer)
      clearInterval(drainTimer)
    },
  }
}

export const connectionKey = ({ remoteAddress, remotePort, localAddress, localPort }: Socket) =>
  [remoteAddress, remotePort, localAddress, localPort].join(' ')
