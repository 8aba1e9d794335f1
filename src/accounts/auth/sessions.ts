import { randomUUID } from 'node:crypto'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context, Principal } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { secondsPerDay } from '../../platform/lib/duration.ts'
import { refusal } from '../../platform/lib/errors.ts'
import type { CredentialCache } from './credential-cache.ts'
import { deleteHelpCredentialsOfUser } from './help-credentials.store.ts'
import * as store from './sessions.store.ts'
import { createTokens } from './tokens.ts'

export { findLiveSessions, type LiveSession } from './sessions.store.ts'

/** Opens, checks and ends sessions. They are in the database, behind the credential cache. */
export interface Sessions {
  /** Opens a session and returns its token. */
  open(db: Db, userId: string): Promise<string>
  /** Opens the session of a station, which lives until the station is deleted, and ends its earlier one; only inside `alter`. */
  openStation(tx: Db, stationId: string): Promise<string>
  /** Returns the principal behind a token, or throws 401. */
  authenticate(token: string): Promise<Principal>
  /** Ends the session of the caller, with an audit entry. */
  end(caller: Caller): Promise<void>
  /** Ends all sessions of a user, except the given one; only inside `alter`. */
  endAll(tx: Db, userId: string, exceptSessionId?: string): Promise<void>
  /** Ends all sessions of a user, and what lets their pages call for help; only inside `alter`. */
  endAllAndHelpPages(tx: Db, userId: string): Promise<void>
  /** Changes an account in a transaction, and invalidates its cached sessions in every process. */
  alter<T>(userId: string, change: (tx: Db) => Promise<T>): Promise<T>
}

/** Ten years: the session in the database decides. */
const stationTokenSeconds = 3650 * secondsPerDay

export function createSessions(ctx: Context, credentials: CredentialCache, secret: string): Sessions {
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
    async openStation(tx, stationId) {
      const createdAt = ctx.now()
      const iat = Math.floor(createdAt.getTime() / 1000)
      const id = randomUUID()
      await store.replaceStationSession(tx, { id, stationId, createdAt })
      return tokens.sign({ sub: stationId, sid: id, iat, exp: iat + stationTokenSeconds })
    },
    async authenticate(token) {
      const { sub: userId, sid: sessionId } = tokens.verify(token, ctx.now())
      const lookUp = async () => {
        const role = await store.findSessionRole(ctx.db, sessionId, userId, ctx.now())
        return role && { actor: { id: userId, role }, sessionId }
      }
      const principal = await credentials.get(sessionId, lookUp, userId)
      if (principal.actor.id !== userId) throw refusal('INVALID_TOKEN')
      return principal
    },
    async end(caller) {
      const { actor, sessionId } = caller
      await ctx.db.transaction(async (tx) => {
        // Of several concurrent calls, one writes the audit entry.
        if (!(await store.deleteSession(tx, sessionId))) return
        await store.notifySessionChange(tx, actor.id, sessionId)
        await recordAuditEntry(ctx, tx, caller, { action: 'auth.signed_out', message: 'Signed out' })
      })
      credentials.invalidate(actor.id, sessionId)
    },
    async endAll(tx, userId, exceptSessionId) {
      await store.deleteSessionsOfUser(tx, userId, exceptSessionId)
    },
    async endAllAndHelpPages(tx, userId) {
      await store.deleteSessionsOfUser(tx, userId)
      await deleteHelpCredentialsOfUser(tx, userId)
    },
    async alter(userId, change) {
      const result = await ctx.db.transaction(async (tx) => {
        const changed = await change(tx)
        await store.notifySessionChange(tx, userId)
        return changed
      })
      credentials.invalidate(userId)
      return result
    },
  }
}
