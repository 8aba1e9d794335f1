import { normalizeMac } from './mac.ts'

/**
 * What a device calls itself: a MAC address, an EUI-64, an IMEI or a serial number. Not all zeros or all ones of a MAC
 * address, which devices without one send. The expression has no flags, because the API description contains only its source.
 */
export const externalIdPattern =
  /^(?=[:._-]*[0-9A-Za-z])(?!(?:[:._-]*0){12}[:._-]*$)(?!(?:[:._-]*[Ff]){12}[:._-]*$)[0-9A-Za-z:._-]{1,64}$/

const twelveHexDigits = /^[0-9a-f]{12}$/

/**
 * Returns what identifies a device in the installation: ids are compared without case and separators. Whatever has the
 * twelve digits of a MAC address is one, so that a reading and an event of a device find the same device.
 */
export function deviceAddress(externalId: string): string {
  const plain = externalId.replace(/[^0-9A-Za-z]/g, '').toLowerCase()
  return twelveHexDigits.test(plain) ? normalizeMac(plain) : plain
}

/** Returns the id as it is stored and shown: as it was written, and a MAC address in the format of the service. */
export function shownExternalId(externalId: string): string {
  const address = deviceAddress(externalId)
  return address.includes(':') ? address : externalId
}
