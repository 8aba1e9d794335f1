import { randomUUID } from 'node:crypto'
import {
  assertMayDocumentFall,
  assertMayReadFall,
  assertMayReportFall,
} from '../../accounts/access/policy.ts'
import { getPatient } from '../../accounts/users/readable-patient.ts'
import { fallLevel } from '../../detection/levels/fall-level.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/database-errors.ts'
import { notifyDevicesOfUser } from '../../platform/events/device-notifications.ts'
import { msPerDay, msPerMinute } from '../../platform/lib/duration.ts'
import { invalidFields, refusal } from '../../platform/lib/errors.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { lockIncidentOfFall, raiseReportedFall } from '../incidents/fall-incidents.ts'
import { acknowledgeAsReporter } from '../incidents/incident-handling.service.ts'
import { noteFallRecord } from '../incidents/incidents.service.ts'
import { lockPeople } from '../incidents/people.ts'
import { detailsOf, type RecordChange, type ReportedFall } from './fall-record.schemas.ts'
import * as store from './fall-record.store.ts'
import { isSameRecord, type RecordDetails, withoutRest } from './fall-record.ts'
import { claimIdempotencyKey } from './idempotency.ts'

/** Somebody saw the person on the floor: nothing is more certain. */
const confidence = 1

/** How long ago a fall can have happened that is reported now. */
const maxAgeDays = 31

/** The clocks of tablets differ from that of the service. */
const clockToleranceMs = 2 * msPerMinute

/** A fall that happened longer ago than this was reported late. */
const lateAfterMs = 10 * msPerMinute

/** More often than this nobody changes a record; a program that writes without end must not fill the table. */
const maxVersions = 200

/**
 * Records a fall that somebody saw, or found, for a patient. It opens an incident that they have acknowledged,
 * or joins the unresolved one. Repeated with the same key, or with the same time, it is recorded once.
 */
export async function reportFallOf(
  ctx: Context,
  caller: Caller,
  patientId: string,
  report: ReportedFall,
  key?: string,
) {
  const details = detailsOf({ ...report, occurredAt: checkedTime(ctx, report.occurredAt) })
  await getPatient(ctx, patientId)
  const id = randomUUID()
  const at = ctx.now()
  const { actor, station } = caller
  return ctx.db.transaction(async (tx) => {
    if (!(await lockPeople(tx, [actor.id, patientId]))) throw refusal('PATIENT_NOT_FOUND')
    await assertMayReport(tx, caller, patientId)
    const known =
      (key !== undefined &&
        (await claimIdempotencyKey(
          tx,
          { userId: actor.id, key, fallId: id, at },
          { patientId, ...details },
        ))) ||
      (await insertReported(ctx, tx, caller, { patientId, id, details }))
    if (known) return getRecord(tx, known)
    await store.insertRecordVersion(tx, {
      ...{ fallId: id, version: 1, at, authorId: actor.id },
      station: station?.name,
      details,
    })
    await notifyDevicesOfUser(tx, patientId)
    const status = fallLevel(confidence)
    const raised = await raiseReportedFall(ctx, tx, caller, {
      ...{ id, userId: patientId, status, confidence },
      occurredAt: details.occurredAt,
    })
    await acknowledgeAsReporter(ctx, tx, caller, raised.id)
    await audit(ctx, tx, caller, patientId, 'fall.reported', `Fall ${id} reported`)
    tx.afterCommit(() => ctx.metrics.fallRecorded(status, 'opened', raised.alerts))
    return getRecord(tx, id)
  })
}

/** assertMayReport: somebody who acts at a station reports falls of its ward only. */
async function assertMayReport(tx: Db, { actor, station }: Caller, patientId: string): Promise<void> {
  await assertMayReportFall(tx, actor, patientId)
  if (station) await assertMayReportFall(tx, { id: station.id, role: 'STATION' }, patientId)
}

interface Reported {
  patientId: string
  id: string
  details: RecordDetails
}

/** Returns the id of the fall that the same person has reported in the same words, or throws 409. */
async function insertReported(
  ctx: Context,
  tx: Db,
  caller: Caller,
  { patientId, id, details }: Reported,
): Promise<string | undefined> {
  const recordedAt = ctx.now()
  const subject = { userId: patientId, reportedBy: caller.actor.id }
  const fall = { ...subject, id, confidence, status: fallLevel(confidence), recordedAt }
  const isLate = recordedAt.getTime() - details.occurredAt.getTime() > lateAfterMs
  if (await store.insertReportedFall(tx, fall, details, isLate)) return undefined
  const known = await store.findReportedFall(tx, { ...subject, occurredAt: details.occurredAt })
  const [first] = known ? await store.listRecordVersions(tx, known) : []
  if (!known || !first || !isSameRecord(first, details)) throw refusal('FALL_ALREADY_REPORTED')
  return known
}

function checkedTime(ctx: Context, occurredAt: Date): Date {
  const now = ctx.now()
  const ageMs = now.getTime() - occurredAt.getTime()
  if (ageMs < -clockToleranceMs) throw invalidFields({ occurredAt: fieldMessage('IN_FUTURE') })
  if (ageMs > maxAgeDays * msPerDay)
    throw invalidFields({ occurredAt: fieldMessage('TOO_OLD', { days: maxAgeDays }) })
  return ageMs < 0 ? now : occurredAt
}

/** Returns what was documented of a fall, or throws 404 or 403. */
export async function readFallRecord(ctx: Context, { actor }: Caller, id: string) {
  const record = await getRecord(ctx.db, id)
  await assertMayReadFall(ctx.db, actor, { userId: record.patientId })
  return record
}

/** Writes the record of a fall, or changes it: the earlier versions stay. */
export async function documentFall(ctx: Context, caller: Caller, id: string, change: RecordChange) {
  const { actor, station } = caller
  return ctx.db.transaction(async (tx) => {
    // Incidents are locked before their falls, as in an acknowledgement.
    await lockIncidentOfFall(tx, (await getRecord(tx, id)).incidentId)
    await store.lockFall(tx, id)
    const before = await getRecord(tx, id)
    const { patientId, versions } = before
    const authorIds = versions.map(({ by }) => by.id)
    await assertMayDocumentFall(tx, actor, { userId: patientId, authorIds })
    const details = detailsOf({ ...change, occurredAt: changedTime(ctx, before, change.occurredAt) })
    if (versions.length > 0 && isSameRecord(before, details)) return before
    if (change.version !== undefined && change.version !== versions.length)
      throw refusal('FALL_RECORD_CHANGED')
    if (versions.length >= maxVersions) throw refusal('FALL_RECORD_FULL', { limit: maxVersions })
    const at = ctx.now()
    await store.updateDocumentedFall(tx, id, details).catch(explainTakenTime)
    await store.insertRecordVersion(tx, {
      ...{ fallId: id, version: versions.length + 1, at, authorId: actor.id },
      station: station?.name,
      details,
    })
    if (details.occurredAt.getTime() !== before.occurredAt.getTime()) await notifyDevicesOfUser(tx, patientId)
    if (before.incidentId) await noteFallRecord(ctx, tx, caller, before.incidentId)
    await audit(ctx, tx, caller, patientId, 'fall.documented', `Record of fall ${id} written`)
    return getRecord(tx, id)
  })
}

/** changedTime: when a fall happened that a device detected is not up to people. */
function changedTime(
  ctx: Context,
  { source, occurredAt }: { source: string; occurredAt: Date },
  given: Date | undefined,
): Date {
  if (!given || given.getTime() === occurredAt.getTime()) return occurredAt
  if (source !== 'REPORTED') throw invalidFields({ occurredAt: fieldMessage('NOT_SUPPORTED') })
  return checkedTime(ctx, given)
}

async function getRecord(db: Db, id: string) {
  const fall = await store.findDocumentedFall(db, id)
  if (!fall) throw refusal('FALL_NOT_FOUND')
  const versions = await store.listRecordVersions(db, id)
  const current = versions.at(-1)
  return { ...undocumented, ...fall, ...(current && withoutRest(current)), versions }
}

const undocumented = {
  foundBy: null,
  activity: null,
  footwear: null,
  circumstances: null,
  measures: null,
  doctorTold: null,
  doctorDetails: null,
  familyTold: null,
  familyDetails: null,
}

function audit(ctx: Context, tx: Db, caller: Caller, subjectId: string, action: string, message: string) {
  const where = caller.station ? ` at station ${caller.station.id}` : ''
  return recordAuditEntry(ctx, tx, caller, { action, message: message + where, subjectId })
}

function explainTakenTime(error: unknown): never {
  if (isUniqueViolation(error)) throw refusal('FALL_ALREADY_REPORTED')
  throw error
}
