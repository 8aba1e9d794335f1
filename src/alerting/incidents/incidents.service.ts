import {
  assertMayHandleIncident,
  assertMayReadIncident,
  mayReadVitals,
} from '../../accounts/access/policy.ts'
import type { AnyCaller, Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Page, PageResult } from '../../platform/db/page.ts'
import { msPerSecond } from '../../platform/lib/duration.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { unresolvedStates } from '../model/incident.ts'
import type { AcknowledgementClaim } from '../notifications/acknowledge-token.ts'
import { listDeliveriesOf } from '../notifications/deliveries.service.ts'
import { closeDeliveries } from '../notifications/incident-deliveries.ts'
import { acknowledgeAlertsOf, reactivateAlerts } from '../recipients/create-alerts.ts'
import { markIncidentResponded } from '../recipients/responded-falls.ts'
import { type Acknowledgement, acknowledgeLocked } from './acknowledge-incident.ts'
import { audit, lockPeopleOf, lockUnresolved, viewOf } from './incident-acts.ts'
import * as timeline from './incident-timeline.store.ts'
import type { IncidentView } from './incident-view.ts'
import type { IncidentsQuery, Resolution } from './incidents.schemas.ts'
import * as store from './incidents.store.ts'
import { findPersonName } from './people.ts'
import { recordAct, recordNote } from './people-entries.ts'
import { publishChange } from './publish-change.ts'
import { nobodyHandles } from './raise-incident.ts'
import { openingChange } from './round.ts'
import { entryWithoutVitals } from './stored-entry.ts'

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

/** withoutVitals leaves out the figures of vital signs that a patient does not share; that there is an alarm remains. */
function withoutVitals<Detail extends IncidentView & { timeline: timeline.Entry[]; evidence: object }>(
  detail: Detail,
): Detail {
  const timeline = detail.timeline.map((entry) => entryWithoutVitals(entry, detail.kind))
  const evidence = detail.kind === 'VITALS' ? {} : detail.evidence
  return { ...detail, timeline, evidence, vitals: { heartRate: null, oxygenSaturation: null } }
}

/** findTimeline returns whose timeline it is and how its pages are read, or throws 404 or 403. */
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

/** acknowledgeIncident makes the caller handle an incident, with all of its falls and of the caller's alerts. */
export async function acknowledgeIncident(
  ctx: Context,
  caller: Caller,
  id: string,
  acknowledgement: Acknowledgement,
): Promise<IncidentView> {
  return ctx.db.transaction(async (tx) => {
    await assertMayHandle(tx, caller, await lockPeopleOf(tx, caller, id))
    return acknowledge(ctx, tx, caller, id, acknowledgement)
  })
}

/** assertMayHandle: somebody who acts at a station handles the incidents of its ward only. */
async function assertMayHandle(tx: Db, { actor, station }: Caller, incident: { patientId: string | null }) {
  await assertMayHandleIncident(tx, actor, incident)
  if (station) await assertMayHandleIncident(tx, { id: station.id, role: 'STATION' }, incident)
}

/**
 * acknowledgeByToken does the same for the link in a message, which is valid for one person, incident and round: once
 * somebody has acknowledged, it is worthless.
 */
export async function acknowledgeByToken(
  ctx: Context,
  { address, requestId }: AnyCaller,
  claim: AcknowledgementClaim,
): Promise<IncidentView['state']> {
  return ctx.db.transaction(async (tx) => {
    const role = await store.findActiveRole(tx, claim.userId)
    if (!role) throw refusal('CANNOT_ACKNOWLEDGE')
    const actor = { id: claim.userId, role }
    const caller = { actor, address, requestId, sessionId: '' }
    const incident = await lockPeopleOf(tx, caller, claim.incidentId)
    await assertMayHandleIncident(tx, actor, incident)
    const current = await store.lockIncident(tx, claim.incidentId)
    if (current?.round !== claim.round && current?.state === 'OPEN') throw refusal('LINK_OF_EARLIER_MESSAGE')
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

/** releaseIncident opens an incident again that its handler cannot go to; only the handler may. */
export async function releaseIncident(ctx: Context, caller: Caller, id: string): Promise<IncidentView> {
  return ctx.db.transaction(async (tx) => {
    await assertMayHandle(tx, caller, await lockPeopleOf(tx, caller, id))
    const incident = await lockUnresolved(tx, id)
    if (incident.state !== 'ACKNOWLEDGED') throw refusal('INCIDENT_NOT_HANDLED')
    if (incident.acknowledgedBy !== caller.actor.id) throw refusal('HANDLER_ONLY')
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
      data: { code: 'RELEASED' as const },
    }
    await recordAct(tx, entry)
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
    await assertMayHandle(tx, caller, await lockPeopleOf(tx, caller, id))
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
    await timeline.insertEntry(tx, {
      incidentId: id,
      at,
      type: 'resolved',
      actorId,
      data: { code: 'RESOLVED', outcome, note: note || undefined },
      station: caller.station?.name,
    })
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
    if (!incident) throw refusal('INCIDENT_NOT_FOUND')
    const at = ctx.now()
    const actorId = caller.actor.id
    await recordNote(tx, { incidentId: id, at, actorId, note: text })
    await audit(ctx, tx, caller, incident, 'incident.noted', `Note added to incident ${id}`)
    await publishChange(tx, 'incident.changed', incident, at)
    return {
      at,
      type: 'note' as const,
      actor: { id: actorId, name: await findPersonName(tx, actorId) },
      data: { code: 'NOTE' as const, note: text },
      text,
      station: null,
    }
  })
}
