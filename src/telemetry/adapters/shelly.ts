import type { Adapter, Decoded } from './adapter.ts'
import { at, flagOf, listOf, numberOf, objectOf, percentOf, textOf, timeOf } from './fields.ts'

const pushes = new Set(['single_push', 'double_push', 'triple_push', 'long_push'])

/** Components with a button or a contact, of the device itself and of Bluetooth devices that it passes on. */
const inputs = /^(input|bthomedevice|bthomesensor):\d{1,4}$/

/** Shelly from the second generation on, with its notifications (`<id>/events/rpc`), and BLU devices through them. */
export const shelly: Adapter = {
  name: 'shelly',
  ways: ['topic', 'webhook'],
  decode({ body }) {
    const gateway = textOf(at(body, 'src'))
    const params = objectOf(at(body, 'params'))
    if (!gateway || !params) return []
    if (at(body, 'method') === 'NotifyEvent')
      return listOf(params.events).flatMap((event) => decodeEvent(gateway, event))
    if (at(body, 'method') === 'NotifyStatus' || at(body, 'method') === 'NotifyFullStatus')
      return decodeStatus(gateway, params)
    return []
  },
}

function decodeEvent(gateway: string, value: unknown): Decoded[] {
  const event = textOf(at(value, 'event'))
  const component = textOf(at(value, 'component'))
  const time = timeOf(at(value, 'ts'))
  if (event === 'shelly-blu') return decodeBlu(at(value, 'data'), time)
  if (!event || !component || !inputs.test(component)) return []
  const origin = { externalId: `${gateway}:${component}`, at: time }
  // The position of a button among several of one remote control.
  const index = numberOf(at(value, 'idx'))
  if (pushes.has(event))
    return [{ ...origin, event: 'sos', detail: index === undefined ? event : `${event} ${index}` }]
  const state = flagOf(at(value, 'state'))
  return event === 'toggle' && state !== undefined ? [{ ...origin, sensor: 'switch', isOn: state }] : []
}

function decodeStatus(gateway: string, params: Record<string, unknown>): Decoded[] {
  const time = timeOf(params.ts)
  const batteryLevel = percentOf(at(params, 'devicepower:0', 'battery', 'percent'))
  const decoded: Decoded[] = []
  for (const [component, status] of Object.entries(params)) {
    if (!inputs.test(component)) continue
    const origin = {
      externalId: `${gateway}:${component}`,
      at: time,
      batteryLevel: percentOf(at(status, 'battery')) ?? batteryLevel,
    }
    const state = at(status, 'state') ?? at(status, 'value')
    if (typeof state === 'boolean') decoded.push({ ...origin, sensor: 'switch', isOn: state })
    else decoded.push({ ...origin, event: 'alive' })
  }
  return decoded
}

/** What the maker's script `ble-shelly-blu.js` says of a BLU device, whichever Shelly has heard it. */
function decodeBlu(data: unknown, time: Date | undefined): Decoded[] {
  const externalId = textOf(at(data, 'address'))
  if (!externalId) return []
  const origin = { externalId, at: time, batteryLevel: percentOf(at(data, 'battery')) }
  const decoded: Decoded[] = []
  const buttons = [at(data, 'button')].flat()
  for (const [index, button] of buttons.entries()) {
    if (typeof button !== 'number' || button === 0) continue
    decoded.push({ ...origin, event: 'sos', ...(buttons.length > 1 && { detail: `button ${index + 1}` }) })
  }
  const window = flagOf(at(data, 'window'))
  if (window !== undefined) decoded.push({ ...origin, sensor: 'contact', isOn: window })
  const motion = flagOf(at(data, 'motion'))
  if (motion !== undefined) decoded.push({ ...origin, sensor: 'presence', isOn: motion })
  return decoded.length > 0 ? decoded : [{ ...origin, event: 'alive' }]
}
