import type { DeviceEvent, DeviceEventType } from '../device-events/device-event.ts'
import type { DeviceKind } from '../devices/device.ts'

/**
 * An input with two states. Makers report the state again and again, and only a change is an event. What `isOn`
 * means: open, somebody there, switched or pressed, opened by force, fallen, low.
 */
export const sensors = ['contact', 'presence', 'switch', 'tamper', 'fall', 'batteryLow'] as const
export type Sensor = (typeof sensors)[number]

export interface Report extends Omit<DeviceEvent, 'event'> {
  sensor: Sensor
  isOn: boolean
}

type Meaning = readonly [on: DeviceEventType, off: DeviceEventType]

const door: Meaning = ['door_opened', 'door_closed']
const bed: Meaning = ['bed_return', 'bed_exit']
const motion: Meaning = ['motion', 'alive']
const call: Meaning = ['sos', 'alive']
const alive: Meaning = ['alive', 'alive']

/** The same whatever the device is. */
const always: Partial<Record<Sensor, Meaning>> = {
  tamper: ['tamper', 'alive'],
  fall: ['fall', 'fall_cleared'],
  batteryLow: ['battery', 'alive'],
}

type Meanings = Record<'contact' | 'presence' | 'switch', Meaning>

const unknown: Meanings = { contact: door, presence: motion, switch: alive }

/**
 * What an input means depends on what it is built into, and only the admin who assigned the device knows that: a pressure
 * mat and a pull cord are contacts for their gateway.
 */
const byKind: Record<DeviceKind, Meanings> = {
  BED: { contact: ['bed_exit', 'bed_return'], presence: bed, switch: bed },
  DOOR: { ...unknown, switch: door },
  BUTTON: { ...unknown, contact: call, switch: call },
  PENDANT: { ...unknown, contact: call, switch: call },
  MOTION: { contact: ['motion', 'motion'], presence: motion, switch: motion },
  RADAR: { ...unknown, switch: motion },
  WEARABLE: unknown,
  PHONE: unknown,
  OTHER: unknown,
}

/** Returns the event of an input that changed. */
export function meaningOf(
  { sensor, isOn }: Pick<Report, 'sensor' | 'isOn'>,
  kind: DeviceKind,
): DeviceEventType {
  const [on, off] = always[sensor] ?? byKind[kind][sensor as keyof Meanings]
  return isOn ? on : off
}
