import { assertMayEndIncident } from '../../accounts/access/policy.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { msPerSecond } from '../../platform/lib/duration.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { publishChange } from '../model/incident-changes.ts'
import { closeDeliveries, endAssistance } from '../notifications/incident-deliveries.ts'
import { acknowledgeAlertsOf, markIncidentResponded } from '../recipients/recipients.service.ts'
import { assertMayHandle, assertUnresolved, audit, lockPeopleOf, viewOf } from './incident-acts.ts'
import { insertEntry } from './incident-timeline.store.ts'
import type { IncidentView } from './incident-view.ts'
import type { Resolution } from './incidents.schemas.ts'
import * as store from './incidents.store.ts'
import { recordAct } from './people-entries.ts'

const secondsSince = (from: Date, to: Date) => (to.getTime() - from.getTime()) / msPerSecond

/** Returns the locked incident to whoever may end it, or throws 404 or 403; it may have ended. */
async function lockToEnd(tx: Db, caller: Caller, id: string): Promise<store.StoredIncident> {
  await assertMayHandle(tx, caller, await lockPeopleOf(tx, caller, id))
  const incident = await store.lockIncident(tx, id)
  if (!incident) throw refusal('INCIDENT_NOT_FOUND')
  await assertMayEndIncident(tx, caller.actor, incident)
  return incident
}

/** Ends an incident with its outcome, for good. */
export async function resolveIncident(
  ctx: Context,
  caller: Caller,
  id: string,
  { outcome, injuries, note }: Resolution,
): Promise<IncidentView> {
  return ctx.db.transaction(async (tx) => {
    const incident = await lockToEnd(tx, caller, id)
    await assertUnresolved(tx, incident)
    const at = ctx.now()
    const actorId = caller.actor.id
    await store.updateIncident(tx, id, {
      state: 'RESOLVED',
      resolvedAt: at,
      resolvedBy: actorId,
      outcome,
      injuries: injuries || null,
      checkUntil: null,
      dueAt: null,
    })
    await insertEntry(tx, {
      incidentId: id,
      at,
      type: 'resolved',
      actorId,
      data: { code: 'RESOLVED', outcome, note: note || undefined },
      station: caller.station?.name,
    })
    if (incident.state === 'OPEN') await closeDeliveries(tx, incident, at, actorId)
    else if (incident.assistanceAt) await endAssistance(tx, incident, at, actorId)
    await markIncidentResponded(tx, id, at)
    await acknowledgeAlertsOf(tx, id, actorId, at)
    await audit(ctx, tx, caller, incident, 'incident.resolved', `Incident ${id} resolved: ${outcome}`)
    await publishChange(tx, 'incident.changed', incident, at)
    tx.afterCommit(() =>
      ctx.metrics.incidentResolved(incident.kind, outcome, secondsSince(incident.openedAt, at)),
    )
    return viewOf(tx, id)
  })
}

/**
 * Replaces the outcome of a resolved incident, and what was written of injuries. The first ones stay in the
 * timeline; statistics count the new outcome.
 */
export async function correctOutcome(
  ctx: Context,
  caller: Caller,
  id: string,
  { outcome, injuries, note }: Resolution,
): Promise<IncidentView> {
  return ctx.db.transaction(async (tx) => {
    const incident = await lockToEnd(tx, caller, id)
    if (incident.state !== 'RESOLVED' || !incident.outcome) throw refusal('INCIDENT_WITHOUT_OUTCOME')
    const corrected = { outcome, injuries: injuries === undefined ? incident.injuries : injuries || null }
    const isSame = outcome === incident.outcome && corrected.injuries === incident.injuries
    if (isSame && !note) return viewOf(tx, id)
    const at = ctx.now()
    await store.updateIncident(tx, id, corrected)
    await recordAct(tx, {
      incidentId: id,
      at,
      type: 'corrected',
      actorId: caller.actor.id,
      data: {
        code: 'OUTCOME_CORRECTED',
        from: incident.outcome,
        outcome,
        previousInjuries: (corrected.injuries !== incident.injuries && incident.injuries) || undefined,
        note: note || undefined,
      },
      station: caller.station?.name,
    })
    const message = `Outcome of incident ${id} corrected: ${incident.outcome} to ${outcome}`
    await audit(ctx, tx, caller, incident, 'incident.outcome_corrected', message)
    await publishChange(tx, 'incident.changed', incident, at)
    return viewOf(tx, id)
  })
}
