import { assertMayReadIncident, mayReadVitals } from '../../accounts/access/policy.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Page, PageResult } from '../../platform/db/page.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { unresolvedStates } from '../model/incident.ts'
import { publishChange } from '../model/incident-changes.ts'
import { listDeliveriesOf } from '../notifications/deliveries.service.ts'
import { audit, viewOf } from './incident-acts.ts'
import * as timeline from './incident-timeline.store.ts'
import type { IncidentView } from './incident-view.ts'
import type { IncidentsQuery } from './incidents.schemas.ts'
import * as store from './incidents.store.ts'
import { findActingPerson } from './people.ts'
import { recordAct, recordNote } from './people-entries.ts'
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
