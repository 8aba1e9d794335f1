import type { Context } from '../context.ts'
import { devicesChannel } from '../db/channels.ts'
import type { Heartbeat } from '../db/heartbeat.ts'
import type { DetectorState } from '../detection/detector-state.ts'
import type { Evidence } from '../detection/fall-event.ts'
import { findWornDevices, type WornDevice } from '../devices/devices.service.ts'
import type { Placement } from '../devices/placement.ts'
import { registerDevice } from '../devices/registration.ts'
import { recentSince } from '../falls/recent-falls.ts'
import { createBatcher } from '../lib/batcher.ts'
import { createBoundedMap } from '../lib/bounded-map.ts'
import { forbidden, tooMany } from '../lib/errors.ts'
import { createKeyedLimiter } from '../lib/keyed-limiter.ts'
import type { AssessmentState, Detection } from './assessment.ts'
import { firstCreditMs } from './backfill-credit.ts'

/** CachedDevice is a device in memory, with the assessment state of its readings so far. */
export interface CachedDevice extends AssessmentState {
  id: string
  number: number
  userId: string
  disabled: boolean
  /** The effective placement, and the one that the device reported last. */
  placement: Placement
  reportedPlacement: Placement
  /** The sequence numbers of the last reading and the last batch that this process knows; see Slot. */
  lastSequence: number
  lastBackfillSequence: number
  /** The event that was last recorded as a fall, as it was recorded. */
  recorded: { event: number; at: Date; confidence: number; evidence: Evidence } | undefined
  /** A fall that could not be recorded: the device's next reading retries it. */
  unrecorded: Detection | undefined
  /** The detector state of the readings in batches, and the time of the last of them in milliseconds. */
  backfill: { motion: DetectorState; at: number } | undefined
  /** The remaining backfill credit, and when the last batch came, in milliseconds; see backfill-credit.ts. */
  backfillCreditMs: number
  backfilledAt: number
  /** When the vital signs were reported, in milliseconds. */
  heartRateAt: number
  spo2At: number
  /** The time of the newest reading, in milliseconds; no two readings have the same. */
  newestAt: number
  /** The cache epoch in which the row was loaded, 0 if it must be loaded again, and when that was. */
  loadedEpoch: number
  loadedAtMs: number
}

export interface DeviceCache {
  /** Returns the user's device if it is cached and may send. */
  find(userId: string, mac: string, now: Date): CachedDevice | undefined
  /** Returns the user's device, loading it or registering it at its first reading; throws 403 or 409. */
  findOrRegister(userId: string, mac: string, now: Date): Promise<CachedDevice>
  /** Makes the next reading load the device again, without waiting for the notification. */
  invalidate(mac: string): void
  stop(): void
}

/**
 * The half that sent last is always kept. A hundred thousand devices take some 400 MB in all; the detector state of a
 * device that sends samples takes 5.5 kB more.
 */
const maxDevices = 250_000
const ageIntervalMs = 10 * 60_000
const maxAgeMs = 60 * 60_000

export function createDeviceCache(ctx: Context, heartbeat: Heartbeat): DeviceCache {
  const devices = createBoundedMap<string, CachedDevice>(maxDevices)
  // Registrations of one person wait for each other with a connection each: many at once would use up the pool.
  const registrations = createKeyedLimiter({
    maxPerKey: 1,
    maxTotal: 4,
    maxQueuedPerKey: 20,
    minHoldMs: 20,
    refuse: () => tooMany('Too many new devices at once'),
  })
  const ageTimer = setInterval(() => devices.age(), ageIntervalMs)
  ageTimer.unref()
  // A device is loaded again after a change, when a notification may have been lost, and once an hour because its
  // recent falls expire. Its assessment state is kept.
  let epoch = 1
  const loads = new Set<{ mac: string; isStale: boolean }>()
  function invalidate(mac: string) {
    for (const load of loads) if (load.mac === mac) load.isStale = true
    const device = devices.get(mac)
    if (device) device.loadedEpoch = 0
  }
  heartbeat.onNotification((channel, mac) => {
    if (channel === devicesChannel) invalidate(mac)
  })
  heartbeat.onConnectionLost(() => {
    epoch++
    for (const load of loads) load.isStale = true
  })

  const isFresh = (device: CachedDevice, now: Date) =>
    device.loadedEpoch === epoch && now.getTime() - device.loadedAtMs < maxAgeMs

  function find(userId: string, mac: string, now: Date): CachedDevice | undefined {
    const device = devices.get(mac)
    return device && isFresh(device, now) && device.userId === userId && !device.disabled ? device : undefined
  }

  // After a restart, and after a fall of somebody with several devices, many are loaded at once.
  const findRow = createBatcher(100, async (macs: string[]) => {
    const rows = await findWornDevices(ctx.db, macs, recentSince(ctx.now()))
    const byMac = new Map(rows.map((row) => [row.macAddress, row]))
    return macs.map((mac) => byMac.get(mac))
  })

  async function load(mac: string): Promise<CachedDevice | undefined> {
    // While notifications cannot be received, a change during the load would go unnoticed.
    const current = { mac, isStale: !heartbeat.alive }
    loads.add(current)
    try {
      const row = await findRow(mac)
      if (row) return refresh(row, current.isStale)
      devices.delete(mac)
      return undefined
    } finally {
      loads.delete(current)
    }
  }

  function refresh(row: WornDevice, isStale: boolean): CachedDevice {
    const known = devices.get(row.macAddress)
    const device = known?.number === row.number ? known : fromRow(row)
    device.userId = row.userId
    device.disabled = row.disabled
    device.placement = row.placement
    device.reportedPlacement = row.reportedPlacement
    device.sensitivity = row.sensitivity
    device.recentFalls = row.recentFalls
    device.loadedEpoch = isStale ? 0 : epoch
    device.loadedAtMs = ctx.now().getTime()
    devices.set(row.macAddress, device)
    return device
  }

  return {
    find,
    async findOrRegister(userId, mac, now) {
      let device = find(userId, mac, now) ?? (await load(mac))
      if (!device) {
        await registrations.run(userId, () => registerDevice(ctx, userId, mac))
        device = await load(mac)
      }
      if (!device || device.userId !== userId) throw forbidden('This device belongs to another account')
      if (device.disabled) throw forbidden('This device is disabled')
      return device
    },
    invalidate,
    stop: () => clearInterval(ageTimer),
  }
}

/** fromRow is one literal: assembled from parts, each device left three times its size as garbage. */
function fromRow(row: WornDevice): CachedDevice {
  const lastSeen = row.lastSeen?.getTime() ?? 0
  return {
    id: row.id,
    number: row.number,
    userId: row.userId,
    disabled: row.disabled,
    placement: row.placement,
    reportedPlacement: row.reportedPlacement,
    sensitivity: row.sensitivity,
    lastSequence: 0,
    lastBackfillSequence: 0,
    lastSeen,
    uptimeMs: null,
    clockStalls: 0,
    newestAt: lastSeen,
    loadedEpoch: 0,
    loadedAtMs: 0,
    recentFalls: row.recentFalls,
    heartRate: row.heartRate,
    heartRateAt: row.heartRateAt?.getTime() ?? 0,
    heart: row.heartRate === null ? undefined : { level: row.heartRate, spread: row.heartSpread ?? 0 },
    spo2: row.spo2,
    spo2At: row.spo2At?.getTime() ?? 0,
    battery: row.battery,
    sensorsInitialized: row.sensorsInitialized,
    motion: undefined,
    backfill: undefined,
    backfillCreditMs: row.backfillCreditMs ?? firstCreditMs,
    backfilledAt: row.backfilledAt?.getTime() ?? 0,
    recorded: undefined,
    unrecorded: undefined,
  }
}
