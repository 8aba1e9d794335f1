import type { Place } from '../../accounts/residences/place.ts'

/** Where a device is worn. The detector treats `unknown` as the wrist. */
export const placements = ['wrist', 'waist', 'pocket', 'unknown'] as const
export type Placement = (typeof placements)[number]

/** What a device is: it decides after how long it is silent, and what it is called at first. */
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

export interface Device extends Place {
  id: string
  number: number
  /** Null of a shared device, which belongs to a place instead. */
  userId: string | null
  /** What identifies it here: its MAC address, or else its id in lower case without separators. */
  macAddress: string
  /** Its id as it is written; its MAC address if it has one. */
  externalId: string
  kind: DeviceKind
  /** How often it is heard of, as somebody has set it; null if nobody has. */
  expectedEverySeconds: number | null
  /** The same, as it was in its first days. */
  learnedEverySeconds: number | null
  /** The hours in which a shared bed or door is watched, such as 22:00 and 06:00. */
  watchedFrom: string | null
  watchedTo: string | null
  /** When it last said that something happened. */
  lastEventAt: Date | null
  name: string
  disabled: boolean
  /** Another device was registered in its place; it stays disabled. */
  replaced: boolean
  createdAt: Date
  updatedAt: Date
  lastSeen: Date | null
  uptimeMs: number | null
  battery: number | null
  signal: number | null
  heartRate: number | null
  heartRateAt: Date | null
  heartSpread: number | null
  spo2: number | null
  spo2At: Date | null
  healthScore: number | null
  wifi: boolean | null
  bluetooth: boolean | null
  sensorsInitialized: boolean | null
  firmware: string | null
  backfillCreditMs: number | null
  backfilledAt: Date | null
  /** The effective placement: the owner's, or else the one that the device reported last. */
  placement: Placement
  reportedPlacement: Placement
  /** What the owner has set; `unknown` if nothing. */
  ownerPlacement: Placement
}

export interface DeviceCount {
  /** Without those that were replaced; one that an admin has disabled may come back. */
  inUse: number
  withReplaced: number
}

/** The SQL for Device.placement. */
export const effectivePlacement = `case devices.owner_placement when 'unknown' then devices.reported_placement
  else devices.owner_placement end as placement`

export const deviceColumns = `
  devices.id, devices.number, devices.user_id as "userId", devices.mac as "macAddress", devices.name,
  coalesce(devices.external_id, devices.mac) as "externalId", devices.kind,
  devices.expected_every_seconds as "expectedEverySeconds", devices.learned_every_seconds as "learnedEverySeconds",
  devices.site, devices.ward, devices.room, devices.watched_from as "watchedFrom", devices.watched_to as "watchedTo",
  state.last_event_at as "lastEventAt",
  devices.disabled, devices.replaced, devices.created_at as "createdAt", devices.updated_at as "updatedAt",
  state.last_seen as "lastSeen", state.uptime_ms::float8 as "uptimeMs", state.battery, state.signal,
  state.heart_rate as "heartRate", state.heart_rate_at as "heartRateAt",
  state.heart_spread as "heartSpread", state.spo2, state.spo2_at as "spo2At", state.health_score as "healthScore", state.wifi,
  state.bluetooth, state.sensors_initialized as "sensorsInitialized", state.firmware,
  state.backfill_credit_ms as "backfillCreditMs", state.backfilled_at as "backfilledAt",
  ${effectivePlacement}, devices.reported_placement as "reportedPlacement",
  devices.owner_placement as "ownerPlacement"`

/** Joins devices with their last reported values. */
export const withState = 'devices cross join lateral device_state(devices.number) as state'

/** What an admin sets of a device; what is left out stays. */
export interface DeviceSettings {
  name?: string | undefined
  kind?: DeviceKind | undefined
  /** Null for what is learned. */
  expectedEverySeconds?: number | null | undefined
  /** Only of a shared device, as is what follows. */
  place?: Place | undefined
  /** Null if it is not watched at all. */
  watched?: { from: string; to: string } | null | undefined
}
