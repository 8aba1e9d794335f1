import type { Schema } from '../api/client.ts'

export type DeviceKind = Schema<'Device'>['kind']
type DeviceEventType = Schema<'DeviceEvent'>['event']

/** The kinds as forms list them, the most usual first. */
const allKinds: Record<DeviceKind, true> = {
  BUTTON: true,
  PENDANT: true,
  WEARABLE: true,
  BED: true,
  DOOR: true,
  MOTION: true,
  RADAR: true,
  PHONE: true,
  OTHER: true,
}
export const deviceKinds = Object.keys(allKinds) as DeviceKind[]

/** Those that measure motion, and are worn somewhere. */
export const isWorn = (kind: DeviceKind) => kind === 'WEARABLE' || kind === 'PHONE'

/** What a device can say, what is urgent first. */
const allEvents: Record<DeviceEventType, true> = {
  sos: true,
  fall: true,
  impact: true,
  assist: true,
  bed_exit: true,
  bed_return: true,
  door_opened: true,
  door_closed: true,
  motion: true,
  no_motion: true,
  sos_cancelled: true,
  fall_cleared: true,
  tamper: true,
  test: true,
  battery: true,
  alive: true,
}
const deviceEvents = Object.keys(allEvents) as DeviceEventType[]

/** What a rule can make of a message: an impact has its motion with it. */
export const ruleEvents = deviceEvents.filter((event) => event !== 'impact')
