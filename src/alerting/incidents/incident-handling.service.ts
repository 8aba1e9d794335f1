import { assertMayHandleIncident, findStanding } from '../../accounts/access/policy.ts'
import type { AnyCaller, Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { msPerSecond } from '../../platform/lib/duration.ts'
import { refusal } from '../../platform/lib/errors.ts'
import type { AcknowledgementEffect } from '../model/incident.ts'
import { publishChange } from '../model/incident-changes.ts'
import type { AcknowledgementClaim } from '../notifications/acknowledge-token.ts'
import { attendingNotes, insertCallNotes } from '../notifications/incident-deliveries.ts'
import {
  acknowledgeAlertsOf,
  markIncidentResponded,
  reactivateAlerts,
} from '../recipients/recipients.service.ts'
import { type Acknowledgement, acknowledgeLocked } from './acknowledge-incident.ts'
import { deleteAttendant } from './attendants.store.ts'
import { openingChange } from './escalation-round.ts'
import { assertMayHandle, audit, lockPeopleOf, lockUnresolved, viewOf } from './incident-acts.ts'
import { findAcknowledgingStation } from './incident-timeline.store.ts'
import type { IncidentView } from './incident-view.ts'
import * as store from './incidents.store.ts'
import { recordAct } from './people-entries.ts'
import { nobodyHandles } from './raise-incident.ts'

/** Makes the caller handle an incident, with all of its falls and of the caller's alerts. */
export async function acknowledgeIncident(
  ctx: Context,
  caller: Caller,
  id: string,
  acknowledgement: Acknowledgement,
): Promise<IncidentView> {
  return ctx.db.transaction(async (tx) => {
    await assertMayHandle(tx, caller, await lockPeopleOf(tx, caller, id))
    return (await acknowledge(ctx, tx, caller, id, acknowledgement)).view
  })
}

/**
 * Does the same for the link in a message, which is valid for one person, incident and round: once
 * somebody has acknowledged, it is worthless.
 */
export async function acknowledgeByToken(
  ctx: Context,
  { address, requestId }: AnyCaller,
  claim: AcknowledgementClaim,
): Promise<{ state: IncidentView['state']; effect: AcknowledgementEffect }> {
  return ctx.db.transaction(async (tx) => {
    const role = await store.findActiveRole(tx, claim.userId)
    if (!role) throw refusal('CANNOT_ACKNOWLEDGE')
    const actor = { id: claim.userId, role }
    const caller = { actor, address, requestId, sessionId: '' }
    const incident = await lockPeopleOf(tx, caller, claim.incidentId)
    await assertMayHandleIncident(tx, actor, incident)
    const current = await store.lockIncident(tx, claim.incidentId)
    if (current?.round !== claim.round && current?.state === 'OPEN') throw refusal('LINK_OF_EARLIER_MESSAGE')
    const { view, isAttending } = await acknowledge(ctx, tx, caller, claim.incidentId, {})
    const beside = isAttending ? 'ATTENDING' : 'JOINING'
    return { state: view.state, effect: view.handledBy?.id === actor.id ? 'HANDLING' : beside }
  })
}

async function acknowledge(
  ctx: Context,
  tx: Db,
  caller: Caller,
  id: string,
  given: Acknowledgement,
): Promise<{ view: IncidentView; isAttending: boolean }> {
  const at = ctx.now()
  const { incident: before, hasChanged, isAttending } = await acknowledgeLocked(ctx, tx, caller, id, given)
  // A relative answers for themselves: the fall still waits for staff.
  const [falls, alerts] = await Promise.all([
    isAttending ? 0 : markIncidentResponded(tx, id, at),
    acknowledgeAlertsOf(tx, id, caller.actor.id, at),
  ])
  const publishing = hasChanged || falls > 0 || alerts > 0
  const [view] = await Promise.all([
    viewOf(tx, id),
    publishing && publishChange(tx, 'incident.changed', before, at),
    auditAcknowledgement(ctx, tx, caller, before, { hasChanged, isAttending }),
  ])
  return { view, isAttending }
}

async function auditAcknowledgement(
  ctx: Context,
  tx: Db,
  caller: Caller,
  before: store.StoredIncident,
  { hasChanged, isAttending }: { hasChanged: boolean; isAttending: boolean },
): Promise<void> {
  const { id } = before
  if (isAttending) {
    if (hasChanged)
      await audit(ctx, tx, caller, before, 'incident.attended', `A relative goes to incident ${id}`)
  } else if (before.state !== 'ACKNOWLEDGED')
    await audit(ctx, tx, caller, before, 'incident.acknowledged', `Incident ${id} acknowledged`)
  else if (hasChanged && before.acknowledgedBy !== caller.actor.id) await auditBeside(ctx, tx, caller, before)
}

/**
 * Makes whoever reported what the incident is about handle it, in the transaction of the report,
 * unless somebody else does: they are with the patient.
 */
export async function acknowledgeAsReporter(ctx: Context, tx: Db, caller: Caller, id: string): Promise<void> {
  const incident = await lockUnresolved(tx, id)
  const isHandledByOther = incident.state === 'ACKNOWLEDGED' && incident.acknowledgedBy !== caller.actor.id
  if (isHandledByOther) await markIncidentResponded(tx, id, ctx.now())
  else await acknowledge(ctx, tx, caller, id, { isReporter: incident.firstAcknowledgedAt === null })
}

/** For somebody who acknowledges what another handles: they have taken it over, or go there as well. */
async function auditBeside(ctx: Context, tx: Db, caller: Caller, before: store.StoredIncident) {
  const now = await store.findIncident(tx, before.id)
  const isHandler = now?.acknowledgedBy === caller.actor.id
  await (isHandler
    ? audit(ctx, tx, caller, before, 'incident.taken_over', `Incident ${before.id} taken over`)
    : audit(ctx, tx, caller, before, 'incident.joined', `Goes to incident ${before.id} as well`))
}

/** How long an acknowledgement counts as a mistake of the finger if it is taken back. */
const undoMs = 10 * msPerSecond

/**
 * Opens an incident again that its handler cannot go to; only the handler may. Whoever goes there beside them
 * takes back that they do.
 */
export async function releaseIncident(ctx: Context, caller: Caller, id: string): Promise<IncidentView> {
  return ctx.db.transaction(async (tx) => {
    await assertMayHandle(tx, caller, await lockPeopleOf(tx, caller, id))
    const incident = await lockUnresolved(tx, id)
    if (incident.acknowledgedBy !== caller.actor.id && (await endAttendance(ctx, tx, caller, incident)))
      return viewOf(tx, id)
    if (incident.state !== 'ACKNOWLEDGED') throw refusal('INCIDENT_NOT_HANDLED')
    if (incident.acknowledgedBy !== caller.actor.id) throw refusal('HANDLER_ONLY')
    return release(ctx, tx, caller, incident)
  })
}

/** Takes back what was acknowledged at the station a moment ago, in whoever's name. */
export async function undoAtStation(
  ctx: Context,
  caller: Caller & { station: NonNullable<Caller['station']> },
  id: string,
): Promise<IncidentView> {
  return ctx.db.transaction(async (tx) => {
    const incident = await lockHandled(tx, caller, id)
    const station = await findAcknowledgingStation(tx, id)
    if (station !== caller.station.name || !isMistake(ctx, incident)) throw refusal('UNDO_EXPIRED')
    return release(ctx, tx, caller, incident)
  })
}

async function lockHandled(tx: Db, caller: Caller, id: string): Promise<store.StoredIncident> {
  await assertMayHandle(tx, caller, await lockPeopleOf(tx, caller, id))
  const incident = await lockUnresolved(tx, id)
  if (incident.state !== 'ACKNOWLEDGED') throw refusal('INCIDENT_NOT_HANDLED')
  return incident
}

const isMistake = (ctx: Context, { acknowledgedAt }: store.StoredIncident) =>
  acknowledgedAt !== null && ctx.now().getTime() - acknowledgedAt.getTime() <= undoMs

/** Opens an incident again; its handler is told last. */
async function release(ctx: Context, tx: Db, caller: Caller, incident: store.StoredIncident) {
  const { id, acknowledgedBy } = incident
  const at = ctx.now()
  await store.updateIncident(tx, id, {
    ...(await openingChange(ctx, tx, incident, at)),
    ...nobodyHandles,
    releasedBy: acknowledgedBy,
  })
  await reactivateAlerts(tx, id)
  await recordAct(tx, {
    incidentId: id,
    at,
    type: 'released',
    actorId: caller.actor.id,
    data: { code: isMistake(ctx, incident) ? 'ACKNOWLEDGEMENT_UNDONE' : 'RELEASED' },
    station: caller.station?.name,
  })
  await audit(ctx, tx, caller, incident, 'incident.released', `Incident ${id} released`)
  await publishChange(tx, 'incident.changed', incident, at)
  return viewOf(tx, id)
}

/** Takes back that somebody goes there, and tells who counts on them; false of those who do not attend. */
async function endAttendance(ctx: Context, tx: Db, caller: Caller, incident: store.StoredIncident) {
  const { id, round, acknowledgedBy } = incident
  const { actor } = caller
  if (!(await deleteAttendant(tx, id, actor.id))) {
    if (!(await findStanding(tx, actor, incident.patientId)).isHelper) throw refusal('NOT_ATTENDING')
    return false
  }
  const at = ctx.now()
  const data = { code: 'ATTENDANCE_ENDED' as const }
  await recordAct(tx, { incidentId: id, at, type: 'released', actorId: actor.id, data })
  if (acknowledgedBy)
    await insertCallNotes(tx, { incidentId: id, round, userId: acknowledgedBy, at }, attendingNotes.ended)
  await audit(ctx, tx, caller, incident, 'incident.released', `No longer going to incident ${id}`)
  await publishChange(tx, 'incident.changed', incident, at)
  return true
}
