import type { AnyCaller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { msPerMinute, msPerSecond } from '../../platform/lib/duration.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { closeDeliveries } from '../notifications/incident-deliveries.ts'
import { lockIncident, type StoredIncident, updateIncident } from './incidents.store.ts'
import { findPersonName, lockStation } from './people.ts'
import { recordAct, recordNote } from './people-entries.ts'

/** How long somebody handles an incident before it opens again, unless it is resolved. */
export const handlingMs = 30 * msPerMinute

export interface Acknowledgement {
  etaMinutes?: number | undefined
  note?: string | undefined
}

/**
 * acknowledgeLocked makes the caller handle an incident, in a transaction that has checked that they may: nothing more
 * is sent, and whoever was told is told who handles it. Repeated by the same person, it keeps the first time; what
 * they say of their arrival counts from now. It returns the incident as it was before; if it has changed, the caller publishes the change at the end of the transaction.
 */
export async function acknowledgeLocked(
  ctx: Context,
  tx: Db,
  caller: AnyCaller,
  id: string,
  { etaMinutes, note }: Acknowledgement = {},
): Promise<{ incident: StoredIncident; hasChanged: boolean }> {
  const incident = await lockIncident(tx, id)
  if (!incident) throw refusal('INCIDENT_NOT_FOUND')
  const actorId = caller.actor?.id ?? null
  await assertNotHandled(tx, incident, actorId)
  const at = ctx.now()
  const station = caller.station?.name
  // What a station has acknowledged, a person takes over.
  if (incident.state === 'ACKNOWLEDGED' && incident.acknowledgedBy === actorId) {
    if (etaMinutes !== undefined) await updateIncident(tx, id, arrival(etaMinutes, at))
    if (note) await recordNote(tx, { incidentId: id, at, actorId, note, station })
    return { incident, hasChanged: etaMinutes !== undefined || note !== undefined }
  }
  await updateIncident(tx, id, {
    state: 'ACKNOWLEDGED',
    firstAcknowledgedAt: incident.firstAcknowledgedAt ?? at,
    acknowledgedAt: at,
    acknowledgedBy: actorId,
    ...arrival(etaMinutes, at),
    checkUntil: null,
    dueAt: new Date(at.getTime() + handlingMs),
  })
  await recordAct(tx, {
    incidentId: id,
    at,
    type: 'acknowledged',
    actorId,
    data: { code: 'ACKNOWLEDGED', note: note || undefined },
    station,
  })
  await closeDeliveries(tx, incident, at, actorId)
  // The first acknowledgement, by whichever way it came.
  if (!incident.firstAcknowledgedAt) {
    const seconds = (at.getTime() - incident.openedAt.getTime()) / msPerSecond
    tx.afterCommit(() => ctx.metrics.incidentAcknowledged(incident.kind, seconds))
  }
  return { incident, hasChanged: true }
}

/** arrival is how long the handler takes from `at` on, and when they are there. */
const arrival = (etaMinutes: number | undefined, at: Date) => ({
  etaMinutes: etaMinutes ?? null,
  etaAt: etaMinutes === undefined ? null : new Date(at.getTime() + etaMinutes * msPerMinute),
})

/** assertNotHandled throws 409 if somebody else handles the incident, or if it has ended. */
async function assertNotHandled(tx: Db, incident: StoredIncident, actorId: string | null): Promise<void> {
  const { state, acknowledgedBy, resolvedBy } = incident
  const isOther = state === 'ACKNOWLEDGED' && acknowledgedBy !== actorId
  if (isOther && !(acknowledgedBy && actorId && (await lockStation(tx, acknowledgedBy)))) {
    const handledBy = await findPersonName(tx, acknowledgedBy)
    throw refusal('INCIDENT_HANDLED', { handledBy })
  }
  if (state === 'RESOLVED' || state === 'CANCELLED') throw await ended(tx, state, resolvedBy)
}

/** ended is the 409 of an act on an incident that has ended. */
export async function ended(tx: Db, state: 'RESOLVED' | 'CANCELLED', resolvedBy: string | null) {
  return refusal(`INCIDENT_${state}`, { resolvedBy: await findPersonName(tx, resolvedBy) })
}
