import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { createBoundedMap } from '../lib/bounded-map.ts'
import { addressKey } from '../lib/client-address.ts'
import { createTokenBuckets } from '../lib/token-bucket.ts'
import type { ConnectionLimits } from './connection-limits.ts'

/** Tracks the open connections of each address, and limits their number and the rate of new ones. */
export interface Connections {
  /** Keeps a new connection, or closes it and returns false. */
  admit(socket: Socket): boolean
  /** Replaces an admitted socket by the TLS socket on top of it. */
  replace(socket: Socket, secured: Socket): void
  /** Marks connections as proven after the first successful response to an authenticated request. */
  trackResponses(listener: RequestListener): RequestListener
  /** Marks the connection of a socket as proven: its client has authenticated. */
  prove(socket: Socket): void
  /** Closes a connection that exceeds its limits, and throttles its address when that happens often. */
  block(socket: Socket): void
  sockets(): Iterable<Socket>
}

export interface ConnectionsOptions
  extends Pick<ConnectionLimits, 'blockTimeMs' | 'maxConnectionsPerAddress' | 'newConnections'> {
  /** How many of the connections of an address may be unproven; all, unless given. */
  maxUnprovenPerAddress?: number
  /** Whether an address is that of a trusted proxy. */
  isProxy: (address: string) => boolean
  /** Whether a connection costs something before it is closed, such as a TLS handshake. */
  closesAtOnce?: boolean
}

interface Connection {
  socket: Socket
  isOfProxy: boolean
  isProven: boolean
  group: AddressGroup
}

/** The connections of one address, in their order of arrival. */
interface AddressGroup {
  key: string
  proven: Set<Connection>
  unproven: Set<Connection>
}

const authenticated = Symbol('authenticated')

/** Marks a request whose caller is known: public routes respond successfully to everybody. */
export function markAuthenticated(request: IncomingMessage & { [authenticated]?: boolean }): void {
  request[authenticated] = true
}

const proof = Symbol('proof')
type TrackedRequest = IncomingMessage & { [proof]?: () => void }

/** Marks the connection of an authenticated request as proven before its response ends. */
export function markProven(request: TrackedRequest): void {
  request[proof]?.()
}

const maxBlocked = 10_000
/** A home shares an address, so one faulty client must not block the others. */
const maxOffences = 5
const blockedRateLimit = { points: 1, seconds: 0.2 }
/** Without this limit, a client that reconnects at once would keep the event loop busy with accepting connections. */
const replacementRateLimit = { points: 10, seconds: 1 }
/**
 * How long a refused connection stays open, unread, and how many do. Node accepts one connection per iteration of the
 * event loop: a client that reconnects at once would always have thousands waiting before that of a fall.
 */
const refusalDelayMs = 1000
const maxDelayedRefusals = 1000

/**
 * Prefers proven connections to the others of their address: in a care home behind one address, a faulty
 * client must neither disconnect the wearables nor keep the next one from connecting.
 */
export function createConnections(options: ConnectionsOptions): Connections {
  const { blockTimeMs, maxConnectionsPerAddress, newConnections, isProxy } = options
  const { maxUnprovenPerAddress = maxConnectionsPerAddress, closesAtOnce = false } = options
  let delayedRefusals = 0
  const groups = new Map<string, AddressGroup>()
  const connections = new WeakMap<Socket, Connection>()
  const blockedUntil = createBoundedMap<string, number>(maxBlocked)
  const offenceCounts = createBoundedMap<string, number>(maxBlocked)
  const newConnectionRate = newConnections && createTokenBuckets(newConnections)
  const blockedRate = createTokenBuckets(blockedRateLimit)
  const replacementRate = createTokenBuckets(replacementRateLimit)

  function admit(socket: Socket): boolean {
    const { remoteAddress = '' } = socket
    const isOfProxy = isProxy(remoteAddress)
    const key = addressKey(remoteAddress) ?? ''
    const group = groups.get(key) ?? { key, proven: new Set(), unproven: new Set() }
    if (!isOfProxy && (isTooFast(key) || !makeRoom(group))) {
      refuse(socket)
      return false
    }
    const connection = { socket, isOfProxy, isProven: false, group }
    groups.set(key, group)
    group.unproven.add(connection)
    connections.set(socket, connection)
    socket.once('close', () => remove(connection))
    return true
  }

  function refuse(socket: Socket): void {
    if (closesAtOnce || delayedRefusals >= maxDelayedRefusals) return void socket.destroy()
    delayedRefusals++
    // Node has scheduled that it begins to read.
    process.nextTick(() => socket.pause())
    const timer = setTimeout(() => socket.destroy(), refusalDelayMs)
    socket.once('close', () => {
      clearTimeout(timer)
      delayedRefusals--
    })
  }

  /** Admits some connections of a blocked address: other clients there may have to report a fall. */
  function isTooFast(key: string): boolean {
    const isBlocked = performance.now() < (blockedUntil.get(key) ?? 0)
    return isBlocked ? !blockedRate.take(key) : newConnectionRate?.take(key) === false
  }

  /** Closes the oldest unproven connection of an address that has reached its limit. */
  function makeRoom({ key, proven, unproven }: AddressGroup): boolean {
    const isFull = proven.size + unproven.size >= maxConnectionsPerAddress
    if (!isFull && unproven.size < maxUnprovenPerAddress) return true
    const [oldest] = unproven
    if (!oldest || !replacementRate.take(key)) return false
    unproven.delete(oldest)
    oldest.socket.destroy()
    return true
  }

  function remove(connection: Connection): void {
    const { key, proven, unproven } = connection.group
    // A connection that was closed to make room has been removed already.
    if (!proven.delete(connection) && !unproven.delete(connection)) return
    if (proven.size + unproven.size === 0) groups.delete(key)
  }

  function prove(connection: Connection): void {
    const { proven, unproven } = connection.group
    connection.isProven = true
    // It has been removed if it was closed meanwhile.
    if (unproven.delete(connection)) proven.add(connection)
  }

  /**
   * Closes a connection and, after several offences, all unproven ones of its address, which is then throttled: Node
   * reads up to 1,800 small requests at once, and only closing the connection before prevents that.
   */
  function block(socket: Socket): void {
    const connection = connections.get(socket)
    socket.destroy()
    if (!connection || connection.isOfProxy) return
    const { key, unproven } = connection.group
    const offences = (offenceCounts.get(key) ?? 0) + 1
    offenceCounts.set(key, offences)
    if (offences < maxOffences) return
    offenceCounts.delete(key)
    blockedUntil.set(key, performance.now() + blockTimeMs)
    for (const other of unproven) other.socket.destroy()
  }

  return {
    admit,
    replace(socket, secured) {
      const connection = connections.get(socket)
      if (!connection) return
      connection.socket = secured
      connections.set(secured, connection)
    },
    trackResponses: (listener) => (request: TrackedRequest, response) => {
      const connection = connections.get(request.socket)
      if (connection && !connection.isProven) {
        request[proof] = () => prove(connection)
        response.once('finish', () => {
          if (response.statusCode < 400 && authenticated in request) prove(connection)
        })
      }
      listener(request, response)
    },
    prove(socket) {
      const connection = connections.get(socket)
      if (connection) prove(connection)
    },
    block,
    *sockets() {
      for (const { proven, unproven } of groups.values()) {
        for (const { socket } of proven) yield socket
        for (const { socket } of unproven) yield socket
      }
    },
  }
}
