import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { type AuditLevel, insertAuditLine } from './audit.store.ts'

export { type AuditFilter, type AuditLevel, listAuditLines } from './audit.store.ts'

/** Origin is where a deed came from: who asked, from which address, with which request. All null for the service itself. */
export interface Origin {
  actorId: string | null
  ip: string | null
  requestId: string | null
}

export const theService: Origin = { actorId: null, ip: null, requestId: null }

/** Deed is one line of the audit log. Its message never holds a name, an address, a token or a health value. */
export interface Deed {
  /** What was done, as `thing.verb`. */
  action: string
  message: string
  level?: AuditLevel
  /** The person it was done to, by the bare id. */
  subjectId?: string | null
}

/** recordDeed writes a line into the audit log; given a transaction, the line stands or falls with the deed. */
export async function recordDeed(ctx: Context, db: Db, origin: Origin, deed: Deed): Promise<void> {
  await insertAuditLine(db, {
    ...origin,
    level: deed.level ?? 'INFO',
    action: deed.action,
    message: deed.message,
    subjectId: deed.subjectId ?? null,
    timestamp: ctx.now(),
  })
}
