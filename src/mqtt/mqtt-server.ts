import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Context } from '../context.ts'
import type { DeviceKeys } from '../devices/device-keys.service.ts'
import { defaultLimits as httpLimits } from '../http/connection-limits.ts'
import { createConnections } from '../http/connections.ts'
import type { Limits } from '../http/rate-limits.ts'
import { backlog } from '../http/server.ts'
import type { TlsOptions } from '../http/tls.ts'
import { addressKey, createProxyCheck } from '../lib/client-address.ts'
import { StartError } from '../lib/errors.ts'
import { setDisconnected } from '../monitoring/disconnections.service.ts'
import { type MqttConnection, openConnection } from './connection.ts'
import { type ConnectionLimits, defaultLimits } from './connection-limits.ts'
import type { LaneParts } from './publish-lane.ts'
import { reasonCodes } from './reason-codes.ts'
import { RefusedConnect } from './refused-connect.ts'
import { createSessions } from './session.ts'

/** MqttServer is the listener for devices that keep one connection open. */
export interface MqttServer {
  listen(host: string, port: number): Promise<AddressInfo>
  /** The number of connected devices. */
  count(): number
  close(): Promise<void>
}

export interface MqttServerParts extends LaneParts {
  ctx: Context
  keys: DeviceKeys
  limits: Pick<Limits, 'refusedReadings'>
  tls?: TlsOptions | undefined
  connectionLimits?: Partial<ConnectionLimits>
}

/** All connections, and those that have not authenticated yet: the oldest of them makes room for a new one. */
const maxConnections = 50_000
const maxUnauthenticated = 2000
const sweepIntervalMs = 1000

export function createMqttServer(parts: MqttServerParts): MqttServer {
  const { ctx, keys, ingest, tls } = parts
  const { config } = ctx
  const prefix = config.mqtt.topicPrefix
  const limits = { ...defaultLimits, ...parts.connectionLimits }
  const isProxy = createProxyCheck(config.trustProxy)
  const addresses = createConnections({
    ...httpLimits,
    newConnections: config.rateLimits.connections,
    isProxy,
  })
  const sessions = createSessions({ prefix, keys, devices: ingest.devices, now: ctx.now })
  const open = new Map<Socket, MqttConnection>()
  /** Sockets that have not authenticated, in their order of arrival. */
  const unauthenticated = new Set<Socket>()
  const server: Server = tls
    ? createTlsServer({ ...tls, handshakeTimeout: limits.packetTimeoutMs })
    : createServer({ noDelay: true })
  server.maxConnections = maxConnections
  let connected = 0
  let sweepTimer: NodeJS.Timeout | undefined

  if (tls) {
    server.on('connection', (socket: Socket) => {
      if (addresses.admit(socket)) wait(socket)
    })
    server.on('secureConnection', (secured: Socket) => accept(secured))
    server.on('tlsClientError', (_error, socket: Socket) => socket.destroy())
  } else {
    server.on('connection', (socket: Socket) => {
      if (!addresses.admit(socket)) return
      wait(socket)
      accept(socket)
    })
  }

  function wait(socket: Socket): void {
    unauthenticated.add(socket)
    socket.once('close', () => unauthenticated.delete(socket))
    socket.on('error', () => {})
    if (unauthenticated.size <= maxUnauthenticated) return
    const [oldest] = unauthenticated
    unauthenticated.delete(oldest as Socket)
    oldest?.destroy()
  }

  /** The TLS socket and the one below it have the same addresses and ports. */
  function prove(socket: Socket): void {
    for (const waiting of unauthenticated) {
      if (
        waiting !== socket &&
        (waiting.remotePort !== socket.remotePort || waiting.remoteAddress !== socket.remoteAddress)
      )
        continue
      unauthenticated.delete(waiting)
      addresses.prove(waiting)
      return
    }
  }

  function accept(socket: Socket): void {
    const { remoteAddress = '' } = socket
    const countRefusal = async () => {
      const count = await parts.limits.refusedReadings?.consume(addressKey(remoteAddress) ?? 'unknown')
      return count !== undefined && !count.allowed
    }
    let isCounted = false
    const connection = openConnection(socket, {
      ...parts,
      prefix,
      limits,
      countRefusal,
      async connect(packet, current) {
        if (config.production && !tls && !isProxy(remoteAddress))
          throw new RefusedConnect(reasonCodes.notAuthorized, 'TLS is required')
        try {
          const session = await sessions(packet, socket, current)
          prove(socket)
          isCounted = true
          connected++
          return session
        } catch (error) {
          if (error instanceof RefusedConnect && (await countRefusal()))
            throw new RefusedConnect(reasonCodes.connectionRateExceeded, 'Too many refused connections')
          if (!(error instanceof RefusedConnect)) ctx.log.error({ err: error }, 'an MQTT connection failed')
          throw error
        }
      },
      onStatus({ deviceNumber }, isOnline) {
        setDisconnected(ctx, deviceNumber, !isOnline).catch((error) =>
          ctx.log.warn({ err: error }, 'the last will of a device could not be recorded'),
        )
      },
      onClose() {
        open.delete(socket)
        if (isCounted) connected--
      },
    })
    open.set(socket, connection)
  }

  function sweep(): void {
    const now = performance.now()
    for (const connection of open.values()) connection.checkTimes(now)
  }

  return {
    async listen(host, port) {
      server.listen({ host, port, backlog })
      await once(server, 'listening').catch((error) => {
        throw error.code === 'EADDRINUSE'
          ? new StartError(`Port ${port} is already in use. Set MQTT_PORT to another one.`)
          : new StartError(`MQTT_PORT cannot be opened: ${error.message}`)
      })
      sweepTimer = setInterval(sweep, sweepIntervalMs)
      return server.address() as AddressInfo
    },
    count: () => connected,
    async close() {
      clearInterval(sweepTimer)
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const connection of open.values()) connection.close(reasonCodes.serverShuttingDown)
      for (const socket of unauthenticated) socket.destroy()
      await closed
    },
  }
}
