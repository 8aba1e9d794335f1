import type { Socket } from 'node:net'
import type { Connections } from '../../platform/http/connections.ts'
import { connectionKey } from '../../platform/http/server.ts'

/** Those that have not authenticated. */
export interface WaitingConnections {
  /** Keeps a new connection, or closes it and returns false. */
  admit(socket: Socket): boolean
  /** The client of this socket, or of the TLS socket on top of it, has authenticated. */
  prove(socket: Socket): void
  close(): void
}

/**
 * Limits them by address and in all. In all, the oldest makes room, so that a flood from many
 * addresses leaves a device the time for its CONNECT.
 */
export function createWaitingConnections(addresses: Connections, maxCount: number): WaitingConnections {
  /** In their order of arrival. */
  const waiting = new Map<string, Socket>()

  function closeOldest(): void {
    const [oldest] = waiting
    if (!oldest) return
    waiting.delete(oldest[0])
    oldest[1].destroy()
  }

  return {
    admit(socket) {
      if (!addresses.admit(socket)) return false
      const key = connectionKey(socket)
      waiting.set(key, socket)
      socket.once('close', () => waiting.delete(key))
      socket.on('error', () => {})
      if (waiting.size > maxCount) closeOldest()
      return true
    },
    prove(secured) {
      const key = connectionKey(secured)
      const socket = waiting.get(key)
      if (!socket) return
      waiting.delete(key)
      addresses.prove(socket)
    },
    close() {
      for (const socket of waiting.values()) socket.destroy()
    },
  }
}
