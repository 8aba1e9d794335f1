import type { RateLimit } from '../config.ts'

/**
 * ConnectionLimits limit what one connection, and all of one address, can cost. Options of Node keep its names; their
 * times are in milliseconds.
 */
export interface ConnectionLimits {
  /** A request, and its headers, must arrive completely within this time. */
  requestTimeout: number
  headersTimeout: number
  /** In bytes; a token and a few cookies take one or two thousand. */
  maxHeaderSize: number
  connectionsCheckingInterval: number
  /** How long an idle connection stays open. Wearables send every second; load balancers close theirs after a minute. */
  keepAliveTimeout: number
  /** A client must read some of its response within this time. */
  writeTimeoutMs: number
  /** How many pipelined requests may wait for the current one on their connection. */
  maxPipelined: number
  /** How long an address is throttled whose clients exceed the limits of a connection. */
  blockTimeMs: number
  /** How many connections an address may have, unless it is that of a proxy. */
  maxConnectionsPerAddress: number
  /** The rate of new connections of an address, as a token bucket: TLS handshakes are expensive. */
  newConnections: RateLimit
  /** At shutdown, the time for running requests, and for connections that have not sent anything yet. */
  shutdownTimeoutMs: number
  firstByteTimeoutMs: number
}

export const defaultLimits: ConnectionLimits = {
  requestTimeout: 30_000,
  maxHeaderSize: 8192,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5000,
  keepAliveTimeout: 72_000,
  writeTimeoutMs: 10_000,
  maxPipelined: 32,
  blockTimeMs: 10_000,
  maxConnectionsPerAddress: 1000,
  newConnections: undefined,
  shutdownTimeoutMs: 10_000,
  firstByteTimeoutMs: 1000,
}
