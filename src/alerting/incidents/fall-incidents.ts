import type { Evidence } from '../../detection/fall-event.ts'
import type { FallLevel } from '../../detection/levels/fall-level.ts'
import { severityOf } from '../../detection/levels/severity.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { AlertCounts } from '../recipients/recipients.service.ts'
import { findOkWindow, lockIncident, lockUnresolved } from './incidents.store.ts'
import { addEvidence, type RaiseOutcome, raiseIncident } from './raise-incident.ts'

export interface LikelyFall {
  id: string
  userId: string
  /** Null for a fall that a person reported. */
  deviceId: string | null
  status: FallLevel
  confidence: number
  /** What a device observed; null for a fall that a person reported. */
  evidence: Evidence | null
  /** The incident of a fall whose level has risen. */
  incidentId: string | null
  /** What a device says that has decided by itself. */
  verdict?: { detail?: string | undefined; happenedAt?: string | undefined }
}

/** The incident that a fall opened or joined; undefined if it opens nothing. */
export type FallOutcome = AlertCounts & Partial<Pick<RaiseOutcome, 'id' | 'isNew'>>

/** Locks the patient's unresolved incident, before one of its falls is locked. */
export async function lockFallIncident(tx: Db, patientId: string): Promise<void> {
  await lockUnresolved(tx, patientId, 'FALL')
}

/**
 * Raises the incident of a likely fall. A fall that rises after its incident was resolved opens
 * nothing; one that its wearer called off, and that is then confirmed, is a new incident.
 */
export async function raiseFallIncident(ctx: Context, tx: Db, fall: LikelyFall): Promise<FallOutcome> {
  const known = fall.incidentId ? await lockIncident(tx, fall.incidentId) : undefined
  const isOver =
    known && (known.state === 'RESOLVED' || (known.state === 'CANCELLED' && fall.status !== 'CONFIRMED'))
  if (isOver) {
    await addEvidence(ctx, tx, known.id, { code: 'FALL_RAISED_AFTER_END', level: fall.status })
    return { id: known.id, isNew: false, alerts: 0, recipients: 1 }
  }
  return raise(ctx, tx, fall)
}

export interface ReportedFall {
  id: string
  userId: string
  status: FallLevel
  confidence: number
  occurredAt: Date
}

/**
 * Raises the incident of a fall that somebody reports for a patient. If the incident has a fall already,
 * that one stays what it shows: a detected fall has a trace, and its evidence.
 */
export async function raiseReportedFall(
  ctx: Context,
  tx: Db,
  { actor, station }: Caller,
  { id, userId, status, confidence, occurredAt }: ReportedFall,
): Promise<RaiseOutcome> {
  return raiseIncident(ctx, tx, {
    kind: 'FALL',
    severity: severityOf(status) ?? 'MEDIUM',
    patientId: userId,
    fallId: id,
    reopens: true,
    keepsEarlierFall: true,
    evidence: { level: status, confidence },
    data: { code: 'FALL_REPORTED_BY_OTHER', level: status, occurredAt: occurredAt.toISOString() },
    by: { actorId: actor.id, station: station?.name },
  })
}

/** Locks the incident of a fall before the fall is locked. */
export async function lockIncidentOfFall(tx: Db, incidentId: string | null): Promise<void> {
  if (incidentId) await lockIncident(tx, incidentId)
}

async function raise(ctx: Context, tx: Db, fall: LikelyFall): Promise<RaiseOutcome> {
  const { id, userId, deviceId, status, incidentId } = fall
  return raiseIncident(ctx, tx, {
    kind: 'FALL',
    severity: severityOf(status) ?? 'MEDIUM',
    patientId: userId,
    fallId: id,
    deviceId,
    checkSeconds: deviceId && status !== 'CONFIRMED' ? await findOkWindow(tx, userId) : 0,
    reopens: incidentId === null,
    evidence: {
      ...{ level: status, confidence: fall.confidence, ...fall.evidence },
      ...(fall.verdict && { decidedBy: 'DEVICE' }),
    },
    data: fall.verdict
      ? { code: 'FALL_SAID_BY_DEVICE', level: status, ...fall.verdict }
      : { code: deviceId ? 'FALL_DETECTED' : 'FALL_REPORTED', level: status },
  })
}
