import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, Server as TlsServer } from 'node:tls'
import { createStatusWriter } from '../../alerting/monitoring/disconnections.service.ts'
import { defaultLimits as httpLimits } from '../../platform/http/connection-limits.ts'
import { createConnections } from '../../platform/http/connections.ts'
import type { Limits } from '../../platform/http/rate-limits.ts'
import { backlog } from '../../platform/http/server.ts'
import { createProxyCheck } from '../../platform/lib/client-address.ts'
import { StartError } from '../../platform/lib/errors.ts'
import type { TlsOptions } from '../../platform/tls/tls-options.ts'
import type { DeviceKeys } from '../devices/device-keys.service.ts'
import { type ConnectionParts, type MqttConnection, openConnection } from './connection.ts'
import { type ConnectionLimits, defaultLimits } from './connection-limits.ts'
import { isTemporary, type LaneParts } from './publish-lane.ts'
import { RefusedConnect, reasonCodes } from './reason-codes.ts'
import { createRefusals } from './refusals.ts'
import { createRevocations } from './revocations.ts'
import { createSessions } from './session.ts'
import { createTakeovers, type TakeoverParts } from './takeovers.ts'
import { createWaitingConnections } from './waiting-connections.ts'

/** The listener for devices that keep one connection open. */
export interface MqttServer {
  listen(host: string, port: number): Promise<AddressInfo>
  /** The number of connected devices. */
  count(): number
  /** Uses another certificate for new connections. */
  renewTls(tls: TlsOptions): void
  close(): Promise<void>
}

export interface MqttServerParts extends LaneParts, TakeoverParts {
  keys: DeviceKeys
  limits: Pick<Limits, 'refusedReadings'>
  tls?: TlsOptions | undefined
  connectionLimits?: Partial<ConnectionLimits>
}

const sweepIntervalMs = 1000

export function createMqttServer(parts: MqttServerParts): MqttServer {
  const { ctx, keys, ingest, events, tls } = parts
  const { config } = ctx
  const prefix = config.mqtt.topicPrefix
  const limits = { ...defaultLimits, ...parts.connectionLimits }
  // Whoever lets devices send without a limit, as a load test does, means their connections too.
  if (!config.rateLimits.sensor) limits.publishRate = undefined
  const isProxy = createProxyCheck(config.trustProxy)
  const addresses = createConnections({
    ...httpLimits,
    maxUnprovenPerAddress: limits.maxUnauthenticatedPerAddress,
    newConnections: config.rateLimits.connections,
    isProxy,
  })
  const takeovers = createTakeovers(parts)
  const refusals = createRefusals(ctx, parts.limits)
  const revocations = createRevocations(parts.heartbeat)
  const statuses = createStatusWriter(ctx)
  const { audit } = refusals
  const sessions = createSessions({ prefix, keys, devices: ingest.devices, takeovers, audit, now: ctx.now })
  const open = new Map<Socket, MqttConnection>()
  const waiting = createWaitingConnections(addresses, limits.maxUnauthenticated)
  const server: Server = tls
    ? createTlsServer({ ...tls, handshakeTimeout: limits.connectTimeoutMs })
    : createServer({ noDelay: true })
  server.maxConnections = limits.maxConnections
  let sweepTimer: NodeJS.Timeout | undefined

  server.on('connection', (socket: Socket) => {
    if (waiting.admit(socket) && !tls) accept(socket)
  })
  server.on('secureConnection', accept)
  server.on('tlsClientError', (_error, socket: Socket) => socket.destroy())

  const connectionParts: ConnectionParts = {
    ingest,
    events,
    admission: parts.admission,
    prefix,
    limits,
    async countRefusal(error, { actor }, { remoteAddress = '' }) {
      refusals.audit(error.status, 'PUBLISH', actor, remoteAddress)
      return !isTemporary(error) && refusals.isTooMany(remoteAddress)
    },
    async connect(packet, socket, connection) {
      const { remoteAddress = '' } = socket
      try {
        if (config.production && !tls && !isProxy(remoteAddress))
          throw new RefusedConnect(reasonCodes.notAuthorized, 'TLS is required')
        const session = await sessions(packet, socket, connection)
        waiting.prove(socket)
        const stopWatching = revocations.watch(connection, session.actor.id, session.mac)
        socket.once('close', stopWatching)
        if (socket.destroyed) stopWatching()
        return session
      } catch (error) {
        throw await refusals.connect(error, remoteAddress)
      }
    },
    onStatus({ deviceNumber }, isOnline) {
      statuses
        .set(deviceNumber, isOnline)
        .catch((error) => ctx.log.warn({ err: error }, 'the last will of a device could not be recorded'))
    },
    onClose(socket) {
      open.delete(socket)
    },
  }

  function accept(socket: Socket): void {
    open.set(socket, openConnection(socket, connectionParts))
  }

  function sweep(): void {
    const now = performance.now()
    for (const connection of open.values()) connection.checkTimes(now)
    revocations.sweep()
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
    count: () => [...open.values()].filter(({ isConnected }) => isConnected).length,
    renewTls(renewed) {
      if (server instanceof TlsServer) server.setSecureContext(renewed)
    },
    async close() {
      clearInterval(sweepTimer)
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const connection of open.values()) connection.close(reasonCodes.serverShuttingDown)
      waiting.close()
      await closed
      await takeovers.drained()
    },
  }
}
