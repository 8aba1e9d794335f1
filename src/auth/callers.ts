import { sessionsChannel } from '../db/channels.ts'
import type { Pulse } from '../db/pulse.ts'
import type { Caller } from '../http/access.ts'
import { createBoundedMap } from '../lib/bounded-map.ts'

/** Callers remembers who stands behind a credential, and forgets it the moment that changes, in every process. */
export interface Callers {
  /** Gives the remembered caller, or looks it up and remembers it. */
  get(credential: string, lookUp: () => Promise<Caller>): Caller | Promise<Caller>
  /** Forgets one credential of a user, or all. */
  forget(userId: string, credential?: string): void
}

const mostCallers = 50_000

export function createCallers(pulse: Pulse): Callers {
  const remembered = createBoundedMap<string, Caller>(mostCallers)
  // Grows with every change, so that an answer read before the change is not remembered after it.
  let changes = 0

  function forget(userId: string, credential?: string) {
    changes++
    if (credential) remembered.delete(credential)
    else remembered.deleteWhere(({ actor }) => actor.id === userId)
  }
  pulse.onAnnouncement((channel, text) => {
    const [userId = '', credential] = text.split(' ')
    if (channel === sessionsChannel) forget(userId, credential)
  })
  pulse.onLost(() => {
    changes++
    remembered.clear()
  })

  async function learn(credential: string, lookUp: () => Promise<Caller>): Promise<Caller> {
    const seen = changes
    const caller = await lookUp()
    // While announcements cannot reach us, another process could end it unheard.
    if (seen === changes && pulse.alive) remembered.set(credential, caller)
    return caller
  }

  return {
    get: (credential, lookUp) => remembered.get(credential) ?? learn(credential, lookUp),
    forget,
  }
}
