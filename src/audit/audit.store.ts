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

export interface AuditFilter {
  level?: AuditLevel | undefined
  action?: string | undefined
  actorId?: string | undefined
  dateFrom?: Date | undefined
  dateTo?: Date | undefined
}

export function listAuditEntries(
  db: Db,
  filter: AuditFilter,
  page: Page,
): Promise<PageResult<StoredAuditEntry & { id: string }>> {
  const conditions = {
    'level = ': filter.level,
    'action = ': filter.action,
    'actor_id = ': filter.actorId,
    'at >= ': filter.dateFrom,
    'at <= ': filter.dateTo,
  }
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined)
  return listPage(
    db,
    {
      columns: `id, level, action, message, actor_id as "actorId", subject_id as "subjectId", ip,
                request_id as "requestId", at as timestamp`,
      from: 'audit_log',
      where: ['true', ...given.map(([condition], i) => `${condition}$${i + 1}`)].join(' and '),
      values: given.map(([, value]) => value),
      id: 'id',
      sorts: { created_at: 'at' },
    },
    page,
  )
}
