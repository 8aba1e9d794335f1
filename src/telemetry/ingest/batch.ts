import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { recordDetectedFall } from '../../alerting/falls/falls.service.ts'
import { isFall, isWorthRecording } from '../../detection/levels/fall-level.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { createFieldProblems } from '../../platform/lib/field-problems.ts'
import { normalizeMac } from '../../platform/lib/mac.ts'
import { insertDeviceLog } from '../devices/devices.service.ts'
import { maxClockSkewMs, maxReadingAgeDays, maxReadingAgeMs } from '../packing/reading-age.ts'
import {
  type AssessmentState,
  assessReading,
  type Detection,
  detectionIn,
  isContiguous,
  startsNewEpisode,
} from './assessment.ts'
import { costOfMs } from './backfill-credit.ts'
import { assertCredit, assertQuota, spendCredit } from './backfill-limits.ts'
import {
  applyCredit,
  applyMissedBatches,
  type Backfill,
  type CachedDevice,
  completeBatch,
} from './cached-device.ts'
import { isNewPlacement, recordButton, recordPlacement } from './device-reports.ts'
import { type BatchBody, toReading } from './ingest.schemas.ts'
import { insertHistory, type StoredReading } from './ingest.store.ts'
import type { IngestParts } from './pipeline.ts'
import { buttons, type Reading } from './reading.ts'
import { withPartitions } from './reading-writer.ts'

/** How long the readings of a batch are assessed before yielding to the event loop. */
const maxBlockingMs = 5

interface TimedReading {
  at: Date
  reading: Reading
}

/**
 * Processes readings that a device collected while offline. Each reading has the time that the device gave
 * it; sent twice, it is stored once. A fall in them is recorded with its own time, and marked as late.
 */
export async function ingestBatch(parts: IngestParts, userId: string, body: BatchBody) {
  const { ctx, rateLimiter, devices } = parts
  assertTimes(body, ctx.now())
  const device = await devices.findOrRegister(userId, normalizeMac(body.device_id), ctx.now())
  const now = ctx.now()
  // Batches have their own slots, so that live readings continue meanwhile.
  const key = -device.number
  const readings = body.readings
    .map((reading) => ({ at: new Date(reading.client_timestamp), reading: toReading(reading) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  const shared = readings.map(({ at, reading }) => ({ at: at.getTime(), reading }))
  const slot = await rateLimiter.acquire(key, now, device.lastBackfillSequence, shared)
  try {
    applyMissedBatches(device, slot)
    const costMs = costOfMs(
      readings.map(({ reading }) => reading),
      parts.intervalMs,
    )
    // Before the readings count for the daily quota.
    assertCredit(parts, device, costMs, now)
    await assertQuota(parts, userId, readings.length)
    const { rows, falls, backfill } = await assessInOrder(device, readings, now)
    const { stored, creditMs } = await withPartitions(ctx.db, rows, () =>
      ctx.db.transaction(async (tx) => ({
        creditMs: await spendCredit(tx, parts, device, costMs, now),
        stored: await insertHistory(tx, rows),
      })),
    )
    applyCredit(device, creditMs, now)
    // Also when nothing is new: an interrupted attempt may have stored the readings and not the fall.
    await recordFalls(parts, device, falls)
    // The last press of each: a call for help is not taken back by what was pressed after it.
    for (const button of buttons) {
      const pressed = rows.findLast(({ reading }) => reading.button === button)
      if (pressed) await recordButton(ctx, device, button, pressed.seenAt)
    }
    const reported = placementIn(rows)
    if (reported && isNewPlacement(device, reported.placement))
      await recordPlacement(ctx, device, reported.placement, reported.at)
    completeBatch(device, backfill, slot)
    return {
      deviceId: device.id,
      stored,
      duplicates: rows.length - stored,
      fallDetected: falls.some(({ confidence }) => isFall(confidence)),
      nextAllowedRequest: slot.nextAllowedAt,
    }
  } catch (error) {
    await rateLimiter.release(key, slot)
    throw error
  }
}

/** The last placement that a batch reports, as of its newest reading. */
function placementIn(rows: StoredReading[]) {
  const placement = rows.findLast(({ reading }) => reading.placement !== null)?.reading.placement
  const newest = rows.at(-1)
  return placement && newest ? { placement, at: newest.seenAt } : undefined
}

/** Makes falls that it cannot record pending: the device may never send the batch again. */
async function recordFalls(
  { ctx, pendingFalls }: IngestParts,
  { id: deviceId, number, userId }: CachedDevice,
  detections: Detection[],
): Promise<void> {
  const falls = detections.map(({ event: _, ...fall }) => ({ ...fall, userId, deviceId, late: true }))
  for (const [i, fall] of falls.entries()) {
    try {
      const { opened } = await recordDetectedFall(ctx, fall)
      if (opened) await insertDeviceLog(ctx.db.reserved, number, 'WARNING', 'Possible fall', fall.at)
    } catch (error) {
      for (const remaining of falls.slice(i)) pendingFalls.add(number, remaining)
      throw error
    }
  }
}

function assertTimes({ readings }: BatchBody, now: Date): void {
  const problems = createFieldProblems()
  for (const [index, { client_timestamp }] of readings.entries()) {
    const ageMs = now.getTime() - Date.parse(client_timestamp)
    const field = ['readings', index, 'client_timestamp']
    if (ageMs > maxReadingAgeMs) problems.add(field, fieldMessage('TOO_OLD', { days: maxReadingAgeDays }))
    else if (ageMs < -maxClockSkewMs) problems.add(field, fieldMessage('IN_FUTURE'))
  }
  if (!problems.isEmpty) throw problems.toError()
}

/**
 * The state that a batch continues: that of live readings that ended just before it, or of the last
 * batch.
 */
function initialBackfill(
  { motion, lastSeen, backfill }: CachedDevice,
  [first]: TimedReading[],
): Backfill | undefined {
  if (!motion || !first || !isContiguous(motion, first.reading)) return backfill
  const at = first.at.getTime()
  // The clocks of the device and the service may differ a little.
  if (startsNewEpisode(Math.min(lastSeen, at), Math.max(lastSeen, at))) return backfill
  if (backfill && backfill.motion.moment.uptimeMs > motion.moment.uptimeMs) return backfill
  return { motion, at }
}

/** Keeps the assessment state of batches apart from that of live readings. */
async function assessInOrder(device: CachedDevice, readings: TimedReading[], now: Date) {
  const { recentFalls, sensitivity } = device
  const backfill = initialBackfill(device, readings)
  const state: AssessmentState = {
    motion: backfill?.motion,
    heart: undefined,
    recentFalls,
    sensitivity,
    heartRate: null,
    spo2: null,
    battery: null,
    sensorsInitialized: null,
    lastSeen: backfill?.at ?? 0,
    uptimeMs: null,
    clockStalls: device.clockStalls,
  }
  let event: number | undefined
  const rows: StoredReading[] = []
  const falls: Detection[] = []
  let startedAtMs = performance.now()
  for (const { at, reading } of readings) {
    // A hundred falls in a batch would block live readings for half a second.
    if (performance.now() - startedAtMs > maxBlockingMs) {
      await yieldToEventLoop()
      startedAtMs = performance.now()
    }
    if (startsNewEpisode(state.lastSeen, at.getTime())) {
      state.motion = undefined
      event = undefined
    }
    const assessment = assessReading(state, reading, at.getTime())
    const { motion, heart, confidence, score, clockStalls } = assessment
    Object.assign(state, { motion, heart, lastSeen: at.getTime(), uptimeMs: reading.uptimeMs, clockStalls })
    const seenAt = at < now ? at : now
    const heartSpread = heart?.spread ?? null
    rows.push({ device: device.number, at, seenAt, reading, confidence, healthScore: score, heartSpread })
    const detection = detectionIn(assessment, at)
    if (!detection || !isWorthRecording(confidence)) continue
    // The highest confidence of each event, and the last of equal ones: it has the most evidence.
    if (event !== detection.event) falls.push(detection)
    else if (confidence >= (falls.at(-1)?.confidence ?? 0)) falls[falls.length - 1] = detection
    event = detection.event
  }
  return { rows, falls, backfill: state.motion && { motion: state.motion, at: state.lastSeen } }
}
