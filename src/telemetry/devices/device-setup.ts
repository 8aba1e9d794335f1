import { renderSVG } from 'uqr'
import type { Device } from './device.ts'

/** What somebody needs to set a device up: a command to paste and a code to scan. */
export interface DeviceSetup {
  address: string
  command: string
  uri: string
  qrCode: string
}

/** Describes how a device reaches the service at `address`, the base URL of the API. */
export function deviceSetup(address: string, device: SetUpDevice, key: string): DeviceSetup {
  const { externalId: device_id, kind } = device
  const uri = `fallwatch:device?${new URLSearchParams({ address, key, device_id })}`
  const isWorn = kind === 'WEARABLE' || kind === 'PHONE'
  const command = isWorn
    ? post(`${address}/device/sensor-stream`, { device_id, ...atRest }, key)
    : post(`${address}/device/events`, { device_id, event: 'test' }, key)
  return { address, command, uri, qrCode: renderSVG(uri) }
}

type SetUpDevice = Pick<Device, 'externalId' | 'kind'>

const atRest = { accel_x: 0, accel_y: 0, accel_z: 9.81, gyro_x: 0, gyro_y: 0, gyro_z: 0, uptime_ms: 1000 }

/** A shell command that sends what a device would: a reading at rest, or an event that notifies nobody. */
function post(url: string, body: object, key: string): string {
  return [
    `curl ${quoted(url)}`,
    `-H ${quoted(`Authorization: Bearer ${key}`)}`,
    `-H ${quoted('Content-Type: application/json')}`,
    `-d ${quoted(JSON.stringify(body))}`,
  ].join(' ')
}

/** A word of a shell command; an address may contain an apostrophe. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
