import { renderSVG } from 'uqr'

/** What somebody needs to set a device up: a command to paste and a code to scan. */
export interface DeviceSetup {
  address: string
  command: string
  uri: string
  qrCode: string
}

/** Describes how a device reaches the service at `address`, the base URL of the API. */
export function deviceSetup(address: string, macAddress: string, key: string): DeviceSetup {
  const uri = `fallwatch:device?${new URLSearchParams({ address, key, device_id: macAddress })}`
  return { address, command: firstReading(address, macAddress, key), uri, qrCode: renderSVG(uri) }
}

/** A shell command that sends a reading of a device at rest. */
function firstReading(address: string, macAddress: string, key: string): string {
  const reading = {
    device_id: macAddress,
    ...{ accel_x: 0, accel_y: 0, accel_z: 9.81, gyro_x: 0, gyro_y: 0, gyro_z: 0, uptime_ms: 1000 },
  }
  return [
    `curl ${quoted(`${address}/device/sensor-stream`)}`,
    `-H ${quoted(`Authorization: Bearer ${key}`)}`,
    `-H ${quoted('Content-Type: application/json')}`,
    `-d ${quoted(JSON.stringify(reading))}`,
  ].join(' ')
}

/** A word of a shell command; an address may contain an apostrophe. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
