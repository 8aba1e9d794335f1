import { randomUUID } from 'node:crypto'
import { type Origin, recordDeed } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { Caller } from '../http/access.ts'
import { unauthorized } from '../lib/errors.ts'
import type { Callers } from './callers.ts'
import * as store from './sessions.store.ts'
import { createTokens } from './tokens.ts'

/** Sessions opens, checks and ends sessions. They live in the database; what is remembered stands in front. */
export interface Sessions {
  /** Opens a session and gives the token that stands for it. */
  open(db: Db, userId: string): Promise<string>
  /** Gives the caller behind a token, or throws 401. */
  authenticate(token: string): Promise<Caller>
  /** Ends one session, and leaves a line of it. */
  end(caller: Caller, origin: Origin): Promise<void>
  /** Ends all sessions of a user but perhaps one; only inside `alter`. */
  endAll(tx: Db, userId: string, exceptSessionId?: string): Promise<void>
  /** Changes an account in a transaction, after which every process looks at its sessions anew. */
  alter<T>(userId: string, change: (tx: Db) => Promise<T>): Promise<T>
}

export function createSessions(ctx: Context, callers: Callers, secret: string): Sessions {
  const tokens = createTokens(secret)

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
      const { sub: userId, sid: sessionId } = tokens.verify(token, ctx.now())
      const caller = await callers.get(sessionId, async () => {
        const role = await store.findSessionRole(ctx.db, sessionId, userId, ctx.now())
        if (!role) throw unauthorized()
        return { actor: { id: userId, role }, sessionId }
      })
      if (caller.actor.id !== userId) throw unauthorized()
      return caller
    },
    async end({ sessionId, actor }, origin) {
      await ctx.db.transaction(async (tx) => {
        // Of several who end it at once, one leaves a line.
        if (!(await store.deleteSession(tx, sessionId))) return
        await store.announceSessionChange(tx, actor.id, sessionId)
        await recordDeed(ctx, tx, origin, { action: 'auth.signed_out', message: 'Signed out' })
      })
      callers.forget(actor.id, sessionId)
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
      callers.forget(userId)
      return result
    },
  }
}
