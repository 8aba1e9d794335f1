import { createHash, randomUUID } from 'node:crypto'
import { assertMayReadFall } from '../access/policy.ts'
import { alertCaregivers, listAlertsOfFall } from '../alerts/alerting.ts'
import { type Origin, recordDeed, theService } from '../audit/audit.service.ts'
import type { Actor, Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { Evidence } from '../detection/fall-event.ts'
import { announceDevicesOf } from '../devices/announcements.ts'
import { conflict, notFound, unauthorized } from '../lib/errors.ts'
import type { FallChange } from '../metrics/metrics.ts'
import { type FallLevel, fallLevel, isAtLeast } from './fall-level.ts'
import { claimFallRequest } from './fall-requests.store.ts'
import type { FallReport, FallsQuery, RecentFallsQuery } from './falls.schemas.ts'
import * as store from './falls.store.ts'

const hour = 3_600_000
const day = 24 * hour

/** isWorthRecording: below SUSPICIOUS there is nothing to tell. */
export const isWorthRecording = (confidence: number) => isAtLeast(fallLevel(confidence), 'SUSPICIOUS')

/** isFall: from POTENTIAL on, the service acts as if somebody lay on the floor. */
export const isFall = (confidence: number) => isAtLeast(fallLevel(confidence), 'POTENTIAL')

/** A request that comes again within this time is the same request. */
export const requestsCountFor = 24 * hour

/** reportFall records a fall that somebody tells of. Told again with the same key, it is still one fall. */
export async function reportFall(
  ctx: Context,
  origin: Origin,
  actor: Actor,
  report: FallReport,
  key?: string,
) {
  const now = ctx.now()
  const id = randomUUID()
  const { confidence, witnessed = null } = report
  const status = fallLevel(confidence)
  const words = { location: report.location || null, injuries: report.injuries || null }
  const nothingFelt = { deviceId: null, motion: null, evidence: null, late: false, reportedAt: null }
  const judged = { id, userId: actor.id, confidence, status, witnessed, createdAt: now }
  const fall = { ...judged, ...words, ...nothingFelt }
  let alerting = nobodyAlerted
  const told = await ctx.db.transaction(async (tx) => {
    if (!(await store.lockPerson(tx, actor.id))) throw unauthorized()
    const earlier = key !== undefined && (await findEarlier(tx, actor.id, key, report, id, now))
    if (earlier) return readNewFall(tx, earlier)
    await store.insertFall(tx, fall)
    await announceDevicesOf(tx, actor.id)
    alerting = await act(ctx, tx, origin, fall)
    return newFallView(fall, alerting.alerts)
  })
  if (told.id === id) countFall(ctx, status, 'opened', alerting)
  return told
}

async function findEarlier(
  tx: Db,
  userId: string,
  key: string,
  report: FallReport,
  fallId: string,
  at: Date,
) {
  const hash = createHash('sha256').update(JSON.stringify(report)).digest()
  const forgottenBefore = new Date(at.getTime() - requestsCountFor)
  const earlier = await claimFallRequest(tx, { userId, key, hash, fallId, at }, forgottenBefore)
  if (earlier && !hash.equals(earlier.hash))
    throw conflict('This Idempotency-Key was used for another report')
  return earlier?.fallId
}

async function readNewFall(tx: Db, id: string) {
  const fall = await store.findFall(tx, id)
  if (!fall) throw notFound('Fall not found')
  return newFallView(fall, (await listAlertsOfFall(tx, id)).length)
}

function newFallView(fall: Omit<store.FallDetail, 'accel' | 'gyro' | 'updatedAt'>, caregiverCount: number) {
  return { ...fall, alerts: { notified: caregiverCount > 0, caregiverCount } }
}

export interface FeltFall {
  userId: string
  deviceId: string
  confidence: number
  motion: NonNullable<store.NewFall['motion']>
  evidence: Evidence
  /** The time of the impact, whenever it was told. */
  at: Date
  /** Told after the fact, by a device that had been out of reach. */
  late: boolean
}

interface FeltOutcome {
  opened: boolean
  /** How many caregivers were told, where the fall reached a level that it was not at. */
  alerts: number | undefined
}

/** One fall is one event: what a device feels within this time of it belongs to it. */
const oneFall = 30_000

const untold = { location: null, witnessed: null, injuries: null }

/**
 * recordFeltFall opens a fall or, when it belongs to one that is there, raises that one: later evidence makes a
 * fall more certain, never less. Of one that is as certain as it was, the latest evidence is kept: it tells what came
 * after. It answers whether a new fall was opened.
 */
export async function recordFeltFall(ctx: Context, felt: FeltFall): Promise<FeltOutcome> {
  const { confidence, motion, evidence, at, userId, deviceId } = felt
  const status = fallLevel(confidence)
  const outcome = await ctx.db.reserved.transaction(async (tx): Promise<Recorded> => {
    // The person before the device, as in a deletion: the other way round the two could wait for each other.
    if (!(await store.lockPerson(tx, userId))) return { opened: false }
    // One after the other: what a device tells twice at once is one fall, too.
    if (!(await store.lockDevice(tx, deviceId))) return { opened: false }
    const known = await store.findFallNear(tx, deviceId, at, oneFall)
    if (known && confidence <= known.confidence) {
      if (confidence === known.confidence) await store.setEvidence(tx, known.id, evidence)
      return { opened: false }
    }
    // The person's other devices count falls too.
    await announceDevicesOf(tx, userId)
    const id = known?.id ?? randomUUID()
    const reportedAt = felt.late && known?.status !== status ? ctx.now() : null
    if (known) await store.raiseFall(tx, { id, confidence, status, motion, evidence, at, reportedAt })
    else await store.insertFall(tx, { ...felt, ...untold, id, status, createdAt: at, reportedAt })
    if (known?.status === status) return { opened: false }
    const alerting = await act(ctx, tx, theService, { id, userId, status, before: known?.status })
    return { opened: !known, alerting }
  })
  const { opened, alerting } = outcome
  if (alerting) countFall(ctx, status, opened ? 'opened' : 'raised', alerting)
  return { opened, alerts: alerting?.alerts }
}

interface Recorded {
  opened: boolean
  /** Undefined where the fall is at the level that it was at. */
  alerting?: Alerting
}

/** Alerting is what came of it that a fall reached a level. */
interface Alerting {
  alerts: number
  /** It is likely a fall from now on, and no caregiver can be told. */
  withoutRecipient: boolean
}

const nobodyAlerted: Alerting = { alerts: 0, withoutRecipient: false }

/** act does what the level of a fall asks for: it alerts the caregivers, and starts the emergency protocol. */
async function act(
  ctx: Context,
  tx: Db,
  origin: Origin,
  { id, userId, status, before = 'NO_FALL' }: ReachedLevel,
): Promise<Alerting> {
  if (!isAtLeast(status, 'POTENTIAL')) return nobodyAlerted
  const { alerts, recipients } = await alertCaregivers(tx, id, userId, ctx.now())
  // Once for each fall, not for each level that it rises to.
  const withoutRecipient = recipients === 0 && !isAtLeast(before, 'POTENTIAL')
  const warn = (action: string, message: string) =>
    recordDeed(ctx, tx, origin, { level: 'WARNING', action, message, subjectId: userId })
  if (withoutRecipient) await warn('fall.nobody_to_tell', `No caregiver could be told of fall ${id}`)
  if (status === 'CONFIRMED') await warn('fall.emergency', `Emergency protocol for fall ${id}`)
  return { alerts, withoutRecipient }
}

interface ReachedLevel {
  id: string
  userId: string
  status: FallLevel
  /** The level that it was at, unless it is new. */
  before?: FallLevel | undefined
}

function countFall(ctx: Context, level: FallLevel, change: FallChange, alerting: Alerting): void {
  ctx.metrics.fallRecorded(level, change, alerting.alerts)
  if (alerting.withoutRecipient) ctx.metrics.fallWithoutRecipient()
}

export { forgetFlagsBy } from './falls.store.ts'

/** markResponded keeps when the first caregiver acknowledged an alert of each of the falls. */
export async function markResponded(tx: Db, fallIds: string[], at: Date): Promise<void> {
  await store.setResponded(tx, fallIds, at)
}

export function listFallsOf(ctx: Context, userId: string, { status, days, ...page }: FallsQuery) {
  const since = new Date(ctx.now().getTime() - days * day)
  return store.listFalls(ctx.db, userId, { status, since }, page)
}

export function listRecentFalls(ctx: Context, actor: Actor, { hours, ...page }: RecentFallsQuery) {
  const since = new Date(ctx.now().getTime() - hours * hour)
  return store.listRecentFalls(ctx.db, since, actor.role === 'ADMIN' ? null : actor.id, page)
}

/** getReadableFall gives a fall to those who may see it, or throws 404 or 403. */
export async function getReadableFall(ctx: Context, actor: Actor, id: string) {
  const fall = await store.findFall(ctx.db, id)
  if (!fall) throw notFound('Fall not found')
  await assertMayReadFall(ctx.db, actor, fall)
  const { accel, gyro, updatedAt: timestamp, ...rest } = fall
  const alerts = await listAlertsOfFall(ctx.db, id)
  return {
    ...rest,
    sensorData: accel && gyro && { accel, gyro, timestamp },
    alerts: alerts.map((alert) => ({ ...alert, sent: true })),
  }
}
