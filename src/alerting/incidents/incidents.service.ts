import {
  assertMayEndIncident,
  assertMayHandleIncident,
  assertMayReadIncident,
  findStanding,
  mayReadVitals,
} from '../../accounts/access/policy.ts'
import type { AnyCaller, Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Page, PageResult } from '../../platform/db/page.ts'
import { msPerSecond } from '../../platform/lib/duration.ts'
import { refusal } from '../../platform/lib/errors.ts'
import type { AcknowledgementEffect } from '../model/acknowledgement-effect.ts'
import { unresolvedStates } from '../model/incident.ts'
import type { AcknowledgementClaim } from '../notifications/acknowledge-token.ts'
import { listDeliveriesOf } from '../notifications/deliveries.service.ts'
import {
  attendingNotes,
  closeDeliveries,
  endAssistance,
  insertCallNotes,
} from '../notifications/incident-deliveries.ts'
import { acknowledgeAlertsOf, reactivateAlerts } from '../recipients/create-alerts.ts'
import { markIncidentResponded } from '../recipients/responded-falls.ts'
import { type Acknowledgement, acknowledgeLocked } from './acknowledge-incident.ts'
import { deleteAttendant } from './attendants.store.ts'
import { openingChange } from './escalation-round.ts'
import { assertUnresolved, audit, lockPeopleOf, lockUnresolved, viewOf } from './incident-acts.ts'
import * as timeline from './incident-timeline.store.ts'
import type { IncidentView } from './incident-view.ts'
import type { IncidentsQuery, Resolution } from './incidents.schemas.ts'
import * as store from './incidents.store.ts'
import { findActingPerson } from './people.ts'
import { recordAct, recordNote } from './people-entries.ts'
import { publishChange } from './publish-change.ts'
import { nobodyHandles } from './raise-incident.ts'
import { entryWithoutVitals } from './stored-entry.ts'

type SortedQuery = Omit<IncidentsQuery, 'sort'> & { sort: store.IncidentSort }

/** Lists what somebody still has to act on by urgency, and what has ended by time, unless the caller asks otherwise. */
export function sorted<Query extends IncidentsQuery>(query: Query): Query & SortedQuery {
  const isUnresolvedOnly = (query.state ?? unresolvedStates).every((state) =>
    unresolvedStates.some((unresolved) => unresolved === state),
  )
  return { ...query, sort: query.sort ?? (isUnresolvedOnly ? 'urgency' : 'opened_at') }
}

/** Lists the unresolved incidents that the caller may see, or those in the given states. */
export function listVisibleIncidents(
  ctx: Context,
  { actor }: Caller,
  { state = unresolvedStates, kind, patientId, ...page }: SortedQuery & Page,
): Promise<PageResult<IncidentView>> {
  return store.listIncidents(ctx.db, { viewer: actor, states: state, kinds: kind, patientId }, page)
}

/** Returns an incident with its timeline and deliveries, or throws 404 or 403. */
export async function getVisibleIncident(ctx: Context, caller: Caller, id: string) {
  const { evidence, injuries, patientId } = await getReadable(ctx, caller, id)
  const isShared = patientId === null || (await mayReadVitals(ctx.db, caller.actor, patientId))
  const [view, { entries, hasEarlier }, deliveries, { patient, fall, fallEvidence, vitals }] =
    await Promise.all([
      viewOf(ctx.db, id),
      timeline.listNewestEntries(ctx.db, id),
      listDeliveriesOf(ctx.db, id),
      store.findIncidentFacts(ctx.db, id),
    ])
  const latest = { ...evidence, ...fallEvidence }
  const shown = { injuries, timeline: entries, hasEarlierEntries: hasEarlier, deliveries }
  const detail = { ...view, ...shown, evidence: latest, patient, fall, vitals }
  return isShared ? detail : withoutVitals(detail)
}

/** Leaves out the figures of vital signs that a patient does not share; that there is an alarm remains. */
function withoutVitals<Detail extends IncidentView & { timeline: timeline.Entry[]; evidence: object }>(
  detail: Detail,
): Detail {
  const timeline = detail.timeline.map((entry) => entryWithoutVitals(entry, detail.kind))
  const evidence = detail.kind === 'VITALS' ? {} : detail.evidence
  return { ...detail, timeline, evidence, vitals: { heartRate: null, oxygenSaturation: null } }
}

/** Returns whose timeline it is and how its pages are read, or throws 404 or 403. */
export async function findTimeline(ctx: Context, caller: Caller, id: string) {
  const { patientId, kind } = await getReadable(ctx, caller, id)
  const isShared = patientId === null || (await mayReadVitals(ctx.db, caller.actor, patientId))
  return {
    patientId,
    async list(page: Page): Promise<PageResult<timeline.Entry>> {
      const { rows, ...rest } = await timeline.listEntries(ctx.db, id, page)
      return { rows: isShared ? rows : rows.map((entry) => entryWithoutVitals(entry, kind)), ...rest }
    },
  }
}

async function getReadable(ctx: Context, { actor }: Caller, id: string): Promise<store.StoredIncident> {
  const incident = await store.findIncident(ctx.db, id)
  if (!incident) throw refusal('INCIDENT_NOT_FOUND')
  await assertMayReadIncident(ctx.db, actor, incident)
  return incident
}

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

/** assertMayHandle: somebody who acts at a station handles the incidents of its ward only. */
export async function assertMayHandle(
  tx: Db,
  { actor, station }: Caller,
  incident: { patientId: string | null },
) {
  await assertMayHandleIncident(tx, actor, incident)
  if (station) await assertMayHandleIncident(tx, { id: station.id, role: 'STATION' }, incident)
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
  const falls = isAttending ? 0 : await markIncidentResponded(tx, id, at)
  const alerts = await acknowledgeAlertsOf(tx, id, caller.actor.id, at)
  if (isAttending) {
    if (hasChanged)
      await audit(ctx, tx, caller, before, 'incident.attended', `A relative goes to incident ${id}`)
  } else if (before.state !== 'ACKNOWLEDGED')
    await audit(ctx, tx, caller, before, 'incident.acknowledged', `Incident ${id} acknowledged`)
  else if (hasChanged && before.acknowledgedBy !== caller.actor.id) await auditBeside(ctx, tx, caller, before)
  if (hasChanged || falls > 0 || alerts > 0) await publishChange(tx, 'incident.changed', before, at)
  return { view: await viewOf(tx, id), isAttending }
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

/** Says in the timeline that somebody has documented a fall of the incident. */
export async function noteFallRecord(ctx: Context, tx: Db, caller: Caller, id: string): Promise<void> {
  const incident = await store.lockIncident(tx, id)
  if (!incident) return
  const at = ctx.now()
  await recordAct(tx, {
    ...{ incidentId: id, at, actorId: caller.actor.id, station: caller.station?.name },
    ...{ type: 'documented' as const, data: { code: 'FALL_DOCUMENTED' as const } },
  })
  await publishChange(tx, 'incident.changed', incident, at)
}

/** For somebody who acknowledges what another handles: they have taken it over, or go there as well. */
async function auditBeside(ctx: Context, tx: Db, caller: Caller, before: store.StoredIncident) {
  const now = await store.findIncident(tx, before.id)
  const isHandler = now?.acknowledgedBy === caller.actor.id
  await (isHandler
    ? audit(ctx, tx, caller, before, 'incident.taken_over', `Incident ${before.id} taken over`)
    : audit(ctx, tx, caller, before, 'incident.joined', `Goes to incident ${before.id} as well`))
}

const secondsSince = (from: Date, to: Date) => (to.getTime() - from.getTime()) / msPerSecond

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
    const station = await timeline.findAcknowledgingStation(tx, id)
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
    await timeline.insertEntry(tx, {
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

/** Adds a note to the timeline, also of an incident that has ended. */
export async function addNote(ctx: Context, caller: Caller, id: string, text: string) {
  await getReadable(ctx, caller, id)
  return ctx.db.transaction(async (tx) => {
    const incident = await store.lockIncident(tx, id)
    if (!incident) throw refusal('INCIDENT_NOT_FOUND')
    const at = ctx.now()
    const actorId = caller.actor.id
    await recordNote(tx, { incidentId: id, at, actorId, note: text })
    await audit(ctx, tx, caller, incident, 'incident.noted', `Note added to incident ${id}`)
    await publishChange(tx, 'incident.changed', incident, at)
    return {
      at,
      type: 'note' as const,
      actor: await findActingPerson(tx, actorId, incident.patientId),
      data: { code: 'NOTE' as const, note: text },
      text,
      station: null,
    }
  })
}
