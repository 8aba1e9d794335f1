import { type DetectedFall, recordDetectedFall } from '../../alerting/falls/falls.service.ts'
import { quiet } from '../../alerting/monitoring/alarm-state.ts'
import { isFall, isWorthRecording } from '../../detection/levels/fall-level.ts'
import type { Context } from '../../platform/context.ts'
import type { Counter } from '../../platform/redis/request-counter.ts'
import type { NewDeviceLog } from '../devices/devices.service.ts'
import { wasSilent } from '../devices/silence-log.ts'
import {
  assessReading,
  type Detection,
  detectionIn,
  isSignificantUpdate,
  type ReadingAssessment,
} from './assessment.ts'
import type { BatchSlots } from './batch-slots.ts'
import {
  applyMissedReadings,
  applyMotion,
  applyReading,
  type CachedDevice,
  completeReading,
  continueBackfill,
  expireState,
  markRecorded,
  markUnrecorded,
  nextReadingTime,
} from './cached-device.ts'
import type { DeviceCache } from './device-cache.ts'
import { eventsIn } from './device-events.ts'
import type { DeviceRateLimiter } from './device-rate-limiter.ts'
import { isNewPlacement, recordButton, recordPlacement } from './device-reports.ts'
import type { PendingFalls } from './pending-falls.ts'
import type { Reading } from './reading.ts'
import { type AlarmParts, changeAlarms } from './reading-alarms.ts'
import type { ReadingWriter } from './reading-writer.ts'

export interface IngestParts extends AlarmParts {
  rateLimiter: DeviceRateLimiter
  devices: DeviceCache
  writer: ReadingWriter
  pendingFalls: PendingFalls
  /** Writes a line into the log of a device; lines of several devices share a statement. */
  writeLog: (entry: NewDeviceLog) => Promise<unknown>
  backfillQuota: Counter | undefined
  batchSlots: BatchSlots
  /** The time that a reading stands for. */
  intervalMs: number
}

/**
 * Processes one reading: find or register the device, rate limit, assess, store, open or raise a fall, change alarms. The
 * device comes before the rate limit, so that nobody but its owner can use up its slots.
 */
export async function ingestReading(parts: IngestParts, userId: string, mac: string, reading: Reading) {
  const { ctx, rateLimiter, devices, writer, pendingFalls, writeLog, intervalMs } = parts
  const device =
    devices.find(userId, mac, ctx.now()) ?? (await devices.findOrRegister(userId, mac, ctx.now()))
  const now = ctx.now()
  const shared = [{ at: now.getTime(), reading }]
  const slot = await rateLimiter.acquire(device.number, now, device.lastSequence, shared)
  try {
    applyMissedReadings(device, slot, intervalMs)
    const receivedAt = nextReadingTime(device, slot.receivedAtMs)
    expireState(device, receivedAt.getTime())
    continueBackfill(device, reading, receivedAt.getTime())
    const assessment = assessReading(device, reading, receivedAt.getTime())
    const { confidence, score, heart } = assessment
    const heartSpread = heart?.spread ?? null
    const row = { reading, confidence, healthScore: score, heartSpread }
    const silence = wasSilent(ctx, device, receivedAt)
    const isBack = silence instanceof Promise ? await silence : silence
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
        markUnrecorded(device, detection)
        applyReading(device, reading, at, assessment, intervalMs)
        throw error
      }
    }
    for (const [type, message] of eventsIn(device, reading, assessment, {
      fallOpened: opened,
      isBack,
    })) {
      await writeLog({ device: device.number, type, message, at })
    }
    if (reading.button) await recordButton(ctx, device, reading.button, at)
    if (isNewPlacement(device, reading.placement)) await recordPlacement(ctx, device, reading.placement, at)
    applyReading(device, reading, at, assessment, intervalMs)
    if (device.alarms !== quiet) await changeAlarms(parts, device)
    completeReading(device, slot)
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

/** True for a fall that is new, and of a significant update of one that is recorded. */
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
 * Keeps the time at which an event was first recorded: calculated again from later readings it would
 * drift, where those arrive more slowly than the device's clock advances.
 */
function toDetectedFall(
  { id: deviceId, userId, recorded }: CachedDevice,
  { event, ...detection }: Detection,
): DetectedFall {
  const at = recorded?.event === event ? recorded.at : detection.at
  return { ...detection, at, userId, deviceId, late: false }
}

/** Records the fall and returns whether that opened one. */
async function recordFall(ctx: Context, device: CachedDevice, detection: Detection, receivedAt: Date) {
  const fall = toDetectedFall(device, detection)
  const { opened, alerts } = await recordDetectedFall(ctx, fall)
  if (alerts) ctx.metrics.readingAlerted(ctx.now().getTime() - receivedAt.getTime())
  markRecorded(device, detection.event, fall)
  return opened
}

/**
 * Keeps the motion of a reading that could not be stored: its device may have fallen, and may never
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
    markUnrecorded(device, detection)
  }
  applyMotion(device, reading, assessment)
}
