import type { AnyCaller, Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { type AuditLevel, insertAuditEntries, insertAuditEntry } from './audit.store.ts'

export { type AuditFilter, type AuditLevel, type AuditLine, listAuditEntries } from './audit.store.ts'

/** An entry of the audit log. Its message never contains a name, an address, a token or a health value. */
export interface AuditEntry {
  /** What was done, as `thing.verb`. */
  action: string
  message: string
  level?: AuditLevel
  /** The id of the person that the action concerns. */
  subjectId?: string | null
}

/** Writes an audit entry; in a transaction, it is committed together with the action. */
export async function recordAuditEntry(
  ctx: Context,
  db: Db,
  { actor, address, requestId }: AnyCaller,
  entry: AuditEntry,
): Promise<void> {
  await insertAuditEntry(db, {
    actorId: actor?.id ?? null,
    ip: address,
    requestId,
    level: entry.level ?? 'INFO',
    action: entry.action,
    message: entry.message,
    subjectId: entry.subjectId ?? null,
    timestamp: ctx.now(),
  })
}

/** Writes an entry for each of several people or things that one act concerns. */
export async function recordAuditEntries(
  ctx: Context,
  db: Db,
  { actor, address, requestId }: AnyCaller,
  action: string,
  subjects: readonly { subjectId: string | null; message: string }[],
  level: 'INFO' | 'WARNING' = 'INFO',
): Promise<void> {
  if (subjects.length === 0) return
  const entry = { level, action, actorId: actor?.id ?? null, ip: address, requestId }
  await insertAuditEntries(db, { ...entry, timestamp: ctx.now() }, subjects)
}

/**
 * Deletes the oldest entries before a time, and returns their number. The function in the
 * database is the only way: it spares everything younger than 30 days.
 */
export async function deleteAuditEntriesBefore(db: Db, time: Date, most: number): Promise<number> {
  const [row] = await db.query<{ deleted: number }>('select delete_audit_entries($1, $2) as deleted', [
    time,
    most,
  ])
  return row?.deleted ?? 0
}
