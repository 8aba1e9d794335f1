import { randomUUID } from 'node:crypto'
import { assertMayReadFall } from '../../accounts/access/policy.ts'
import type { Evidence } from '../../detection/fall-event.ts'
import { type FallLevel, fallLevel, isLikelyFall } from '../../detection/levels/fall-level.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import { type AnyCaller, type Caller, type Context, systemCaller } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { notifyDevicesOfUser } from '../../platform/events/device-notifications.ts'
import { msPerDay, msPerHour } from '../../platform/lib/duration.ts'
import { refusal } from '../../platform/lib/errors.ts'
import type { FallChange } from '../../platform/metrics/metrics.ts'
import { lockFallIncident, raiseFallIncident } from '../incidents/fall-incidents.ts'
import { listAlertsOfFall } from '../recipients/recipients.service.ts'
import { fallStatistics } from './fall-statistics.ts'
import type { FallReport, FallsQuery, RecentFallsQuery } from './falls.schemas.ts'
import * as store from './falls.store.ts'
import { claimIdempotencyKey } from './idempotency.ts'

export { findFall } from './falls.store.ts'

/** Records a fall that a person reports. Repeated with the same key, it is recorded once. */
export async function reportFall(ctx: Context, caller: Caller, given: FallReport, key?: string) {
  const { actor } = caller
  const { patientId, ...report } = given
  // What caregivers mean for a patient must not become a fall of their own.
  if (patientId != null && String(patientId).toLowerCase() !== actor.id)
    throw refusal('FALL_OF_SOMEBODY_ELSE')
  const now = ctx.now()
  const id = randomUUID()
  const { confidence, witnessed = null } = report
  const status = fallLevel(confidence)
  const texts = { location: report.location || null, injuries: report.injuries || null }
  const noDetection = { deviceId: null, motion: null, evidence: null, late: false, reportedAt: null }
  const assessed = { id, userId: actor.id, confidence, status, witnessed, createdAt: now }
  const fall = { ...assessed, ...texts, ...noDetection }
  let alerting = noAlerts
  const response = await ctx.db.transaction(async (tx) => {
    if (!(await store.lockPerson(tx, actor.id))) throw refusal('INVALID_TOKEN')
    const earlierId =
      key !== undefined &&
      (await claimIdempotencyKey(tx, { userId: actor.id, key, fallId: id, at: now }, report))
    if (earlierId) return readNewFall(tx, earlierId)
    await store.insertFall(tx, fall)
    await notifyDevicesOfUser(tx, actor.id)
    alerting = await escalate(ctx, tx, caller, { ...fall, incidentId: null })
    return newFallView(fall, alerting.alerts)
  })
  if (response.id === id) countFall(ctx, status, 'opened', alerting)
  return response
}

async function readNewFall(tx: Db, id: string) {
  const fall = await store.findFall(tx, id)
  if (!fall) throw refusal('FALL_NOT_FOUND')
  return newFallView(fall, (await listAlertsOfFall(tx, id)).length)
}

type NewFallFields = Omit<store.FallDetail, 'accel' | 'gyro' | 'updatedAt' | 'source' | 'reportedBy'>

function newFallView(fall: NewFallFields, caregiverCount: number) {
  return { ...fall, alerts: { notified: caregiverCount > 0, caregiverCount } }
}

export interface DetectedFall {
  userId: string
  deviceId: string
  confidence: number
  motion: NonNullable<store.NewFall['motion']>
  evidence: Evidence
  /** The time of the impact. */
  at: Date
  /** Detected in a batch, after the fact. */
  late: boolean
}

interface RecordOutcome {
  opened: boolean
  /** How many caregivers were alerted; undefined if the level did not change. */
  alerts?: number | undefined
  /** That of the fall; undefined below POTENTIAL. */
  incident?: { id: string; isNew: boolean } | undefined
}

/** Detections of a device within this time belong to the same fall. */
const sameFallMs = 30_000

const noReportDetails = { location: null, witnessed: null, injuries: null }

/** Records a fall in a transaction of its own. */
export function recordDetectedFall(ctx: Context, detected: DetectedFall): Promise<RecordOutcome> {
  const { userId, deviceId } = detected
  return ctx.db.reserved.transaction(async (tx): Promise<RecordOutcome> => {
    // Detections of a device are serialized: concurrent ones may be the same fall.
    if (!(await store.lockPersonAndDevice(tx, userId, deviceId))) return { opened: false }
    return recordDetectedFallIn(ctx, tx, detected)
  })
}

/**
 * Opens a fall or raises the one that it belongs to, in a transaction that has locked its person and the device: later
 * evidence increases the confidence, and never lowers it. At equal confidence the latest evidence is kept. It returns
 * whether a new fall was opened.
 */
export async function recordDetectedFallIn(
  ctx: Context,
  tx: Db,
  detected: DetectedFall,
): Promise<RecordOutcome> {
  const { confidence, motion, evidence, at, userId, deviceId } = detected
  const status = fallLevel(confidence)
  const known = await store.findFallNear(tx, deviceId, at, sameFallMs)
  // The lock of the device protects the fall. Incidents are locked before their falls, as in an acknowledgement.
  if (known && isLikelyFall(status)) await lockFallIncident(tx, userId)
  if (known && confidence <= known.confidence) {
    if (confidence === known.confidence) await store.setEvidence(tx, known.id, evidence)
    return { opened: false, incident: incidentOf(known) }
  }
  // The caches of the person's other devices contain the number of falls, too.
  await notifyDevicesOfUser(tx, userId)
  const id = known?.id ?? randomUUID()
  const reportedAt = detected.late && known?.status !== status ? ctx.now() : null
  if (known) await store.raiseFall(tx, { id, confidence, status, motion, evidence, at, reportedAt })
  else await store.insertFall(tx, { ...detected, ...noReportDetails, id, status, createdAt: at, reportedAt })
  if (known?.status === status) return { opened: false, incident: incidentOf(known) }
  const alerting = await escalate(ctx, tx, systemCaller, {
    ...{ id, userId, deviceId, status, confidence, evidence },
    previous: known?.status,
    incidentId: known?.incidentId ?? null,
  })
  tx.afterCommit(() => countFall(ctx, status, known ? 'raised' : 'opened', alerting))
  return { opened: !known, alerts: alerting.alerts, incident: alerting.incident }
}

/** The incident of a fall that is known already. */
const incidentOf = ({ incidentId }: store.KnownFall) =>
  incidentId === null ? undefined : { id: incidentId, isNew: false }

/** What a device says that decides by itself whether somebody has fallen. */
export interface FallVerdict {
  userId: string
  deviceId: string
  /** Without one, the fall is POTENTIAL. */
  confidence: number
  at: Date
  late: boolean
  /** What the timeline says of it. */
  said: { detail?: string | undefined; happenedAt?: string | undefined }
}

/**
 * Records the fall that a device says it has seen, in a transaction that has locked its person and the device, and returns
 * the incident that it opened or joined; undefined below POTENTIAL. Said again within half a minute, or found in its own
 * readings, it is the same fall.
 */
export async function recordFallVerdict(
  ctx: Context,
  tx: Db,
  { userId, deviceId, confidence, at, late, said }: FallVerdict,
): Promise<{ id: string; isNew: boolean } | undefined> {
  const status = fallLevel(confidence)
  const known = await store.findFallNear(tx, deviceId, at, sameFallMs)
  if (known && isLikelyFall(status)) await lockFallIncident(tx, userId)
  if (known && confidence <= known.confidence) return incidentOf(known)
  await notifyDevicesOfUser(tx, userId)
  const id = known?.id ?? randomUUID()
  const assessed = { id, userId, deviceId, confidence, status }
  const noMotion = { ...noReportDetails, motion: null, evidence: null, isVerdict: true }
  if (known) await store.raiseVerdict(tx, { ...assessed, at })
  else
    await store.insertFall(tx, {
      ...assessed,
      ...noMotion,
      late,
      createdAt: at,
      reportedAt: late ? ctx.now() : null,
    })
  if (known?.status === status) return incidentOf(known)
  const alerting = await escalate(ctx, tx, systemCaller, {
    ...{ ...assessed, evidence: null, verdict: said },
    ...{ previous: known?.status, incidentId: known?.incidentId ?? null },
  })
  tx.afterCommit(() => countFall(ctx, status, known ? 'raised' : 'opened', alerting))
  return alerting.incident
}

/** The outcome of a new level. */
interface Alerting {
  alerts: number
  /** The fall has reached POTENTIAL, and has no recipient. */
  withoutRecipient: boolean
  /** Undefined if nobody is alerted. */
  incident?: { id: string; isNew: boolean } | undefined
}

const noAlerts: Alerting = { alerts: 0, withoutRecipient: false }

/** Does what the new level requires: it alerts the caregivers, and audits a confirmed fall. */
async function escalate(
  ctx: Context,
  tx: Db,
  caller: AnyCaller,
  { previous = 'NO_FALL', ...fall }: ReachedLevel,
): Promise<Alerting> {
  const { id, userId, status } = fall
  if (!isLikelyFall(status)) return noAlerts
  const warn = (action: string, message: string) =>
    recordAuditEntry(ctx, tx, caller, { level: 'WARNING', action, message, subjectId: userId })
  // The emergency protocol is what the alerts ask for. The service itself calls nobody, and the entry must not suggest it.
  if (status === 'CONFIRMED') {
    await warn(
      'fall.emergency',
      `Fall ${id} is confirmed; its alerts ask caregivers to go there or call for help`,
    )
  }
  const { alerts, recipients, id: incidentId, isNew = false } = await raiseFallIncident(ctx, tx, fall)
  // Once per fall, not for each level.
  const withoutRecipient = recipients === 0 && !isLikelyFall(previous)
  if (withoutRecipient) await warn('fall.nobody_to_tell', `No caregiver could be alerted to fall ${id}`)
  return { alerts, withoutRecipient, incident: incidentId ? { id: incidentId, isNew } : undefined }
}

interface ReachedLevel {
  id: string
  userId: string
  /** Null for a fall that a person reported. */
  deviceId: string | null
  status: FallLevel
  confidence: number
  evidence: Evidence | null
  /** The incident of a fall that is known already. */
  incidentId: string | null
  verdict?: FallVerdict['said']
  /** The previous level, unless the fall is new. */
  previous?: FallLevel | undefined
}

function countFall(ctx: Context, level: FallLevel, change: FallChange, alerting: Alerting): void {
  ctx.metrics.fallRecorded(level, change, alerting.alerts)
  if (alerting.withoutRecipient) ctx.metrics.fallWithoutRecipient()
}

export { countFalls, foldFallCounts } from './fall-counts.store.ts'
export { anonymizeFlagsBy, flagFall } from './falls.store.ts'

export function listFallsOf(ctx: Context, userId: string, { status, days, ...page }: FallsQuery) {
  const since = new Date(ctx.now().getTime() - days * msPerDay)
  return store.listFalls(ctx.db, userId, { status, since }, page)
}

/** Counts the falls of a person of the last days, in the time zone of the installation. */
export async function readFallStatistics(ctx: Context, userId: string, days: number) {
  const to = ctx.now()
  const from = new Date(to.getTime() - days * msPerDay)
  const counts = await store.countLikelyFalls(ctx.db, userId, from)
  return { days, ...fallStatistics(counts, from, to, ctx.timeZone.current()) }
}

export function listRecentFalls(ctx: Context, { actor }: Caller, { hours, ...page }: RecentFallsQuery) {
  const since = new Date(ctx.now().getTime() - hours * msPerHour)
  return store.listRecentFalls(ctx.db, since, actor.role === 'ADMIN' ? null : actor.id, page)
}

/** Returns a fall if the caller may read it, or throws 404 or 403. */
export async function getReadableFall(ctx: Context, caller: Caller, id: string) {
  const fall = await store.findFall(ctx.db, id)
  if (!fall) throw refusal('FALL_NOT_FOUND')
  await assertMayReadFall(ctx.db, caller.actor, fall)
  const { accel, gyro, updatedAt: timestamp, ...rest } = fall
  const alerts = await listAlertsOfFall(ctx.db, id)
  return {
    ...rest,
    sensorData: accel && gyro && { accel, gyro, timestamp },
    alerts: alerts.map((alert) => ({ ...alert, sent: true })),
  }
}
