import { type AuditFilter, type AuditLine, listAuditEntries } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Page, PageResult } from '../../platform/db/page.ts'
import { listMentions, type Mention } from './audit-mentions.store.ts'

const uuidPattern = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** Lists the ids of an entry: who did it, whom it concerns, and those in its message. */
function idsIn({ actorId, subjectId, message }: AuditLine): string[] {
  const inMessage = message.match(uuidPattern) ?? []
  return [...new Set([actorId, subjectId, ...inMessage].filter((id) => id !== null))]
}

export type MentioningLine = AuditLine & { mentions?: Mention[] }

/** Returns a page of the audit log, on request with the records whose ids its entries contain. */
export async function listAuditLines(
  ctx: Context,
  filter: AuditFilter,
  page: Page,
): Promise<PageResult<MentioningLine>> {
  const lines = await listAuditEntries(ctx.db, filter, page)
  if (!filter.names) return lines
  const ids = [...new Set(lines.rows.flatMap(idsIn))]
  const known = new Map((await listMentions(ctx.db, ids)).map((mention) => [mention.id, mention]))
  const mentionsOf = (line: AuditLine) => idsIn(line).flatMap((id) => known.get(id) ?? [])
  return { ...lines, rows: lines.rows.map((line) => ({ ...line, mentions: mentionsOf(line) })) }
}
