import type { DetectedFall } from '../../alerting/falls/falls.service.ts'
import { type AlarmState, followSigns, quiet, withRaised } from '../../alerting/monitoring/alarm-state.ts'
import {
  type AlarmSettings,
  alarmSettings,
  defaultAlarms,
} from '../../alerting/monitoring/monitoring-settings.ts'
import { assessMotion } from '../../detection/default-detector.ts'
import type { DetectorState } from '../../detection/detector-state.ts'
import type { Evidence } from '../../detection/fall-event.ts'
import { vitalSignsMaxAgeMs } from '../../detection/health-score.ts'
import type { Placement } from '../devices/device.ts'
import type { WornDevice } from '../devices/devices.service.ts'
import {
  type AssessmentState,
  assessReading,
  type Detection,
  isContiguous,
  type ReadingAssessment,
  startsNewEpisode,
} from './assessment.ts'
import { creditAfterMs, firstCreditMs } from './backfill-credit.ts'
import type { Slot } from './device-rate-limiter.ts'
import type { Reading } from './reading.ts'

/** For this file alone: what an entry of the cache means is decided here. */
interface MutableDevice extends AssessmentState {
  id: string
  number: number
  userId: string
  disabled: boolean
  /** The effective placement, and the one that the device reported last. */
  placement: Placement
  reportedPlacement: Placement
  /** The sequence numbers of the last reading and the last batch that this process knows; see Slot. */
  lastSequence: number
  lastBackfillSequence: number
  /** The event that was last recorded as a fall, as it was recorded. */
  recorded: { event: number; at: Date; confidence: number; evidence: Evidence } | undefined
  /** A fall that could not be recorded: the device's next reading retries it. */
  unrecorded: Detection | undefined
  /** The detector state of the readings in batches, and the time of the last of them in milliseconds. */
  backfill: { motion: DetectorState; at: number } | undefined
  /** The remaining backfill credit, and when the last batch came, in milliseconds; see backfill-credit.ts. */
  backfillCreditMs: number
  backfilledAt: number
  /** The alarms of the device, and the settings of its owner for them. */
  alarms: AlarmState
  alarmSettings: Readonly<AlarmSettings>
  /** When the vital signs were reported, in milliseconds. */
  heartRateAt: number
  spo2At: number
  /** The time of the newest reading, in milliseconds; no two readings have the same. */
  newestAt: number
  /** The cache epoch in which the row was loaded, 0 if it must be loaded again, and when that was. */
  loadedEpoch: number
  loadedAtMs: number
}

/**
 * A device in memory, with the assessment state of its readings so far. Other files read it; only the
 * functions below change it.
 */
export type CachedDevice = Readonly<MutableDevice>

/** Where the last batch of a device ended. */
export type Backfill = NonNullable<CachedDevice['backfill']>

/** One literal: assembled from parts, each device left three times its size as garbage. */
export function createCachedDevice(row: WornDevice): CachedDevice {
  const lastSeen = row.lastSeen?.getTime() ?? 0
  return {
    id: row.id,
    number: row.number,
    userId: row.userId,
    disabled: row.disabled,
    placement: row.placement,
    reportedPlacement: row.reportedPlacement,
    sensitivity: row.sensitivity,
    lastSequence: 0,
    lastBackfillSequence: 0,
    lastSeen,
    uptimeMs: null,
    clockStalls: 0,
    newestAt: lastSeen,
    loadedEpoch: 0,
    loadedAtMs: 0,
    recentFalls: row.recentFalls,
    heartRate: row.heartRate,
    heartRateAt: row.heartRateAt?.getTime() ?? 0,
    heart: row.heartRate === null ? undefined : { level: row.heartRate, spread: row.heartSpread ?? 0 },
    spo2: row.spo2,
    spo2At: row.spo2At?.getTime() ?? 0,
    battery: row.battery,
    sensorsInitialized: row.sensorsInitialized,
    motion: undefined,
    backfill: undefined,
    backfillCreditMs: row.backfillCreditMs ?? firstCreditMs,
    backfilledAt: row.backfilledAt?.getTime() ?? 0,
    recorded: undefined,
    unrecorded: undefined,
    alarms: quiet,
    alarmSettings: defaultAlarms,
  }
}

/** Takes over what others can change; the assessment state is kept. */
export function applyRow(device: MutableDevice, row: WornDevice, epoch: number, now: Date): void {
  device.userId = row.userId
  device.disabled = row.disabled
  device.placement = row.placement
  device.reportedPlacement = row.reportedPlacement
  device.sensitivity = row.sensitivity
  device.recentFalls = row.recentFalls
  device.alarmSettings = alarmSettings(row.alarmSettings)
  device.alarms = withRaised(device.alarms, row.raisedAlarms ?? [])
  device.loadedEpoch = epoch
  device.loadedAtMs = now.getTime()
}

/** Makes the next reading load the device again. */
export function markStale(device: MutableDevice): void {
  device.loadedEpoch = staleEpoch
}

/** The epoch of entries that must be loaded again; the cache begins with a later one. */
export const staleEpoch = 0

export function applyPlacement(device: MutableDevice, reported: Placement, effective: Placement): void {
  device.reportedPlacement = reported
  device.placement = effective
}

/** The time of a reading that was received now; the readings of a device are identified by it. */
export function nextReadingTime(device: MutableDevice, receivedAtMs: number): Date {
  device.newestAt = Math.max(receivedAtMs, device.newestAt + 1)
  return new Date(device.newestAt)
}

/** Drops motion after a gap, and vital signs that are too old. */
export function expireState(device: MutableDevice, nowMs: number): void {
  if (startsNewEpisode(device.lastSeen, nowMs)) {
    device.motion = undefined
    device.recorded = undefined
    device.unrecorded = undefined
  }
  if (nowMs - device.heartRateAt > vitalSignsMaxAgeMs) {
    device.heartRate = null
    device.heart = undefined
  }
  if (nowMs - device.spo2At > vitalSignsMaxAgeMs) device.spo2 = null
}

/** Comes last: a reading that could not be stored must not change the state. */
export function applyReading(
  device: MutableDevice,
  reading: Reading,
  at: Date,
  assessment: ReadingAssessment,
  intervalMs: number,
): void {
  applyMotion(device, reading, assessment)
  if (!assessment.motion.event) device.recorded = undefined
  device.heart = assessment.heart
  const receivedAtMs = at.getTime()
  device.backfillCreditMs = currentCreditMs(device, receivedAtMs, intervalMs)
  device.lastSeen = receivedAtMs
  if (reading.heartRate !== null) {
    device.heartRate = reading.heartRate
    device.heartRateAt = receivedAtMs
  }
  if (reading.spo2 !== null) {
    device.spo2 = reading.spo2
    device.spo2At = receivedAtMs
  }
  device.battery = reading.battery ?? device.battery
  device.alarms = followSigns(device.alarms, device.alarmSettings, reading, receivedAtMs)
  device.sensorsInitialized = reading.sensorsInitialized ?? device.sensorsInitialized
}

/** All that is kept of a reading that could not be stored. */
export function applyMotion(
  device: MutableDevice,
  reading: Reading,
  { motion, clockStalls }: ReadingAssessment,
): void {
  device.motion = motion
  device.uptimeMs = reading.uptimeMs
  device.clockStalls = clockStalls
}

/** Updates the state with readings that other processes have stored and acted on. */
export function applyMissedReadings(
  device: MutableDevice,
  { missed, previousSequence }: Slot,
  intervalMs: number,
): void {
  for (const { receivedAtMs, reading } of missed) {
    // Redis may have granted a slot whose response was lost; that reading was processed here.
    if (device.motion && receivedAtMs <= device.lastSeen) continue
    expireState(device, receivedAtMs)
    const assessment = assessReading(device, reading, receivedAtMs)
    applyReading(device, reading, new Date(receivedAtMs), assessment, intervalMs)
  }
  device.lastSequence = previousSequence
}

/** For a reading that was stored and acted on. */
export function completeReading(device: MutableDevice, { sequence }: Slot): void {
  device.lastSequence = sequence
}

/** Makes the next reading load the device again: its count of recent falls may have changed. */
export function markRecorded(device: MutableDevice, event: number, fall: DetectedFall): void {
  const { at, confidence, evidence } = fall
  device.recorded = { event, at, confidence, evidence }
  device.unrecorded = undefined
  markStale(device)
}

export function markUnrecorded(device: MutableDevice, detection: Detection): void {
  device.unrecorded = detection
}

/** Takes over the state of a batch that ended just before the reading: a fall may span both. */
export function continueBackfill(device: MutableDevice, reading: Reading, nowMs: number): void {
  const { backfill, motion } = device
  if (!backfill || startsNewEpisode(backfill.at, nowMs) || !isContiguous(backfill.motion, reading)) return
  if (motion && backfill.motion.moment.uptimeMs <= motion.moment.uptimeMs) return
  device.motion = backfill.motion
  // Its events are numbered by another clock; the database matches those that are the same fall.
  device.recorded = undefined
}

/** Updates the detector state with batches that other processes have stored. */
export function applyMissedBatches(device: MutableDevice, { missed, previousSequence }: Slot): void {
  let state = device.backfill
  for (const { at, reading } of missed) {
    const previous = state && !startsNewEpisode(state.at, at) ? state.motion : undefined
    state = { motion: assessMotion(previous, reading).state, at }
  }
  device.backfill = state
  device.lastBackfillSequence = previousSequence
}

/** For a batch that was stored. */
export function applyCredit(device: MutableDevice, creditMs: number, at: Date): void {
  device.backfillCreditMs = creditMs
  device.backfilledAt = at.getTime()
}

/** For a batch that was stored and acted on. */
export function completeBatch(
  device: MutableDevice,
  backfill: Backfill | undefined,
  { sequence }: Slot,
): void {
  device.backfill = backfill
  device.lastBackfillSequence = sequence
}

/** The backfill credit of a device that sends now; its first reading adds nothing. */
export function currentCreditMs(device: CachedDevice, nowMs: number, intervalMs: number): number {
  const previousMs = Math.max(device.lastSeen, device.backfilledAt)
  const gapMs = previousMs === 0 ? 0 : nowMs - previousMs
  return creditAfterMs(device.backfillCreditMs, gapMs, intervalMs)
}
