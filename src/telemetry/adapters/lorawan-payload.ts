import type { Decoded } from './adapter.ts'
import { isPress } from './button-presses.ts'
import { at, flagOf, listOf, objectOf, percentOf, textOf } from './fields.ts'

export interface Origin {
  externalId: string
  at: Date | undefined
  eventId: string | undefined
  batteryLevel: number | undefined
}

const plain = (value: unknown) => textOf(value)?.toLowerCase().replace(/[ -]+/g, '_')

/** The value of the first of these names that the decoder of the maker has used. */
function first(payload: unknown, names: readonly string[]): unknown {
  for (const name of names) {
    const value = at(payload, name)
    if (value !== undefined) return value
  }
  return undefined
}

const calls = ['sos', 'sos_alarm', 'sosAlarm', 'panic', 'panic_button', 'emergency', 'alarm_sos', 'SOS']
const falls = ['fall_detected', 'fallDetected', 'man_down', 'manDown']
const presses = ['button', 'press', 'button_press', 'pressed', 'click']
const contacts = [
  'door',
  'magnet_status',
  'contact',
  'contactState',
  'DOOR_OPEN_STATUS',
  'door_status',
  'window',
]
const presences = ['pir', 'PIR', 'motion', 'occupancy', 'occupied', 'presence', 'pir_status']
const tampers = ['tamper', 'tamper_status', 'install', 'tamper_alarm']

const open = new Set(['open', 'opened'])
const closed = new Set(['close', 'closed'])
const present = new Set(['trigger', 'triggered', 'occupied', 'detected', 'motion'])
const absent = new Set(['normal', 'vacant', 'idle', 'none', 'no_motion', 'clear'])
const forced = new Set(['uninstalled', 'removed', 'no', 'tampered', 'triggered'])
const intact = new Set(['installed', 'yes', 'normal', 'none'])

/** Whether a state is one of the words or flags for on, or of those for off; undefined if it is neither. */
function stateOf(value: unknown, on: Set<string>, off: Set<string>): boolean | undefined {
  const text = plain(value) ?? ''
  if (on.has(text)) return true
  return off.has(text) ? false : flagOf(value)
}

/**
 * The makers of LoRaWAN devices decode their payloads themselves, each with names of their own. These are the names of
 * the decoders in the Device Repository of The Things Network and in the repositories of makers; what else a device sends
 * can be named by a rule.
 */
export function decodeLorawan(payload: unknown, origin: Origin): Decoded[] {
  const fields = objectOf(payload) ?? {}
  const origins = { ...origin, batteryLevel: origin.batteryLevel ?? percentOf(fields.battery) }
  const decoded: Decoded[] = []
  const press =
    first(fields, presses) ?? at(fields, 'button_event', 'status') ?? at(fields, 'button_event', 'msgid')
  const action = textOf(press)
  if (press === true || (action && isPress(action)))
    decoded.push({ ...origins, event: 'sos', ...(action && { detail: action }) })
  if (flagOf(first(fields, calls)) === true) decoded.push({ ...origins, event: 'sos' })
  if (flagOf(first(fields, falls)) === true) decoded.push({ ...origins, event: 'fall' })
  const contact = stateOf(first(fields, contacts) ?? at(fields, 'action', 'contactState'), open, closed)
  if (contact !== undefined) decoded.push({ ...origins, sensor: 'contact', isOn: contact })
  const motion = at(fields, 'action', 'motion', 'detected')
  const presence = stateOf(
    objectOf(first(fields, presences)) ? motion : (first(fields, presences) ?? motion),
    present,
    absent,
  )
  if (presence !== undefined) decoded.push({ ...origins, sensor: 'presence', isOn: presence })
  const tamper = first(fields, tampers)
  // `install: no` is a device that was taken off the wall.
  const isForced = stateOf(tamper, forced, intact)
  if (tamper !== undefined && isForced !== undefined)
    decoded.push({ ...origins, sensor: 'tamper', isOn: isForced })
  decoded.push(...decodeRadar(fields, origins))
  return decoded.length > 0 ? decoded : [{ ...origins, event: 'alive' }]
}

/** Triggered, in numbers or words of the Milesight VS373; the last one counts where a message has several. */
function isTriggered(status: unknown): boolean {
  const last = String(status ?? '')
    .split(',')
    .at(-1)
    ?.trim()
  return last === '1' || plain(last) === 'alarm_triggered'
}

/** A radar that says where somebody is, and that they have fallen. */
function decodeRadar(fields: Record<string, unknown>, origin: Origin): Decoded[] {
  const decoded: Decoded[] = []
  const status = plain(fields.detection_status)
  const states: Record<string, Decoded> = {
    fall: { ...origin, sensor: 'fall', isOn: true },
    normal: { ...origin, sensor: 'fall', isOn: false },
    vacant: { ...origin, sensor: 'fall', isOn: false },
    in_bed: { ...origin, event: 'bed_return' },
    out_of_bed: { ...origin, event: 'bed_exit' },
  }
  if (status && Object.hasOwn(states, status)) decoded.push(states[status] as Decoded)
  const fall = at(fields, 'fall_alarm', 'alarm_status')
  if (fall !== undefined) decoded.push({ ...origin, sensor: 'fall', isOn: isTriggered(fall) })
  const bed = at(fields, 'out_of_bed_alarm', 'alarm_status')
  if (bed !== undefined) decoded.push({ ...origin, event: isTriggered(bed) ? 'bed_exit' : 'bed_return' })
  for (const alarm of listOf(fields.events)) {
    const type = plain(at(alarm, 'alarm_type'))
    const isOn = isTriggered(at(alarm, 'alarm_status'))
    if (type === 'fall') decoded.push({ ...origin, sensor: 'fall', isOn })
    if (type === 'out_of_bed') decoded.push({ ...origin, event: isOn ? 'bed_exit' : 'bed_return' })
  }
  return decoded
}
