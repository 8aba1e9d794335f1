import type { Context } from '../context.ts'
import type { NewDeviceLog } from '../devices/devices.service.ts'
import { type FeltFall, isFall, isWorthRecording, recordFeltFall } from '../falls/falls.service.ts'
import type { Counter } from '../http/rate-limits.ts'
import {
  assessReading,
  type Felt,
  feltIn,
  goesOn,
  isAnotherStory,
  type ReadingAssessment,
  tellsMoreThan,
} from './assessment.ts'
import { creditAfter } from './backfill-credit.ts'
import { eventsIn } from './device-events.ts'
import type { LiveDevice, LiveDevices } from './live-devices.ts'
import type { PendingFalls } from './pending-falls.ts'
import type { Reading } from './reading.ts'
import type { ReadingWriter } from './reading-writer.ts'
import { isNewPlacement, recordPlacement } from './reported-placement.ts'
import type { Turn, Turns } from './turns.ts'

export interface IngestParts {
  ctx: Context
  turns: Turns
  devices: LiveDevices
  writer: ReadingWriter
  pendingFalls: PendingFalls
  /** Writes into the log of a device, for many devices at once. */
  writeLog: (entry: NewDeviceLog) => Promise<unknown>
  backfillQuota: Counter | undefined
  /** The time that a reading stands for. */
  intervalMs: number
}

/**
 * ingestReading is the way of a reading: find or register the device, pace, assess, store, open or raise a fall.
 * The device comes first, so that nobody but its owner can use its second up.
 */
export async function ingestReading(parts: IngestParts, userId: string, mac: string, reading: Reading) {
  const { ctx, turns, devices, writer, pendingFalls, writeLog } = parts
  const device =
    devices.find(userId, mac, ctx.now()) ?? (await devices.findOrRegister(userId, mac, ctx.now()))
  const now = ctx.now()
  const turn = await turns.take(device.number, now, device.heard, [{ at: now.getTime(), reading }])
  try {
    catchUp(parts, device, turn)
    const heardAt = timeOfItsOwn(device, turn)
    forgetOldSigns(device, heardAt.getTime())
    joinBatch(device, reading, heardAt.getTime())
    const assessment = assessReading(device, reading, heardAt.getTime())
    const { confidence, score, heart } = assessment
    const heartSpread = heart?.spread ?? null
    const row = { reading, confidence, healthScore: score, heartSpread }
    const at = await writer.store({ device: device.number, at: heardAt, heardAt, ...row }).catch((error) => {
      keepMotion(parts, device, reading, heardAt, assessment)
      throw error
    })
    const felt = feltIn(assessment, at) ?? device.unrecorded
    let opened = false
    if (felt && tellsMore(device, felt)) {
      try {
        opened = await noteFall(ctx, device, felt, at)
      } catch (error) {
        pendingFalls.keep(device.number, feltFallOf(device, felt))
        device.unrecorded = felt
        remember(parts, device, reading, at, assessment)
        throw error
      }
    }
    for (const [type, message] of eventsIn(device, reading, at, assessment, opened)) {
      await writeLog({ device: device.number, type, message, at })
    }
    if (isNewPlacement(device, reading.placement)) await recordPlacement(ctx, device, reading.placement, at)
    remember(parts, device, reading, at, assessment)
    device.heard = turn.count
    return {
      deviceId: device.id,
      timestamp: at,
      fallDetected: isFall(confidence),
      fallConfidence: confidence,
      healthScore: score,
      nextAllowedRequest: turn.next,
    }
  } catch (error) {
    await turns.giveBack(device.number, turn)
    throw error
  }
}

const day = 86_400_000

/** What was said more than a day ago tells nothing of today, and motion is forgotten sooner. */
function forgetOldSigns(device: LiveDevice, now: number): void {
  if (isAnotherStory(device.lastSeen, now)) {
    device.motion = undefined
    device.recorded = undefined
    device.unrecorded = undefined
  }
  if (now - device.heartRateAt > day) {
    device.heartRate = null
    device.heart = undefined
  }
  if (now - device.spo2At > day) device.spo2 = null
}

/** Readings are told apart by their time, so two of one device never have the same. */
function timeOfItsOwn(device: LiveDevice, turn: Turn): Date {
  device.newestAt = Math.max(turn.at, device.newestAt + 1)
  return new Date(device.newestAt)
}

/** joinBatch goes on from a batch that ended just before the reading: a fall may lie across the seam. */
function joinBatch(device: LiveDevice, reading: Reading, now: number): void {
  const { backfill, motion } = device
  if (!backfill || isAnotherStory(backfill.at, now) || !goesOn(backfill.motion, reading)) return
  if (motion && backfill.motion.moment.uptimeMs <= motion.moment.uptimeMs) return
  device.motion = backfill.motion
  // Its events are numbered by another clock; the database knows which falls are the same.
  device.recorded = undefined
}

/** catchUp listens to what the device said to other processes; those have stored it and acted on it. */
function catchUp(parts: IngestParts, device: LiveDevice, { missed, before }: Turn): void {
  for (const { heardAt, reading } of missed) {
    // A turn that was asked for as Redis went away may have been given all the same; its reading was heard here then.
    if (device.motion && heardAt <= device.lastSeen) continue
    forgetOldSigns(device, heardAt)
    remember(parts, device, reading, new Date(heardAt), assessReading(device, reading, heardAt))
  }
  device.heard = before
}

/** tellsMore is true of a fall that is new, or of which more is known than was recorded. */
function tellsMore({ recorded, unrecorded }: LiveDevice, { event, confidence, evidence }: Felt): boolean {
  if (!isWorthRecording(confidence)) return false
  if (unrecorded) return true
  if (recorded?.event !== event || confidence > recorded.confidence) return true
  return tellsMoreThan(recorded.evidence, evidence)
}

/**
 * feltFallOf is the fall as it is recorded. The time at which an event was first recorded stays its time: reckoned anew
 * from later readings it would drift, where those come slower than the device's clock goes.
 */
function feltFallOf({ id: deviceId, userId, recorded }: LiveDevice, { event, ...felt }: Felt): FeltFall {
  const at = recorded?.event === event ? recorded.at : felt.at
  return { ...felt, at, userId, deviceId, late: false }
}

/** noteFall records the fall and answers whether that opened one. */
async function noteFall(ctx: Context, device: LiveDevice, felt: Felt, heardAt: Date) {
  const fall = feltFallOf(device, felt)
  const { opened, alerts } = await recordFeltFall(ctx, fall)
  if (alerts) ctx.metrics.readingAlerted(ctx.now().getTime() - heardAt.getTime())
  const { at, confidence, evidence } = fall
  device.recorded = { event: felt.event, at, confidence, evidence }
  device.unrecorded = undefined
  // There may be one fall more to count.
  device.readIn = 0
  return opened
}

/**
 * keepMotion is for a reading that could not be stored: its device may never send it again, and may have fallen. Sent
 * again, it is one that was heard before.
 */
function keepMotion(
  { pendingFalls }: IngestParts,
  device: LiveDevice,
  reading: Reading,
  heardAt: Date,
  assessment: ReadingAssessment,
): void {
  const felt = feltIn(assessment, heardAt)
  if (felt && tellsMore(device, felt)) {
    pendingFalls.keep(device.number, feltFallOf(device, felt))
    device.unrecorded = felt
  }
  device.motion = assessment.motion
  device.uptimeMs = reading.uptimeMs
  device.clockStalls = assessment.clockStalls
}

/** What is kept in mind changes last: a reading that could not be stored has told nothing. */
function remember(
  { intervalMs }: IngestParts,
  device: LiveDevice,
  reading: Reading,
  at: Date,
  { motion, heart, clockStalls }: ReadingAssessment,
): void {
  device.motion = motion
  device.uptimeMs = reading.uptimeMs
  device.clockStalls = clockStalls
  if (!motion.event) device.recorded = undefined
  device.heart = heart
  const heardAt = at.getTime()
  device.backfillCreditMs = creditWhenHeard(device, heardAt, intervalMs)
  device.lastSeen = heardAt
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

/** creditWhenHeard is the backfill credit of a device that is heard now; the first time adds nothing. */
export function creditWhenHeard(device: LiveDevice, now: number, intervalMs: number): number {
  const heardBefore = Math.max(device.lastSeen, device.backfilledAt)
  const gap = heardBefore === 0 ? 0 : now - heardBefore
  return creditAfter(device.backfillCreditMs, gap, intervalMs)
}
