import type { Rate } from '../../platform/lib/token-bucket.ts'

/** ConnectionLimits limit what one connection can cost. */
export interface ConnectionLimits {
  /** CONNECT, and before it the TLS handshake, must arrive within this time. */
  connectTimeoutMs: number
  /** Every packet must be complete within this time. */
  packetTimeoutMs: number
  /** The longest CONNECT and PUBLISH, and the longest of the other packets, in bytes. */
  maxConnectBytes: number
  maxPacketBytes: number
  maxControlBytes: number
  /** How many publishes of a connection may be unacknowledged; then the service reads no more. */
  maxInFlight: number
  /** How many packets of a connection are read before others have their turn. */
  maxPacketsPerTurn: number
  /** How many publishes of a connection are read; more of them wait. Undefined where devices have no limit either. */
  publishRate: Rate | undefined
  /** How many events of a connection are read; of more of them, all it sends waits for a second. */
  eventRate: Rate
  /** How often a connection may say that it is alive, subscribe, or tell its status; more often closes it. */
  pingRate: Rate
  subscriptionRate: Rate
  statusRate: Rate
  /** How long a publish that is refused for now is tried again before it is refused. */
  retryMs: number
  /** The longest time without a packet, whatever the client asks for. */
  maxKeepAliveSeconds: number
  /** How much a client may leave unread, in bytes. */
  maxUnreadBytes: number
  /** All connections. */
  maxConnections: number
  /** Those that have not authenticated yet, in all and of one address: the oldest of them makes room for a new one. */
  maxUnauthenticated: number
  maxUnauthenticatedPerAddress: number
}

export const defaultLimits: ConnectionLimits = {
  connectTimeoutMs: 5000,
  packetTimeoutMs: 10_000,
  maxConnectBytes: 4096,
  maxPacketBytes: 256 * 1024,
  // A SUBSCRIBE of a device has one filter; the parser takes 60 ms for 65,000 of them.
  maxControlBytes: 1024,
  maxInFlight: 16,
  maxPacketsPerTurn: 64,
  // A device that was away sends an hour of single readings within half a minute.
  publishRate: { points: 1000, seconds: 10 },
  // A person presses a button a few times, and a sensor of motion speaks every few seconds.
  eventRate: { points: 60, seconds: 60 },
  pingRate: { points: 30, seconds: 30 },
  subscriptionRate: { points: 30, seconds: 60 },
  statusRate: { points: 30, seconds: 60 },
  retryMs: 20_000,
  maxKeepAliveSeconds: 300,
  maxUnreadBytes: 64 * 1024,
  maxConnections: 50_000,
  maxUnauthenticated: 1000,
  // All devices of a home may connect at once, behind one address.
  maxUnauthenticatedPerAddress: 250,
}
