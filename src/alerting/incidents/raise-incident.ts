import { randomUUID } from 'node:crypto'
import { nowhere } from '../../accounts/residences/place.ts'
import { type Severity, severities } from '../../detection/levels/severity.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { msPerMinute, msPerSecond } from '../../platform/lib/duration.ts'
import type { Incident, IncidentKind, IncidentState, SharedDevice } from '../model/incident.ts'
import { publishChange } from '../model/incident-changes.ts'
import { closeDeliveries } from '../notifications/incident-deliveries.ts'
import { type AlertCounts, alertCaregivers, reactivateAlerts } from '../recipients/recipients.service.ts'
import { deleteAttendants } from './attendants.store.ts'
import type { EntryData } from './entry-data.ts'
import { openingChange, severityChange } from './escalation-round.ts'
import { insertEntry, type NewEntry } from './incident-timeline.store.ts'
import {
  type IncidentChange,
  insertIncident,
  lockIncident,
  lockUnresolved,
  type StoredIncident,
  updateIncident,
} from './incidents.store.ts'
import { recordConsequence } from './people-entries.ts'
import { tellAgain } from './repeated-call.ts'

export interface RaisedIncident {
  kind: IncidentKind
  severity: Severity
  /** Null for an incident of a shared device, or of the installation, which only admins see. */
  patientId: string | null
  /** A device that belongs to a place instead of a patient. */
  shared?: SharedDevice | null
  deviceId?: string | null
  fallId?: string | null
  /** How long the patient can say that they are fine before anybody is told; 0 tells at once. */
  checkSeconds?: number
  /** Opens an incident again that was acknowledged a while ago. */
  reopens?: boolean
  /** A call for help: repeated, people are told again at once. */
  isCall?: boolean
  /** True for the unresolved incident if it knows of this already: nothing is changed then. */
  isSame?: (known: Incident) => boolean
  /** Merged into the evidence of the incident. */
  evidence?: Record<string, unknown>
  /** An earlier fall of the incident, and its evidence, stay what it shows. */
  keepsEarlierFall?: boolean
  /** The entry of the timeline. */
  data: EntryData
  /** Who made the entry, if it was not the service. */
  by?: Pick<NewEntry, 'actorId' | 'station'>
}

export interface RaiseOutcome extends AlertCounts {
  id: string
  isNew: boolean
  state: IncidentState
}

/** A new cause this long after the acknowledgement opens the incident again: whoever came may have left. */
const reopenAfterMs = 10 * msPerMinute

/**
 * Opens an incident or adds to the unresolved one of the same patient and kind, whose severity it may
 * raise, and alerts the caregivers, in the transaction of what caused it. The patient must be locked.
 */
export async function raiseIncident(ctx: Context, tx: Db, raised: RaisedIncident): Promise<RaiseOutcome> {
  for (;;) {
    // First, because most incidents are new, and somebody waits for help.
    const opened = await open(ctx, tx, raised)
    if (opened) return opened
    const known = await lockUnresolved(tx, raised.patientId, raised.kind, raised.shared?.id)
    if (known && raised.isSame?.(known))
      return { id: known.id, isNew: false, state: known.state, alerts: 0, recipients: 0 }
    // Otherwise another transaction has resolved it meanwhile.
    if (known) return addTo(ctx, tx, known, raised)
  }
}

async function open(ctx: Context, tx: Db, raised: RaisedIncident): Promise<RaiseOutcome | undefined> {
  const at = ctx.now()
  const { kind, severity, patientId, data, checkSeconds = 0 } = raised
  const { id: sharedDeviceId, ...place } = raised.shared ?? { id: null, ...nowhere }
  const id = randomUUID()
  const checkUntil = checkSeconds > 0 ? new Date(at.getTime() + checkSeconds * msPerSecond) : null
  const beginning = checkUntil
    ? { state: 'CHECKING' as const, policy: null, round: 0, roundStartedAt: null, dueAt: checkUntil }
    : await openingChange(ctx, tx, { kind, severity, patientId, ...place, round: 0 }, at)
  const incident = {
    ...beginning,
    id,
    kind,
    severity,
    patientId,
    sharedDeviceId,
    ...{ site: place.site, ward: place.ward, room: place.room },
    fallId: raised.fallId ?? null,
    deviceId: raised.deviceId ?? null,
    openedAt: at,
    checkUntil,
    evidence: raised.evidence ?? {},
  }
  const type = checkUntil ? 'checking' : 'opened'
  const isNew = await insertIncident(tx, incident, { type, data, ...raised.by })
  if (!isNew) return undefined
  const [alerts] = await Promise.all([
    alert(ctx, tx, id, raised),
    publishChange(tx, 'incident.opened', { id, patientId }, at),
  ])
  tx.afterCommit(() => ctx.metrics.incidentOpened(kind, severity))
  return { id, isNew, state: beginning.state, ...alerts }
}

async function addTo(
  ctx: Context,
  tx: Db,
  known: StoredIncident,
  raised: RaisedIncident,
): Promise<RaiseOutcome> {
  const at = ctx.now()
  const { id } = known
  const isRaised = severities.indexOf(raised.severity) > severities.indexOf(known.severity)
  const severity = isRaised ? raised.severity : known.severity
  const opening = mustOpen(known, raised, at)
    ? await openingChange(ctx, tx, { ...known, severity }, at)
    : undefined
  const raisedSeverity = isRaised && !opening ? await severityChange(ctx, tx, known, severity) : { severity }
  const change: IncidentChange = {
    ...raisedSeverity,
    ...(opening && { ...opening, ...nobodyHandles }),
    deviceId: raised.deviceId ?? known.deviceId,
    ...(raised.keepsEarlierFall && known.fallId
      ? {}
      : { fallId: raised.fallId ?? known.fallId, evidence: { ...known.evidence, ...raised.evidence } }),
  }
  await updateIncident(tx, id, change)
  await recordConsequence(tx, {
    ...{ incidentId: id, at, type: isRaised ? 'raised' : 'added', data: raised.data },
    ...raised.by,
  })
  if (opening) {
    await recordConsequence(tx, {
      incidentId: id,
      at,
      type: known.round > 0 ? 'reopened' : 'opened',
      data: { code: 'OPENED' },
    })
    if (known.round > 0) await reactivateAlerts(tx, id)
  } else if (raised.isCall) await tellAgain(ctx, tx, known, at)
  const alerts = await alert(ctx, tx, id, raised)
  await publishChange(tx, 'incident.changed', known, at)
  return { id, isNew: false, state: opening?.state ?? known.state, ...alerts }
}

/** The change of an incident that its handler no longer handles. */
export const nobodyHandles = {
  acknowledgedAt: null,
  acknowledgedBy: null,
  etaMinutes: null,
  etaAt: null,
  assistanceAt: null,
} satisfies IncidentChange

/** True for a check that the new cause ends, and of an incident that was acknowledged long ago. */
export function mustOpen(
  known: StoredIncident,
  { checkSeconds = 0, reopens = false }: Pick<RaisedIncident, 'checkSeconds' | 'reopens'>,
  at: Date,
): boolean {
  if (known.state === 'CHECKING') return checkSeconds === 0
  if (known.state !== 'ACKNOWLEDGED' || !reopens) return false
  return at.getTime() - (known.acknowledgedAt?.getTime() ?? 0) > reopenAfterMs
}

async function alert(ctx: Context, tx: Db, incidentId: string, { patientId, fallId = null }: RaisedIncident) {
  if (!patientId) return { alerts: 0, recipients: 0 }
  return alertCaregivers(tx, { incidentId, fallId, patientId, at: ctx.now() })
}

/** Adds to the timeline of an incident that may be resolved; it opens nothing. */
export async function addEvidence(ctx: Context, tx: Db, id: string, data: EntryData): Promise<void> {
  const incident = await lockIncident(tx, id)
  if (!incident) return
  await insertEntry(tx, { incidentId: id, at: ctx.now(), type: 'added', data })
  await publishChange(tx, 'incident.changed', incident, ctx.now())
}

/** Resolves an incident whose cause has ended, without an outcome. */
export async function clearIncident(ctx: Context, tx: Db, id: string, data: EntryData): Promise<void> {
  const incident = await lockIncident(tx, id)
  if (!incident || incident.state === 'RESOLVED' || incident.state === 'CANCELLED') return
  const at = ctx.now()
  await updateIncident(tx, id, { state: 'RESOLVED', resolvedAt: at, dueAt: null })
  await insertEntry(tx, { incidentId: id, at, type: 'resolved', data })
  if (incident.state === 'OPEN') await closeDeliveries(tx, incident, at)
  await publishChange(tx, 'incident.changed', incident, at)
  const seconds = (at.getTime() - incident.openedAt.getTime()) / msPerSecond
  tx.afterCommit(() => ctx.metrics.incidentResolved(incident.kind, null, seconds))
}

/** Opens a resolved incident whose cause has come back. */
export async function reopenIncident(ctx: Context, tx: Db, id: string, data: EntryData): Promise<void> {
  const incident = await lockIncident(tx, id)
  if (incident?.state !== 'RESOLVED') return
  const at = ctx.now()
  await updateIncident(tx, id, {
    ...(await openingChange(ctx, tx, incident, at)),
    ...nobodyHandles,
    resolvedAt: null,
    resolvedBy: null,
    outcome: null,
  })
  await deleteAttendants(tx, id)
  await reactivateAlerts(tx, id)
  await insertEntry(tx, { incidentId: id, at, type: 'reopened', data })
  await publishChange(tx, 'incident.changed', incident, at)
}
