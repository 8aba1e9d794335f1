/** ConnectionLimits limit what one connection can cost. */
export interface ConnectionLimits {
  /** CONNECT must arrive within this time, and every packet be complete. */
  packetTimeoutMs: number
  /** The longest packet before and after CONNECT, in bytes. */
  maxConnectBytes: number
  maxPacketBytes: number
  /** How many publishes of a connection may be unacknowledged; then the service reads no more. */
  maxInFlight: number
  /** How long a publish that is refused for now is tried again before it is refused. */
  retryMs: number
  /** The longest time without a packet, whatever the client asks for. */
  maxKeepAliveSeconds: number
  /** How much a client may leave unread, in bytes. */
  maxUnreadBytes: number
}

export const defaultLimits: ConnectionLimits = {
  packetTimeoutMs: 10_000,
  maxConnectBytes: 4096,
  maxPacketBytes: 256 * 1024,
  maxInFlight: 16,
  retryMs: 20_000,
  maxKeepAliveSeconds: 300,
  maxUnreadBytes: 64 * 1024,
}
