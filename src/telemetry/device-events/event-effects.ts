import { recordDetectedFallIn, recordFallVerdict } from '../../alerting/falls/falls.service.ts'
import {
  callByEvent,
  callColleague,
  circumstancesOf,
  type Raised,
  raiseFallOfPlace,
  type Said,
  takeBackByEvent,
} from '../../alerting/incidents/device-calls.ts'
import { leaveBed, openDoor, returnToBed } from '../../alerting/monitoring/watches.service.ts'
import { fallLevel } from '../../detection/levels/fall-level.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { msPerMinute, msPerSecond } from '../../platform/lib/duration.ts'
import type { DeviceKind } from '../devices/device.ts'
import { insertDeviceLog, type LogType } from '../devices/devices.service.ts'
import type { Detection } from '../ingest/assessment.ts'
import type { DeviceEventType } from './device-event.ts'
import type { ReportingDevice } from './device-events.store.ts'

/** What an event does at once; what only time shows is done by the watch of devices. */
interface EventKind {
  /** Returns the incident that it opened or joined, or the id of one in which it is an entry. */
  act?: (
    ctx: Context,
    tx: Db,
    device: ReportingDevice,
    said: Said & {
      confidence: number | undefined
      /** What the detector has found in the motion that came with it. */
      falls: readonly Detection[]
    },
  ) => Promise<Raised | string | undefined>
  /** Somebody needs help now: it is admitted first, and notifies people however late it is. */
  isCall?: boolean
  /** Whether it shows that somebody is up and about. */
  isSignOfLife?: boolean
  /** The entry in the log of the device. */
  log?: readonly [LogType, string]
  /** What an unknown device is that says this first. */
  deviceKind: DeviceKind
  /** Of a device that says more than it may, another such event counts as the same within this time. */
  spacingMs: number
}

/** The confidence of a fall without one: in the middle of POTENTIAL. */
const unknownConfidence = 0.6

const often = 10 * msPerSecond
const seldom = 10 * msPerMinute

/** What every event of the list does. */
export const eventKinds: Record<DeviceEventType, EventKind> = {
  sos: { act: callByEvent, isCall: true, isSignOfLife: true, deviceKind: 'BUTTON', spacingMs: often },
  sos_cancelled: {
    act: (ctx, tx, device, said) => takeBackByEvent(ctx, tx, device, 'SOS', said),
    ...{ isSignOfLife: true, deviceKind: 'BUTTON', spacingMs: seldom },
  },
  fall: {
    async act(ctx, tx, device, said) {
      const confidence = said.confidence ?? unknownConfidence
      const { id: deviceId, userId } = device
      if (userId === null)
        return raiseFallOfPlace(ctx, tx, device, { ...said, confidence, level: fallLevel(confidence) })
      const { at, late } = said
      return recordFallVerdict(ctx, tx, {
        userId,
        deviceId,
        confidence,
        at,
        late,
        said: circumstancesOf(said),
      })
    },
    ...{ isCall: true, isSignOfLife: true, deviceKind: 'RADAR', spacingMs: often },
  },
  fall_cleared: {
    act: (ctx, tx, device, said) => takeBackByEvent(ctx, tx, device, 'FALL', said),
    ...{ isSignOfLife: true, deviceKind: 'RADAR', spacingMs: seldom },
  },
  impact: {
    async act(ctx, tx, device, said) {
      let raised: Raised | undefined
      for (const fall of said.falls) raised = (await recordFallIn(ctx, tx, device, said, fall)) ?? raised
      return raised
    },
    ...{ isCall: true, isSignOfLife: true, deviceKind: 'WEARABLE', spacingMs: often },
  },
  bed_exit: { act: leaveBed, isSignOfLife: true, deviceKind: 'BED', spacingMs: often },
  bed_return: { act: returnToBed, isSignOfLife: true, deviceKind: 'BED', spacingMs: often },
  door_opened: { act: openDoor, isSignOfLife: true, deviceKind: 'DOOR', spacingMs: often },
  door_closed: { isSignOfLife: true, deviceKind: 'DOOR', spacingMs: seldom },
  no_motion: { deviceKind: 'MOTION', spacingMs: seldom },
  motion: { isSignOfLife: true, deviceKind: 'MOTION', spacingMs: seldom },
  assist: { act: callColleague, isCall: true, isSignOfLife: true, deviceKind: 'BUTTON', spacingMs: often },
  tamper: { log: ['WARNING', 'Tampered with'], deviceKind: 'OTHER', spacingMs: seldom },
  test: { log: ['INFO', 'Test'], isSignOfLife: true, deviceKind: 'OTHER', spacingMs: often },
  // What a device says by itself is no sign of its owner.
  battery: { log: ['INFO', 'Battery'], deviceKind: 'OTHER', spacingMs: seldom },
  alive: { deviceKind: 'OTHER', spacingMs: seldom },
}

/** Records a fall that was found in motion, and returns the incident that it opened or joined. */
async function recordFallIn(
  ctx: Context,
  tx: Db,
  device: ReportingDevice,
  said: Said,
  { event: _, ...fall }: Detection,
): Promise<Raised | undefined> {
  const { id: deviceId, number, userId } = device
  const { confidence, at } = fall
  if (userId === null)
    return raiseFallOfPlace(ctx, tx, device, { ...said, at, confidence, level: fallLevel(confidence) })
  const { opened, incident } = await recordDetectedFallIn(ctx, tx, {
    ...fall,
    userId,
    deviceId,
    late: said.late,
  })
  if (opened) await insertDeviceLog(tx, number, 'WARNING', 'Possible fall', at)
  return incident
}
