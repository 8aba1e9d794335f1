import { assertMayAcknowledge } from '../access/policy.ts'
import { type Origin, recordDeed } from '../audit/audit.service.ts'
import type { Actor, Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { markResponded } from '../falls/falls.service.ts'
import { severityOf } from '../falls/severity.ts'
import { notFound } from '../lib/errors.ts'
import { alertMessage } from './alert-message.ts'
import type { AlertsQuery } from './alerts.schemas.ts'
import { type Alert, findAlert, listAssignedAlerts, setAcknowledged } from './alerts.store.ts'

export function listOwnAlerts(ctx: Context, actor: Actor, { status, ...page }: AlertsQuery) {
  return listAssignedAlerts(ctx.db, actor.id, status, page)
}

/** acknowledgeAlert says that the caregiver knows; the fall is responded to from the first of its alerts on. */
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
    // The fall comes first, as it does when it is deleted: the other way round the two could wait for each other.
    await markResponded(tx, alert.fallId, at)
    if (await setAcknowledged(tx, alert.id, at)) {
      const message = 'Alert acknowledged'
      await recordDeed(ctx, tx, origin, { action: 'alert.acknowledged', message, subjectId: alert.patientId })
    }
    return getAlert(tx, id)
  })
}

async function getAlert(db: Db, id: string): Promise<Alert> {
  const alert = await findAlert(db, id)
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
  }
}
