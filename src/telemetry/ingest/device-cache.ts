import { recentSince } from '../../alerting/falls/recent-falls.ts'
import type { Context } from '../../platform/context.ts'
import { createBatcherPerNode } from '../../platform/db/batch-per-node.ts'
import { devicesChannel } from '../../platform/db/channels.ts'
import type { Heartbeat } from '../../platform/db/heartbeat.ts'
import type { Shards } from '../../platform/db/shards.ts'
import { createBatcher } from '../../platform/lib/batcher.ts'
import { createBoundedMap } from '../../platform/lib/bounded-map.ts'
import { msPerHour, msPerMinute } from '../../platform/lib/duration.ts'
import { refusal, tooMany } from '../../platform/lib/errors.ts'
import { createKeyedLimiter } from '../../platform/lib/keyed-limiter.ts'
import { findDeviceNumbers, findWornDevices, type WornDevice } from '../devices/devices.service.ts'
import { registerDevice } from '../devices/registration.ts'
import { applyRow, type CachedDevice, createCachedDevice, markStale, staleEpoch } from './cached-device.ts'

export interface DeviceCache {
  /** Returns the user's device if it is cached and may send. */
  find(userId: string, mac: string, now: Date): CachedDevice | undefined
  /** Returns the user's device, loading it or registering it at its first reading; throws 403 or 409. */
  findOrRegister(userId: string, mac: string, now: Date, externalId?: string): Promise<CachedDevice>
  /** Returns the id of the account that a device belongs to, or undefined if nobody has registered it. */
  findOwner(mac: string, now: Date): Promise<string | undefined>
  /** Makes the next reading load the device again, without waiting for the notification. */
  invalidate(mac: string): void
  stop(): void
}

/**
 * The half that sent last is always kept. A hundred thousand devices take some 400 MB in all; the detector state of a
 * device that sends samples takes 5.5 kB more.
 */
const maxDevices = 250_000
/** How many are loaded by one statement. */
const maxLoaded = 100
/** Without workers, it does not matter of which device a number is. */
const anyDevice = 0
const ageIntervalMs = 10 * msPerMinute
const maxAgeMs = msPerHour

export function createDeviceCache(ctx: Context, heartbeat: Heartbeat, shards?: Shards): DeviceCache {
  const devices = createBoundedMap<string, CachedDevice>(maxDevices)
  // Registrations of one person wait for each other with a connection each: many at once would use up the pool.
  const registrations = createKeyedLimiter({
    maxPerKey: 1,
    maxTotal: 4,
    maxQueuedPerKey: 20,
    minHoldMs: 20,
    refuse: () => tooMany('NEW_DEVICES_BUSY'),
  })
  const ageTimer = setInterval(() => devices.age(), ageIntervalMs)
  ageTimer.unref()
  // A device is loaded again after a change, when a notification may have been lost, and once an hour because its
  // recent falls expire. Its assessment state is kept.
  let epoch = staleEpoch + 1
  const loads = new Set<{ mac: string; isStale: boolean }>()
  function invalidate(mac: string) {
    for (const load of loads) if (load.mac === mac) load.isStale = true
    const device = devices.get(mac)
    if (device) markStale(device)
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
  const findWorn = createBatcherPerNode(shards, maxLoaded, async (macs: string[]) => {
    const rows = await findWornDevices(ctx.db, macs, recentSince(ctx.now()))
    const byMac = new Map(rows.map((row) => [row.macAddress, row]))
    return macs.map((mac) => byMac.get(mac))
  })
  const findNumber = createBatcher(maxLoaded, (macs: string[]) => findDeviceNumbers(ctx.db, macs))

  async function findRow(mac: string): Promise<WornDevice | undefined> {
    if (!shards) return findWorn(anyDevice, mac)
    // The number says on which worker the state of the device is.
    const number = await findNumber(mac)
    return number === undefined ? undefined : findWorn(number, mac)
  }

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
    const device = known?.number === row.number ? known : createCachedDevice(row)
    applyRow(device, row, isStale ? staleEpoch : epoch, ctx.now())
    devices.set(row.macAddress, device)
    return device
  }

  return {
    find,
    async findOrRegister(userId, mac, now, externalId = mac) {
      let device = find(userId, mac, now) ?? (await load(mac))
      if (!device) {
        await registrations.run(userId, () => registerDevice(ctx, userId, externalId))
        device = await load(mac)
      }
      if (!device || device.userId !== userId) throw refusal('OTHER_OWNER')
      if (device.disabled) throw refusal('DEVICE_DISABLED')
      return device
    },
    async findOwner(mac, now) {
      const device = devices.get(mac)
      return device && isFresh(device, now) ? device.userId : (await load(mac))?.userId
    },
    invalidate,
    stop: () => clearInterval(ageTimer),
  }
}
