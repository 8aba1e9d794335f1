import { assertMayAcknowledge } from '../access/policy.ts'
import { type Origin, recordDeed } from '../audit/audit.service.ts'
import type { Actor, Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { Listed, Page, Position } from '../db/page.ts'
import { markResponded } from '../falls/falls.service.ts'
import { severityOf } from '../falls/severity.ts'
import { notFound } from '../lib/errors.ts'
import { alertMessage } from './alert-message.ts'
import { listOpenRuns, lockRunBehind, setShown } from './alert-runs.store.ts'
import type { AlertsQuery } from './alerts.schemas.ts'
import * as store from './alerts.store.ts'

type Alert = store.Alert & {
  /** How many more the alert stands for, where it stands for a run. */
  repeats?: number
}

/** listOwnAlerts lists alerts and notes that they were shown: acknowledging one covers no more than that. */
export async function listOwnAlerts(
  ctx: Context,
  actor: Actor,
  { status, ...page }: AlertsQuery & Page,
): Promise<Listed<Alert>> {
  if (status === 'active') return listActiveAlerts(ctx, actor, page)
  const listed = await store.listAssignedAlerts(ctx.db, actor.id, status, page)
  await noteShown(ctx, idsOf(listed.rows.filter(({ acknowledgedAt }) => !acknowledgedAt)))
  return listed
}

/** A caregiver has few runs, two for each patient at most, so a page is cut out of all of them. */
async function listActiveAlerts(ctx: Context, actor: Actor, page: Page): Promise<Listed<Alert>> {
  const all = await listOpenRuns(ctx.db, actor.id)
  const { after, limit } = page
  const begin = after ? all.findIndex(({ position }) => isBeyond(position, after)) : (page.page - 1) * limit
  const runs = begin < 0 ? [] : all.slice(begin, begin + limit)
  const heads = await store.readAlerts(ctx.db, idsOf(runs))
  const unshownIds = runs.flatMap((run) => run.unshownIds)
  await noteShown(ctx, unshownIds)
  const repeats = new Map(runs.map((run) => [run.id, run.repeats]))
  const rows = heads.map((head) => ({ ...head, repeats: repeats.get(head.id) ?? 0 }))
  return { rows, total: all.length, end: runs.at(-1)?.position }
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
const isBeyond = (a: Position, b: Position) => a.value > b.value || (a.value === b.value && a.id > b.id)

async function noteShown(ctx: Context, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  // Whoever looks for alerts gets them, whether or not that can be noted.
  await setShown(ctx.db, ids, ctx.now()).catch((error) =>
    ctx.log.warn({ err: error }, 'alerts are not noted as shown'),
  )
}

/**
 * acknowledgeAlert says that the caregiver knows, of the alert and of the run that it stands for; a fall is responded
 * to from the first of its alerts on.
 */
export async function acknowledgeAlert(
  ctx: Context,
  actor: Actor,
  id: string,
  origin: Origin,
): Promise<Alert> {
  return ctx.db.transaction(async (tx) => {
    const alert = await getAlert(tx, id)
    await assertMayAcknowledge(tx, actor, alert)
    if (alert.acknowledgedAt) return alert
    const at = ctx.now()
    // People, then falls, then alerts, as they are deleted: in another order the two could wait for each other.
    if (!(await store.lockPeople(tx, [actor.id, alert.patientId]))) throw notFound('Alert not found')
    const run = await lockRunBehind(tx, id)
    const fallIds = run.map(({ fallId }) => fallId)
    await markResponded(tx, fallIds, at)
    const count = await store.setAcknowledged(tx, idsOf(run), at)
    if (count > 0) {
      const message =
        count === 1 ? 'Alert acknowledged' : `Alert acknowledged, with ${count - 1} more of its run`
      await recordDeed(ctx, tx, origin, { action: 'alert.acknowledged', message, subjectId: alert.patientId })
    }
    return getAlert(tx, id)
  })
}

async function getAlert(db: Db, id: string): Promise<Alert> {
  const alert = await store.findAlert(db, id)
  if (!alert) throw notFound('Alert not found')
  return alert
}

export function alertView(alert: Alert) {
  const { id, patientId, patientName, fallId, createdAt, acknowledgedAt } = alert
  return {
    id,
    patientId,
    patientName,
    fallId,
    type: 'FALL_DETECTED' as const,
    severity: severityOf(alert.level) ?? ('LOW' as const),
    message: alertMessage(alert),
    timestamp: createdAt,
    acknowledged: acknowledgedAt !== null,
    acknowledgedAt,
    repeats: alert.repeats ?? 0,
  }
}
