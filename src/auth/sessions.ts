import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { sessionsChannel } from '../db/channels.ts'
import type { Db } from '../db/database.ts'
import type { Pulse } from '../db/pulse.ts'
import type { Caller } from '../http/access.ts'
import { createBoundedMap } from '../lib/bounded-map.ts'
import { unauthorized } from '../lib/errors.ts'
import * as store from './sessions.store.ts'
import { createTokens } from './tokens.ts'

/** Sessions opens, checks and ends sessions. They live in the database; a bounded memory stands in front. */
export interface Sessions {
  /** Opens a session and gives the token that stands for it. */
  open(db: Db, userId: string): Promise<string>
  /** Gives the caller behind a token, or throws 401. */
  authenticate(token: string): Promise<Caller>
  end(caller: Caller): Promise<void>
  /** Ends all sessions of a user but perhaps one; only inside `alter`. */
  endAll(tx: Db, userId: string, exceptSessionId?: string): Promise<void>
  /** Changes an account in a transaction, after which every process looks at its sessions anew. */
  alter<T>(userId: string, change: (tx: Db) => Promise<T>): Promise<T>
}

/** Some 200 bytes each. */
const rememberedSessions = 50_000

export function createSessions(ctx: Context, pulse: Pulse, secret: string): Sessions {
  const tokens = createTokens(secret)
  const remembered = createBoundedMap<string, Caller>(rememberedSessions)
  // Grows with every change, so that an answer read before the change is not remembered after it.
  let changes = 0

  function forget(userId: string, sessionId?: string) {
    changes++
    if (sessionId) remembered.delete(sessionId)
    else remembered.deleteWhere(({ actor }) => actor.id === userId)
  }
  pulse.onAnnouncement((channel, text) => {
    const [userId = '', sessionId] = text.split(' ')
    if (channel === sessionsChannel) forget(userId, sessionId)
  })
  pulse.onLost(() => {
    changes++
    remembered.clear()
  })

  async function lookUp(sessionId: string, userId: string): Promise<Caller> {
    const seen = changes
    const role = await store.findSessionRole(ctx.db, sessionId, userId, ctx.now())
    if (!role) throw unauthorized()
    const caller = { actor: { id: userId, role }, sessionId }
    // While announcements cannot reach us, another process could end the session unheard.
    if (seen === changes && pulse.alive) remembered.set(sessionId, caller)
    return caller
  }

  return {
    async open(db, userId) {
      const createdAt = ctx.now()
      const iat = Math.floor(createdAt.getTime() / 1000)
      const exp = iat + ctx.config.sessionSeconds
      const id = randomUUID()
      await store.insertSession(db, { id, userId, createdAt, expiresAt: new Date(exp * 1000) })
      return tokens.sign({ sub: userId, sid: id, iat, exp })
    },
    async authenticate(token) {
      const { sub, sid } = tokens.verify(token, ctx.now())
      const caller = remembered.get(sid)
      return caller?.actor.id === sub ? caller : lookUp(sid, sub)
    },
    async end({ sessionId, actor }) {
      await ctx.db.transaction(async (tx) => {
        await store.deleteSession(tx, sessionId)
        await store.announceSessionChange(tx, actor.id, sessionId)
      })
      forget(actor.id, sessionId)
    },
    async endAll(tx, userId, exceptSessionId) {
      await store.deleteSessionsOfUser(tx, userId, exceptSessionId)
    },
    async alter(userId, change) {
      const result = await ctx.db.transaction(async (tx) => {
        const changed = await change(tx)
        await store.announceSessionChange(tx, userId)
        return changed
      })
      forget(userId)
      return result
    },
  }
}
