import type { Db } from '../db/database.ts'
import { listPage, type Page, type PageResult } from '../db/page.ts'

export type AuditLevel = 'INFO' | 'WARNING' | 'ERROR'

export interface StoredAuditEntry {
  level: AuditLevel
  action: string
  message: string
  actorId: string | null
  subjectId: string | null
  ip: string | null
  requestId: string | null
  timestamp: Date
}

export async function insertAuditEntry(db: Db, entry: StoredAuditEntry): Promise<void> {
  await db.query(
    `insert into audit_log (level, action, message, actor_id, subject_id, ip, request_id, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      entry.level,
      entry.action,
      entry.message,
      entry.actorId,
      entry.subjectId,
      entry.ip,
      entry.requestId,
      entry.timestamp,
    ],
    'insert-audit-entry',
  )
}

/** A statement for all patients of a large home would take longer than any may. */
const maxInserted = 1000

/** Somebody whom an act concerns, or something that has no account. */
type AuditSubject = Pick<StoredAuditEntry, 'message' | 'subjectId'>

/** Inserts entries of one action, each about another person or thing. */
export async function insertAuditEntries(
  db: Db,
  entry: Omit<StoredAuditEntry, 'message' | 'subjectId'>,
  subjects: readonly AuditSubject[],
): Promise<void> {
  for (let start = 0; start < subjects.length; start += maxInserted)
    await insertSome(db, entry, subjects.slice(start, start + maxInserted))
}

async function insertSome(
  db: Db,
  { level, action, actorId, ip, requestId, timestamp }: Omit<StoredAuditEntry, 'message' | 'subjectId'>,
  subjects: readonly AuditSubject[],
): Promise<void> {
  await db.query(
    `insert into audit_log (level, action, message, actor_id, subject_id, ip, request_id, at)
     select $1, $2, message, $3, subject_id, $4, $5, $6
     from unnest($7::uuid[], $8::text[]) as subject (subject_id, message)`,
    [
      level,
      action,
      actorId,
      ip,
      requestId,
      timestamp,
      subjects.map(({ subjectId }) => subjectId),
      subjects.map(({ message }) => message),
    ],
  )
}

export interface AuditFilter {
  level?: AuditLevel | undefined
  action?: string | undefined
  actorId?: string | undefined
  dateFrom?: Date | undefined
  dateTo?: Date | undefined
  /** Whether the entries have names. */
  names?: boolean | undefined
  /** False leaves out the entries of `readActions`. */
  reads?: boolean | undefined
}

/** An entry, on request with the names of its people, as long as they have an account. */
export interface AuditLine extends StoredAuditEntry {
  id: string
  actorName?: string | null
  subjectName?: string | null
}

/** Those of entries about mere reading. */
const readActions = ['record.viewed', 'records.listed']

const nameOf = (id: string) =>
  `(select first_name || ' ' || last_name from users where users.id = audit_log.${id})`

const names = `, ${nameOf('actor_id')} as "actorName", ${nameOf('subject_id')} as "subjectName"`

export function listAuditEntries(db: Db, filter: AuditFilter, page: Page): Promise<PageResult<AuditLine>> {
  const conditions = {
    'level = ': filter.level,
    'action = ': filter.action,
    'actor_id = ': filter.actorId,
    'at >= ': filter.dateFrom,
    'at <= ': filter.dateTo,
    'action <> all ': filter.reads === false ? readActions : undefined,
  }
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined)
  return listPage(
    db,
    {
      columns: `id, level, action, message, actor_id as "actorId", subject_id as "subjectId", ip,
                request_id as "requestId", at as timestamp ${filter.names ? names : ''}`,
      from: 'audit_log',
      where: ['true', ...given.map(([condition], i) => `${condition}($${i + 1})`)].join(' and '),
      values: given.map(([, value]) => value),
      id: 'id',
      sorts: { created_at: 'at' },
    },
    page,
  )
}
