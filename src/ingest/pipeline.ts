import type { Context } from '../context.ts'
import type { NewDeviceLog } from '../devices/devices.service.ts'
import { type DetectedFall, isFall, isWorthRecording, recordDetectedFall } from '../falls/falls.service.ts'
import type { Counter } from '../http/rate-limits.ts'
import {
  assessReading,
  type Detection,
  detectionIn,
  isContiguous,
  isSignificantUpdate,
  type ReadingAssessment,
  startsNewEpisode,
} from './assessment.ts'
import { creditAfterMs } from './backfill-credit.ts'
import type { CachedDevice, DeviceCache } from './device-cache.ts'
import { eventsIn } from './device-events.ts'
import type { DeviceRateLimiter, Slot } from './device-slot.ts'
import type { PendingFalls } from './pending-falls.ts'
import type { Reading } from './reading.ts'
import type { ReadingWriter } from './reading-writer.ts'
import { isNewPlacement, recordPlacement } from './reported-placement.ts'

export interface IngestParts {
  ctx: Context
  rateLimiter: DeviceRateLimiter
  devices: DeviceCache
  writer: ReadingWriter
  pendingFalls: PendingFalls
  /** Writes a line into the log of a device; lines of several devices share a statement. */
  writeLog: (entry: NewDeviceLog) => Promise<unknown>
  backfillQuota: Counter | undefined
  /** The time that a reading stands for. */
  intervalMs: number
}

/**
 * ingestReading processes one reading: find or register the device, rate limit, assess, store, open or raise a fall. The
 * device comes before the rate limit, so that nobody but its owner can use up its slots.
 */
export async function ingestReading(parts: IngestParts, userId: string, mac: string, reading: Reading) {
  const { ctx, rateLimiter, devices, writer, pendingFalls, writeLog } = parts
  const device =
    devices.find(userId, mac, ctx.now()) ?? (await devices.findOrRegister(userId, mac, ctx.now()))
  const now = ctx.now()
  const shared = [{ at: now.getTime(), reading }]
  const slot = await rateLimiter.acquire(device.number, now, device.lastSequence, shared)
  try {
    applyMissedReadings(parts, device, slot)
    const receivedAt = uniqueTime(device, slot)
    expireState(device, receivedAt.getTime())
    continueBackfill(device, reading, receivedAt.getTime())
    const assessment = assessReading(device, reading, receivedAt.getTime())
    const { confidence, score, heart } = assessment
    const heartSpread = heart?.spread ?? null
    const row = { reading, confidence, healthScore: score, heartSpread }
    const at = await writer
      .store({ device: device.number, at: receivedAt, seenAt: receivedAt, ...row })
      .catch((error) => {
        keepUnstoredMotion(parts, device, reading, receivedAt, assessment)
        throw error
      })
    const detection = detectionIn(assessment, at) ?? device.unrecorded
    let opened = false
    if (detection && shouldRecord(device, detection)) {
      try {
        opened = await recordFall(ctx, device, detection, at)
      } catch (error) {
        pendingFalls.add(device.number, toDetectedFall(device, detection))
        device.unrecorded = detection
        updateState(parts, device, reading, at, assessment)
        throw error
      }
    }
    for (const [type, message] of eventsIn(device, reading, at, assessment, opened)) {
      await writeLog({ device: device.number, type, message, at })
    }
    if (isNewPlacement(device, reading.placement)) await recordPlacement(ctx, device, reading.placement, at)
    updateState(parts, device, reading, at, assessment)
    device.lastSequence = slot.sequence
    return {
      deviceId: device.id,
      timestamp: at,
      fallDetected: isFall(confidence),
      fallConfidence: confidence,
      healthScore: score,
      nextAllowedRequest: slot.nextAllowedAt,
    }
  } catch (error) {
    await rateLimiter.release(device.number, slot)
    throw error
  }
}

const dayMs = 86_400_000

/** expireState drops motion after a gap, and vital signs after a day. */
function expireState(device: CachedDevice, nowMs: number): void {
  if (startsNewEpisode(device.lastSeen, nowMs)) {
    device.motion = undefined
    device.recorded = undefined
    device.unrecorded = undefined
  }
  if (nowMs - device.heartRateAt > dayMs) {
    device.heartRate = null
    device.heart = undefined
  }
  if (nowMs - device.spo2At > dayMs) device.spo2 = null
}

/** uniqueTime is the time of a reading; the readings of a device are identified by it. */
function uniqueTime(device: CachedDevice, slot: Slot): Date {
  device.newestAt = Math.max(slot.receivedAtMs, device.newestAt + 1)
  return new Date(device.newestAt)
}

/** continueBackfill takes over the state of a batch that ended just before the reading: a fall may span both. */
function continueBackfill(device: CachedDevice, reading: Reading, nowMs: number): void {
  const { backfill, motion } = device
  if (!backfill || startsNewEpisode(backfill.at, nowMs) || !isContiguous(backfill.motion, reading)) return
  if (motion && backfill.motion.moment.uptimeMs <= motion.moment.uptimeMs) return
  device.motion = backfill.motion
  // Its events are numbered by another clock; the database matches those that are the same fall.
  device.recorded = undefined
}

/** applyMissedReadings updates the state with readings that other processes have stored and acted on. */
function applyMissedReadings(
  parts: IngestParts,
  device: CachedDevice,
  { missed, previousSequence }: Slot,
): void {
  for (const { receivedAtMs, reading } of missed) {
    // Redis may have granted a slot whose response was lost; that reading was processed here.
    if (device.motion && receivedAtMs <= device.lastSeen) continue
    expireState(device, receivedAtMs)
    updateState(parts, device, reading, new Date(receivedAtMs), assessReading(device, reading, receivedAtMs))
  }
  device.lastSequence = previousSequence
}

/** shouldRecord is true of a fall that is new, and of a significant update of one that is recorded. */
function shouldRecord(
  { recorded, unrecorded }: CachedDevice,
  { event, confidence, evidence }: Detection,
): boolean {
  if (!isWorthRecording(confidence)) return false
  if (unrecorded) return true
  if (recorded?.event !== event || confidence > recorded.confidence) return true
  return isSignificantUpdate(recorded.evidence, evidence)
}

/**
 * toDetectedFall keeps the time at which an event was first recorded: calculated again from later readings it would
 * drift, where those arrive more slowly than the device's clock advances.
 */
function toDetectedFall(
  { id: deviceId, userId, recorded }: CachedDevice,
  { event, ...detection }: Detection,
): DetectedFall {
  const at = recorded?.event === event ? recorded.at : detection.at
  return { ...detection, at, userId, deviceId, late: false }
}

/** recordFall records the fall and returns whether that opened one. */
async function recordFall(ctx: Context, device: CachedDevice, detection: Detection, receivedAt: Date) {
  const fall = toDetectedFall(device, detection)
  const { opened, alerts } = await recordDetectedFall(ctx, fall)
  if (alerts) ctx.metrics.readingAlerted(ctx.now().getTime() - receivedAt.getTime())
  const { at, confidence, evidence } = fall
  device.recorded = { event: detection.event, at, confidence, evidence }
  device.unrecorded = undefined
  // The count of recent falls may have changed.
  device.loadedEpoch = 0
  return opened
}

/**
 * keepUnstoredMotion keeps the motion of a reading that could not be stored: its device may have fallen, and may never
 * send it again. Sent again, the reading is a repetition to the detector.
 */
function keepUnstoredMotion(
  { pendingFalls }: IngestParts,
  device: CachedDevice,
  reading: Reading,
  receivedAt: Date,
  assessment: ReadingAssessment,
): void {
  const detection = detectionIn(assessment, receivedAt)
  if (detection && shouldRecord(device, detection)) {
    pendingFalls.add(device.number, toDetectedFall(device, detection))
    device.unrecorded = detection
  }
  device.motion = assessment.motion
  device.uptimeMs = reading.uptimeMs
  device.clockStalls = assessment.clockStalls
}

/** updateState comes last: a reading that could not be stored must not change the state. */
function updateState(
  { intervalMs }: IngestParts,
  device: CachedDevice,
  reading: Reading,
  at: Date,
  { motion, heart, clockStalls }: ReadingAssessment,
): void {
  device.motion = motion
  device.uptimeMs = reading.uptimeMs
  device.clockStalls = clockStalls
  if (!motion.event) device.recorded = undefined
  device.heart = heart
  const receivedAtMs = at.getTime()
  device.backfillCreditMs = currentCreditMs(device, receivedAtMs, intervalMs)
  device.lastSeen = receivedAtMs
  if (reading.heartRate !== null) {
    device.heartRate = reading.heartRate
    device.heartRateAt = device.lastSeen
  }
  if (reading.spo2 !== null) {
    device.spo2 = reading.spo2
    device.spo2At = device.lastSeen
  }
  device.battery = reading.battery ?? device.battery
  device.sensorsInitialized = reading.sensorsInitialized ?? device.sensorsInitialized
}

/** currentCreditMs is the backfill credit of a device that sends now; its first reading adds nothing. */
export function currentCreditMs(device: CachedDevice, nowMs: number, intervalMs: number): number {
  const previousMs = Math.max(device.lastSeen, device.backfilledAt)
  const gapMs = previousMs === 0 ? 0 : nowMs - previousMs
  return creditAfterMs(device.backfillCreditMs, gapMs, intervalMs)
}
