import { assertMayHandleIncident, assertMayReadIncident } from '../access/policy.ts'
import { acknowledgeAlertsOf, reactivateAlerts } from '../alerts/create-alerts.ts'
import { recordAuditEntry } from '../audit/audit.service.ts'
import { type Caller, type Context, systemCaller } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { Page, PageResult } from '../db/page.ts'
import { markIncidentResponded } from '../falls/falls.service.ts'
import { msPerMinute, msPerSecond } from '../lib/duration.ts'
import { conflict, forbidden, notFound } from '../lib/errors.ts'
import { listDeliveriesOf } from '../notifications/deliveries.service.ts'
import { closeDeliveries } from '../notifications/incident-deliveries.ts'
import { type Acknowledgement, acknowledgeLocked, ended } from './acknowledge-incident.ts'
import type { AcknowledgementClaim } from './acknowledge-token.ts'
import { unresolvedStates } from './incident.ts'
import * as timeline from './incident-timeline.store.ts'
import { type IncidentView, readIncidentViews } from './incident-view.ts'
import type { IncidentsQuery, Resolution } from './incidents.schemas.ts'
import * as store from './incidents.store.ts'
import { findPersonName, lockPeople } from './people.ts'
import { publishChange } from './publish-change.ts'
import { mustOpen, nobodyHandles, type RaiseOutcome, raiseIncident } from './raise-incident.ts'
import { tellAgain } from './repeated-call.ts'
import { openingChange } from './round.ts'

/** What a patient says, or presses, again and again within this time is said once. */
const sameCallMs = msPerMinute

/** listVisibleIncidents lists the unresolved incidents that the caller may see, or those in the given states. */
export function listVisibleIncidents(
  ctx: Context,
  { actor }: Caller,
  { state = unresolvedStates, kind, patientId, ...page }: IncidentsQuery & Page,
): Promise<PageResult<IncidentView>> {
  return store.listIncidents(ctx.db, { viewer: actor, states: state, kinds: kind, patientId }, page)
}

/** getVisibleIncident returns an incident with its timeline and deliveries, or throws 404 or 403. */
export async function getVisibleIncident(ctx: Context, caller: Caller, id: string) {
  const { evidence, injuries } = await getReadable(ctx, caller, id)
  const [view, entries, deliveries, { patient, fall, fallEvidence, vitals }] = await Promise.all([
    viewOf(ctx.db, id),
    timeline.listEntries(ctx.db, id),
    listDeliveriesOf(ctx.db, id),
    store.findIncidentFacts(ctx.db, id),
  ])
  const latest = { ...evidence, ...fallEvidence }
  return { ...view, injuries, timeline: entries, deliveries, evidence: latest, patient, fall, vitals }
}

async function getReadable(ctx: Context, { actor }: Caller, id: string): Promise<store.StoredIncident> {
  const incident = await store.findIncident(ctx.db, id)
  if (!incident) throw notFound('Incident not found')
  await assertMayReadIncident(ctx.db, actor, incident)
  return incident
}

async function viewOf(db: Db, id: string): Promise<IncidentView> {
  const [view] = await readIncidentViews(db, [id])
  if (!view) throw notFound('Incident not found')
  return view
}

/** acknowledgeIncident makes the caller handle an incident, with all of its falls and of the caller's alerts. */
export async function acknowledgeIncident(
  ctx: Context,
  caller: Caller,
  id: string,
  acknowledgement: Acknowledgement,
): Promise<IncidentView> {
  return ctx.db.transaction(async (tx) => {
    await assertMayHandleIncident(tx, caller.actor, await lockPeopleOf(tx, caller, id))
    return acknowledge(ctx, tx, caller, id, acknowledgement)
  })
}

/**
 * acknowledgeByToken does the same for the link in a message, which is valid for one person, incident and round: once
 * somebody has acknowledged, it is worthless.
 */
export async function acknowledgeByToken(
  ctx: Context,
  claim: AcknowledgementClaim,
): Promise<IncidentView['state']> {
  return ctx.db.transaction(async (tx) => {
    const role = await store.findActiveRole(tx, claim.userId)
    if (!role) throw forbidden('This account cannot acknowledge')
    const actor = { id: claim.userId, role }
    const caller = { ...systemCaller, actor, sessionId: '' }
    const incident = await lockPeopleOf(tx, caller, claim.incidentId)
    await assertMayHandleIncident(tx, actor, incident)
    const current = await store.lockIncident(tx, claim.incidentId)
    if (current?.round !== claim.round && current?.state === 'OPEN')
      throw conflict('This link belongs to an earlier message')
    return (await acknowledge(ctx, tx, caller, claim.incidentId, {})).state
  })
}

async function acknowledge(
  ctx: Context,
  tx: Db,
  caller: Caller,
  id: string,
  given: Acknowledgement,
): Promise<IncidentView> {
  const at = ctx.now()
  const { incident: before, hasChanged } = await acknowledgeLocked(ctx, tx, caller, id, given)
  const falls = await markIncidentResponded(tx, id, at)
  const alerts = await acknowledgeAlertsOf(tx, id, caller.actor.id, at)
  if (before.state !== 'ACKNOWLEDGED')
    await audit(ctx, tx, caller, before, 'incident.acknowledged', `Incident ${id} acknowledged`)
  if (hasChanged || falls > 0 || alerts > 0) await publishChange(tx, 'incident.changed', before, at)
  return viewOf(tx, id)
}

const secondsSince = (from: Date, to: Date) => (to.getTime() - from.getTime()) / msPerSecond

/** lockPeopleOf locks the caller and the patient, in the order of a deletion, and returns the incident's patient. */
async function lockPeopleOf(tx: Db, { actor }: Caller, id: string): Promise<{ patientId: string | null }> {
  const incident = await store.findIncident(tx, id)
  if (!incident) throw notFound('Incident not found')
  const { patientId } = incident
  if (!(await lockPeople(tx, patientId ? [actor.id, patientId] : [actor.id])))
    throw notFound('Incident not found')
  return { patientId }
}

/** lockUnresolved returns the locked incident, or throws 404, or 409 if it has ended. */
async function lockUnresolved(tx: Db, id: string): Promise<store.StoredIncident> {
  const incident = await store.lockIncident(tx, id)
  if (!incident) throw notFound('Incident not found')
  const { state } = incident
  if (state === 'RESOLVED' || state === 'CANCELLED') throw await ended(tx, state, incident.resolvedBy)
  return incident
}

/** releaseIncident opens an incident again that its handler cannot go to; only the handler may. */
export async function releaseIncident(ctx: Context, caller: Caller, id: string): Promise<IncidentView> {
  return ctx.db.transaction(async (tx) => {
    await assertMayHandleIncident(tx, caller.actor, await lockPeopleOf(tx, caller, id))
    const incident = await lockUnresolved(tx, id)
    if (incident.state !== 'ACKNOWLEDGED') throw conflict('Nobody is handling this incident')
    if (incident.acknowledgedBy !== caller.actor.id)
      throw forbidden('Only who handles an incident can release it')
    const at = ctx.now()
    await store.updateIncident(tx, id, {
      ...(await openingChange(ctx, tx, incident, at)),
      ...nobodyHandles,
      releasedBy: caller.actor.id,
    })
    await reactivateAlerts(tx, id)
    const entry = {
      incidentId: id,
      at,
      type: 'released' as const,
      actorId: caller.actor.id,
      text: 'Cannot go',
    }
    await timeline.insertEntry(tx, entry)
    await audit(ctx, tx, caller, incident, 'incident.released', `Incident ${id} released`)
    await publishChange(tx, 'incident.changed', incident, at)
    return viewOf(tx, id)
  })
}

/** resolveIncident ends an incident with its outcome, for good. */
export async function resolveIncident(
  ctx: Context,
  caller: Caller,
  id: string,
  { outcome, injuries, note }: Resolution,
): Promise<IncidentView> {
  return ctx.db.transaction(async (tx) => {
    await assertMayHandleIncident(tx, caller.actor, await lockPeopleOf(tx, caller, id))
    const incident = await lockUnresolved(tx, id)
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
    await timeline.insertEntry(tx, { incidentId: id, at, type: 'resolved', actorId, text: note || outcome })
    if (incident.state === 'OPEN') await closeDeliveries(tx, incident, at, actorId)
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

/** addNote adds a note to the timeline, also of an incident that has ended. */
export async function addNote(ctx: Context, caller: Caller, id: string, text: string) {
  await getReadable(ctx, caller, id)
  return ctx.db.transaction(async (tx) => {
    const incident = await store.lockIncident(tx, id)
    if (!incident) throw notFound('Incident not found')
    const at = ctx.now()
    const actorId = caller.actor.id
    await timeline.insertEntry(tx, { incidentId: id, at, type: 'note', actorId, text })
    await audit(ctx, tx, caller, incident, 'incident.noted', `Note added to incident ${id}`)
    await publishChange(tx, 'incident.changed', incident, at)
    return {
      at,
      type: 'note' as const,
      actor: { id: actorId, name: await findPersonName(tx, actorId) },
      text,
    }
  })
}

/** sayFine is the patient's "I'm fine": within the check it cancels the incident, after it a caregiver confirms. */
export async function sayFine(ctx: Context, caller: Caller, id: string): Promise<IncidentView> {
  return asPatient(ctx, caller, id, async (tx, incident) => {
    await recordFine(ctx, tx, incident, caller.actor.id)
  })
}

/** recordFine records that a patient is fine, by themselves or by the button of their device. */
export async function recordFine(
  ctx: Context,
  tx: Db,
  incident: store.StoredIncident,
  actorId: string,
): Promise<void> {
  const at = ctx.now()
  const { id: incidentId, state, checkUntil } = incident
  // At the deadline the check has ended, whether or not the engine has noticed.
  const isInTime = state === 'CHECKING' && checkUntil !== null && at < checkUntil
  if (isInTime) {
    await store.updateIncident(tx, incidentId, {
      state: 'CANCELLED',
      resolvedAt: at,
      resolvedBy: actorId,
      checkUntil: null,
      dueAt: null,
    })
    const text = 'The patient said that they are fine, before anybody was told'
    await timeline.insertEntry(tx, { incidentId, at, type: 'cancelled', actorId, text })
    return
  }
  // Said again and again, it is one entry a minute.
  if (await timeline.hasEntrySince(tx, incidentId, ['ok'], new Date(at.getTime() - sameCallMs))) return
  const text = 'The patient said that they are fine'
  await timeline.insertEntry(tx, { incidentId, at, type: 'ok', actorId, text })
}

/**
 * askForHelp is the patient's "I need help": it ends a check, opens an incident again that was acknowledged a while ago,
 * and tells people again who were told.
 */
export async function askForHelp(ctx: Context, caller: Caller, id: string): Promise<IncidentView> {
  return asPatient(ctx, caller, id, async (tx, incident) => {
    const at = ctx.now()
    if (await hasJustCalled(tx, incident, at)) return
    const text = 'The patient asked for help'
    await timeline.insertEntry(tx, { incidentId: id, at, type: 'help', actorId: caller.actor.id, text })
    // The others end by themselves, and a call for help must not end with them.
    if (incident.kind !== 'FALL' && incident.kind !== 'SOS')
      return void (await callForHelp(ctx, tx, { patientId: caller.actor.id, at }))
    if (!mustOpen(incident, { reopens: true }, at)) return tellAgain(ctx, tx, incident, at)
    await store.updateIncident(tx, id, {
      ...(await openingChange(ctx, tx, incident, at)),
      ...nobodyHandles,
    })
    if (incident.state === 'CHECKING') return
    await timeline.insertEntry(tx, { incidentId: id, at, type: 'reopened', text: 'Opened' })
    await reactivateAlerts(tx, id)
  })
}

/** hasJustCalled: the first call for help is the beginning of an SOS; one that ends a check is never a repetition. */
async function hasJustCalled(tx: Db, { id, kind, state }: store.StoredIncident, at: Date): Promise<boolean> {
  if (state === 'CHECKING') return false
  const calls = kind === 'SOS' ? (['help', 'opened', 'added'] as const) : (['help'] as const)
  return timeline.hasEntrySince(tx, id, calls, new Date(at.getTime() - sameCallMs))
}

async function asPatient(
  ctx: Context,
  caller: Caller,
  id: string,
  act: (tx: Db, incident: store.StoredIncident) => Promise<void>,
): Promise<IncidentView> {
  return ctx.db.transaction(async (tx) => {
    const { patientId } = await lockPeopleOf(tx, caller, id)
    if (patientId !== caller.actor.id) throw forbidden('Only the patient can say this')
    const incident = await lockUnresolved(tx, id)
    await act(tx, incident)
    await publishChange(tx, 'incident.changed', incident, ctx.now())
    return viewOf(tx, id)
  })
}

export interface HelpCall {
  patientId: string
  deviceId?: string | null
  /** When the button was pressed. */
  at: Date
}

/** callForHelp raises the SOS of a patient; repeated while one is unresolved, it is the same. */
export async function callForHelp(
  ctx: Context,
  tx: Db,
  { patientId, deviceId = null, at }: HelpCall,
): Promise<Pick<RaiseOutcome, 'id' | 'isNew'>> {
  return raiseIncident(ctx, tx, {
    kind: 'SOS',
    severity: 'CRITICAL',
    patientId,
    deviceId,
    reopens: true,
    isCall: true,
    isSame: ({ evidence }) => Math.abs(at.getTime() - Date.parse(String(evidence.pressedAt))) < sameCallMs,
    evidence: { pressedAt: at.toISOString() },
    text: deviceId ? 'The button of a device was pressed' : 'The patient asked for help',
  })
}

/** sendSos raises the SOS of the caller. */
export async function sendSos(ctx: Context, caller: Caller): Promise<{ view: IncidentView; isNew: boolean }> {
  const { id: patientId } = caller.actor
  return ctx.db.transaction(async (tx) => {
    if (!(await lockPeople(tx, [patientId]))) throw notFound('User not found')
    const { id, isNew } = await callForHelp(ctx, tx, { patientId, at: ctx.now() })
    if (isNew) await audit(ctx, tx, caller, { patientId }, 'incident.sos', `SOS raised incident ${id}`)
    return { view: await viewOf(tx, id), isNew }
  })
}

function audit(
  ctx: Context,
  tx: Db,
  caller: Caller,
  { patientId }: { patientId: string | null },
  action: string,
  message: string,
) {
  return recordAuditEntry(ctx, tx, caller, { action, message, subjectId: patientId })
}
