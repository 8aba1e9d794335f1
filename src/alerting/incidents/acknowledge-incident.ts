import { findStanding, type Standing } from '../../accounts/access/policy.ts'
import type { AnyCaller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { msPerMinute, msPerSecond } from '../../platform/lib/duration.ts'
import { refusal } from '../../platform/lib/errors.ts'
import {
  closeDeliveries,
  insertAttendingMessages,
  insertHandlerMessages,
} from '../notifications/incident-deliveries.ts'
import { deleteAttendant } from './attendants.store.ts'
import { lockIncident, type StoredIncident, updateIncident } from './incidents.store.ts'
import { type Arrival, joinIncident, recordAttendance } from './join-incident.ts'
import { findHandlerName, findPersonName, lockStation } from './people.ts'
import { recordAct, recordNote } from './people-entries.ts'

/** How long somebody handles an incident before it opens again, unless it is resolved. */
export const handlingMs = 30 * msPerMinute

export interface Acknowledgement extends Arrival {
  /** Also while somebody else is on it, who then no longer is. */
  takeOver?: boolean | undefined
  /** Who opened the incident by what they report has acknowledged it at once: nobody had to wait for an answer. */
  isReporter?: boolean
}

/** What has become of an acknowledgement. */
export interface Acknowledged {
  /** The incident as it was before. */
  incident: StoredIncident
  hasChanged: boolean
  /** A relative goes there, and the escalation goes on. */
  isAttending: boolean
}

/**
 * Makes the caller handle an incident, in a transaction that has checked that they may: nothing more
 * is sent, and whoever was told is told who handles it. Repeated by the same person, it keeps the first time; what
 * they say of their arrival counts from now. A relative who does not count as a helper attends instead, and whoever
 * answers a request for a second person joins who handles it. If the incident has changed, the caller publishes the
 * change at the end of the transaction.
 */
export async function acknowledgeLocked(
  ctx: Context,
  tx: Db,
  caller: AnyCaller,
  id: string,
  given: Acknowledgement = {},
): Promise<Acknowledged> {
  const { etaMinutes, note, takeOver = false, isReporter = false } = given
  const incident = await lockIncident(tx, id)
  if (!incident) throw refusal('INCIDENT_NOT_FOUND')
  const actorId = caller.actor?.id ?? null
  if (caller.actor && incident.acknowledgedBy !== actorId) {
    const standing = await findStanding(tx, caller.actor, incident.patientId)
    if (!standing.isHelper) return attend(ctx, tx, caller.actor.id, incident, standing, given)
  }
  const isOther = incident.state === 'ACKNOWLEDGED' && incident.acknowledgedBy !== actorId
  const isTakenOver = isOther && takeOver && actorId !== null
  // A tablet on a wall comes to nobody's help.
  if (isOther && !isTakenOver && incident.assistanceAt && caller.actor && caller.actor.role !== 'STATION') {
    const hasChanged = await joinIncident(ctx, tx, { ...caller, actor: caller.actor }, incident, given)
    return { incident, hasChanged, isAttending: false }
  }
  if (!isTakenOver) await assertNotHandled(tx, incident, actorId)
  const at = ctx.now()
  const station = caller.station?.name
  // What a station has acknowledged, a person takes over.
  if (incident.state === 'ACKNOWLEDGED' && incident.acknowledgedBy === actorId) {
    if (etaMinutes !== undefined) await updateIncident(tx, id, arrival(etaMinutes, at))
    if (note) await recordNote(tx, { incidentId: id, at, actorId, note, station })
    return { incident, hasChanged: etaMinutes !== undefined || note !== undefined, isAttending: false }
  }
  const wasGoing = actorId !== null && (await deleteAttendant(tx, id, actorId))
  await Promise.all([
    updateIncident(tx, id, {
      state: 'ACKNOWLEDGED',
      firstAcknowledgedAt: incident.firstAcknowledgedAt ?? at,
      acknowledgedAt: at,
      acknowledgedBy: actorId,
      ...arrival(etaMinutes, at),
      checkUntil: null,
      // The second person who takes over is the one who was asked for.
      assistanceAt: isTakenOver && !wasGoing ? incident.assistanceAt : null,
      dueAt: new Date(at.getTime() + handlingMs),
    }),
    recordAct(tx, {
      incidentId: id,
      at,
      type: 'acknowledged',
      actorId,
      data: { code: isTakenOver ? 'TAKEN_OVER' : 'ACKNOWLEDGED', note: note || undefined },
      station,
    }),
    isTakenOver
      ? insertHandlerMessages(tx, incident, at, actorId)
      : closeDeliveries(tx, incident, at, actorId),
  ])
  // The first acknowledgement, by whichever way it came.
  if (!incident.firstAcknowledgedAt && !isReporter) {
    const seconds = (at.getTime() - incident.openedAt.getTime()) / msPerSecond
    tx.afterCommit(() => ctx.metrics.incidentAcknowledged(incident.kind, seconds))
  }
  return { incident, hasChanged: true, isAttending: false }
}

/**
 * Records that a relative goes there. The state of the incident and its next step stay as they are: staff are told
 * all the same. Everybody who was told learns who is going. Repeated, it keeps the first time.
 */
async function attend(
  ctx: Context,
  tx: Db,
  personId: string,
  incident: StoredIncident,
  { kind, relationship }: Standing,
  given: Acknowledgement,
): Promise<Acknowledged> {
  const { id, state, resolvedBy } = incident
  if (state === 'RESOLVED' || state === 'CANCELLED') throw await ended(tx, state, resolvedBy)
  const at = ctx.now()
  const attendant = { incidentId: id, personId, kind: kind ?? ('RELATIVE' as const), relationship, at }
  const { isNew, hasChanged } = await recordAttendance(tx, attendant, given)
  if (isNew) await insertAttendingMessages(tx, incident, personId, at)
  return { incident, hasChanged, isAttending: true }
}

/** How long the handler takes from `at` on, and when they are there. */
const arrival = (etaMinutes: number | undefined, at: Date) => ({
  etaMinutes: etaMinutes ?? null,
  etaAt: etaMinutes === undefined ? null : new Date(at.getTime() + etaMinutes * msPerMinute),
})

/** Throws 409 if somebody else handles the incident, or if it has ended. */
async function assertNotHandled(tx: Db, incident: StoredIncident, actorId: string | null): Promise<void> {
  const { state, acknowledgedBy, resolvedBy } = incident
  const isOther = state === 'ACKNOWLEDGED' && acknowledgedBy !== actorId
  if (isOther && !(acknowledgedBy && actorId && (await lockStation(tx, acknowledgedBy)))) {
    const handledBy = await findHandlerName(tx, incident)
    throw refusal('INCIDENT_HANDLED', { handledBy })
  }
  if (state === 'RESOLVED' || state === 'CANCELLED') throw await ended(tx, state, resolvedBy)
}

/** The 409 of an act on an incident that has ended. */
export async function ended(tx: Db, state: 'RESOLVED' | 'CANCELLED', resolvedBy: string | null) {
  return refusal(`INCIDENT_${state}`, { resolvedBy: await findPersonName(tx, resolvedBy) })
}
