/** Where a device is worn. The detector treats `unknown` as the wrist. */
export const placements = ['wrist', 'waist', 'pocket', 'unknown'] as const
export type Placement = (typeof placements)[number]

export interface Device {
  id: string
  number: number
  userId: string
  macAddress: string
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
  devices.disabled, devices.replaced, devices.created_at as "createdAt", devices.updated_at as "updatedAt",
  state.last_seen as "lastSeen", state.uptime_ms::float8 as "uptimeMs", state.battery, state.signal,
  state.heart_rate as "heartRate", state.heart_rate_at as "heartRateAt",
  state.heart_spread as "heartSpread", state.spo2, state.spo2_at as "spo2At", state.health_score as "healthScore", state.wifi,
  state.bluetooth, state.sensors_initialized as "sensorsInitialized", state.firmware,
  state.backfill_credit_ms as "backfillCreditMs", state.backfilled_at as "backfilledAt",
  ${effectivePlacement}, devices.reported_placement as "reportedPlacement",
  devices.owner_placement as "ownerPlacement"`

/** Joins devices with their last reported values. */
export const withState = 'devices join device_states as state on state.device = devices.number'
