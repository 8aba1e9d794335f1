/** What a device is, as somebody who sets it up sees it. */
export const deviceKinds = [
  'WEARABLE',
  'BUTTON',
  'PENDANT',
  'RADAR',
  'BED',
  'DOOR',
  'MOTION',
  'PHONE',
  'OTHER',
] as const
export type DeviceKind = (typeof deviceKinds)[number]
