import { devicesChannel, sessionsChannel } from '../../platform/db/channels.ts'
import type { Heartbeat } from '../../platform/db/heartbeat.ts'

/** A connection of a device that may have lost its right to be open. */
export interface Checkable {
  /** Closes the connection if it may not be open any more; throws if that cannot be known now. */
  recheck(): Promise<void>
}

/** Revocations close connections whose key was revoked, whose account has ended, or whose device may not send any more. */
export interface Revocations {
  /** Watches the connection of a device until the returned function is called. */
  watch(connection: Checkable, userId: string, mac: string): () => void
  /** Checks again what could not be checked; called every second. */
  sweep(): void
}

/** Each check may take a statement or two. */
const maxChecksAtOnce = 20

/**
 * Learns of changes by the notifications of the database, as the caches of keys and devices do. When
 * notifications may have been missed, all connections are checked.
 */
export function createRevocations(heartbeat: Heartbeat): Revocations {
  const byOwner = new Map<string, Set<Checkable>>()
  const all = new Set<Checkable>()
  const unchecked = new Set<Checkable>()
  let checking = 0

  heartbeat.onNotification((channel, payload) => {
    if (channel !== sessionsChannel && channel !== devicesChannel) return
    const [owner = ''] = payload.split(' ')
    for (const connection of byOwner.get(owner) ?? []) unchecked.add(connection)
    // After the caches, which hear of the same notification, have forgotten what was valid.
    if (unchecked.size > 0) setImmediate(checkSome)
  })
  heartbeat.onConnectionLost(() => {
    for (const connection of all) unchecked.add(connection)
  })

  function checkSome(): void {
    for (const connection of unchecked) {
      if (checking >= maxChecksAtOnce || !heartbeat.alive) return
      unchecked.delete(connection)
      void check(connection)
    }
  }

  async function check(connection: Checkable): Promise<void> {
    checking++
    try {
      await connection.recheck()
    } catch {
      // The database is unavailable; `sweep` tries again.
      if (all.has(connection)) unchecked.add(connection)
      return
    } finally {
      checking--
    }
    checkSome()
  }

  return {
    watch(connection, userId, mac) {
      all.add(connection)
      for (const owner of [userId, mac]) {
        const connections = byOwner.get(owner) ?? new Set()
        byOwner.set(owner, connections.add(connection))
      }
      return () => {
        all.delete(connection)
        unchecked.delete(connection)
        for (const owner of [userId, mac]) {
          const connections = byOwner.get(owner)
          connections?.delete(connection)
          if (connections?.size === 0) byOwner.delete(owner)
        }
      }
    },
    sweep: checkSome,
  }
}
