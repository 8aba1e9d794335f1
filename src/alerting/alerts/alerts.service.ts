import { assertMayAcknowledge } from '../../accounts/access/policy.ts'
import { severityOf } from '../../detection/levels/severity.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Page, PageCursor, PageResult } from '../../platform/db/page.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { acknowledgeLocked } from '../incidents/acknowledge-incident.ts'
import { lockPeople } from '../incidents/people.ts'
import { alertTypes } from '../model/incident.ts'
import { publishChange } from '../model/incident-changes.ts'
import { markResponded } from '../recipients/recipients.service.ts'
import { alertMessage } from './alert-message.ts'
import { listOpenRuns, lockRun, setShown } from './alert-runs.store.ts'
import type { AlertsQuery } from './alerts.schemas.ts'
import * as store from './alerts.store.ts'

type Alert = store.Alert & {
  /** The number of further alerts in the run that the alert represents. */
  repeats?: number
}

/**
 * Lists alerts and records that they were shown: acknowledging one covers only those of its run that
 * were.
 */
export async function listOwnAlerts(
  ctx: Context,
  caller: Caller,
  { status, ...page }: AlertsQuery & Page,
): Promise<PageResult<Alert>> {
  if (status === 'active') return listActiveAlerts(ctx, caller, page)
  const listed = await store.listAssignedAlerts(ctx.db, caller.actor.id, status, page)
  await recordShown(ctx, idsOf(listed.rows.filter(({ acknowledgedAt }) => !acknowledgedAt)))
  return listed
}

/** A caregiver has few runs, one for each incident, so all of them are read for a page. */
async function listActiveAlerts(ctx: Context, { actor }: Caller, page: Page): Promise<PageResult<Alert>> {
  const all = await listOpenRuns(ctx.db, actor.id)
  const { after, limit } = page
  const begin = after ? all.findIndex(({ position }) => isAfter(position, after)) : (page.page - 1) * limit
  const runs = begin < 0 ? [] : all.slice(begin, begin + limit)
  const heads = await store.readAlerts(ctx.db, idsOf(runs))
  const unshownIds = runs.flatMap((run) => run.unshownIds)
  await recordShown(ctx, unshownIds)
  const repeats = new Map(runs.map((run) => [run.id, run.repeats]))
  const rows = heads.map((head) => ({ ...head, repeats: repeats.get(head.id) ?? 0 }))
  return { rows, total: all.length, endCursor: runs.at(-1)?.position }
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
const isAfter = (a: PageCursor, b: PageCursor) => a.value > b.value || (a.value === b.value && a.id > b.id)

async function recordShown(ctx: Context, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  // The alerts are returned even if this cannot be recorded.
  await setShown(ctx.db, ids, ctx.now()).catch((error) =>
    ctx.log.warn({ err: error }, 'alerts could not be marked as shown'),
  )
}

/**
 * Acknowledges the incident, the alert and the run that it represents; the first acknowledged alert
 * answers a fall.
 */
export async function acknowledgeAlert(ctx: Context, caller: Caller, id: string): Promise<Alert> {
  const { actor } = caller
  return ctx.db.transaction(async (tx) => {
    const alert = await getAlert(tx, id)
    // People, falls and alerts are locked in the order of a deletion, to avoid deadlocks. A patient who was deleted
    // since has no assignments either, which must not look like one that was taken away.
    if (!(await lockPeople(tx, [actor.id, alert.patientId]))) throw refusal('ALERT_NOT_FOUND')
    await assertMayAcknowledge(tx, actor, alert)
    if (alert.acknowledgedAt) return alert
    const at = ctx.now()
    const handled = alert.incidentId && (await acknowledgeLocked(ctx, tx, caller, alert.incidentId))
    const run = await lockRun(tx, id)
    // A relative answers for themselves: the fall still waits for staff.
    const isAttending = handled ? handled.isAttending : false
    if (!isAttending) {
      const fallIds = run.flatMap(({ fallId }) => fallId ?? [])
      await markResponded(tx, fallIds, at)
    }
    const count = await store.setAcknowledged(tx, idsOf(run), at)
    if (count > 0) {
      const message =
        count === 1 ? 'Alert acknowledged' : `Alert acknowledged, with ${count - 1} more of its run`
      await recordAuditEntry(ctx, tx, caller, {
        action: 'alert.acknowledged',
        message,
        subjectId: alert.patientId,
      })
    }
    if (handled && (handled.hasChanged || count > 0))
      await publishChange(tx, 'incident.changed', handled.incident, at)
    return getAlert(tx, id)
  })
}

async function getAlert(db: Db, id: string): Promise<Alert> {
  const alert = await store.findAlert(db, id)
  if (!alert) throw refusal('ALERT_NOT_FOUND')
  return alert
}

export function alertView(alert: Alert) {
  const { id, patientId, patientName, fallId, incidentId, createdAt, acknowledgedAt, handledBy } = alert
  return {
    id,
    patientId,
    patientName,
    fallId,
    incidentId,
    type: alertTypes[alert.kind],
    severity: (alert.level ? severityOf(alert.level) : alert.severity) ?? ('LOW' as const),
    message: alertMessage(alert),
    timestamp: createdAt,
    acknowledged: acknowledgedAt !== null,
    acknowledgedAt,
    handledBy,
    repeats: alert.repeats ?? 0,
  }
}
