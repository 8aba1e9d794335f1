import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { installationChannel } from '../../platform/db/channels.ts'
import type { Db } from '../../platform/db/database.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { publishChange, wakeEngine } from '../model/incident-changes.ts'
import { cancelWaitingDeliveries } from '../notifications/incident-deliveries.ts'
import { handlingMs } from './acknowledge-incident.ts'
import { openingChange } from './escalation-round.ts'
import { insertEntry } from './incident-timeline.store.ts'
import { lockOpenIncidents, prolongHandling, updateIncident } from './incidents.store.ts'

export interface Released {
  /** How many open incidents begin anew. */
  incidents: number
  /** How many messages of before are not sent any more. */
  cancelled: number
}

/**
 * Lets messages leave a service that was held. None that was due before is sent: they are of another
 * time, and perhaps of another service. Incidents that are still open begin anew, and whoever is on one has the time again.
 * `restartWatch` lets devices be watched from now on, in the same transaction.
 */
export async function releaseNotifications(
  ctx: Context,
  caller: Caller,
  restartWatch: (tx: Db, at: Date) => Promise<void>,
): Promise<Released> {
  if (ctx.config.notifications.isHeld) throw refusal('MESSAGES_HELD_BY_SETTING')
  return ctx.db.transaction(async (tx) => {
    await endHold(tx)
    const at = ctx.now()
    const cancelled = await cancelWaitingDeliveries(tx)
    const incidents = await beginAnew(ctx, tx, at)
    await prolongHandling(tx, new Date(at.getTime() + handlingMs))
    await restartWatch(tx, at)
    const message = `Messages released: ${incidents} incidents begin anew, ${cancelled} messages cancelled`
    await recordAuditEntry(ctx, tx, caller, { level: 'WARNING', action: 'notifications.released', message })
    await tx.query(`select pg_notify($1, '')`, [installationChannel])
    await wakeEngine(tx)
    return { incidents, cancelled }
  })
}

/** Throws 409 if nothing is held: of two admins at once, one releases. */
async function endHold(tx: Db): Promise<void> {
  const rows = await tx.query(
    `update installation set held_since = null, held_reason = null where held_since is not null returning 1`,
  )
  if (rows.length === 0) throw refusal('MESSAGES_NOT_HELD')
}

async function beginAnew(ctx: Context, tx: Db, at: Date): Promise<number> {
  const incidents = await lockOpenIncidents(tx)
  for (const incident of incidents) {
    await updateIncident(tx, incident.id, await openingChange(ctx, tx, incident, at))
    const data = { code: 'NOTIFICATIONS_RELEASED' } as const
    await insertEntry(tx, { incidentId: incident.id, at, type: 'reopened', data })
    await publishChange(tx, 'incident.changed', incident, at)
  }
  return incidents.length
}
