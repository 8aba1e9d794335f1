import { countFalls, flagFall } from '../../alerting/falls/falls.service.ts'
import { fallLevels } from '../../detection/levels/fall-level.ts'
import { severityOf } from '../../detection/levels/severity.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { refusal } from '../../platform/lib/errors.ts'
import type { AdminFallsQuery } from './admin-falls.schemas.ts'
import { type AdminFall, findFall, listFalls } from './admin-falls.store.ts'

/** Applies status and severity together: a fall must match both. */
export function listAllFalls(ctx: Context, query: AdminFallsQuery) {
  const { status, severity, patientId, dateFrom, dateTo, ...page } = query
  const levels = fallLevels.filter(
    (level) => (!status || level === status) && (!severity || severityOf(level) === severity),
  )
  const span = { levels, from: dateFrom, to: dateTo }
  if (patientId) return listFalls(ctx.db, { ...span, patientId }, page)
  return listFalls(ctx.db, span, page, () => countFalls(ctx.db, span))
}

/** Flags a fall. Repeated, the newest time, person and note are kept. */
export async function investigate(
  ctx: Context,
  caller: Caller,
  id: string,
  note: string | undefined,
): Promise<AdminFall> {
  return ctx.db.transaction(async (tx) => {
    const flag = { at: ctx.now(), by: caller.actor.id, note: note === '' ? null : note }
    await flagFall(tx, id, flag)
    const fall = await findFall(tx, id)
    if (!fall) throw refusal('FALL_NOT_FOUND')
    const message = 'Fall flagged for investigation'
    await recordAuditEntry(ctx, tx, caller, { action: 'fall.investigated', message, subjectId: fall.userId })
    return fall
  })
}

export function adminFallView({ flaggedAt, flaggedBy, flagNote, ...fall }: AdminFall) {
  return {
    ...fall,
    severity: severityOf(fall.status),
    investigation: { flagged: flaggedAt !== null, flaggedAt, flaggedBy, note: flagNote },
  }
}
