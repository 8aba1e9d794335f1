import type { Context } from '../context.ts'
import { devicesChannel } from '../db/channels.ts'
import type { Pulse } from '../db/pulse.ts'
import type { DetectorState } from '../detection/fall-detector.ts'
import type { Evidence } from '../detection/fall-event.ts'
import { findWornDevices, type WornDevice } from '../devices/devices.service.ts'
import type { Placement } from '../devices/placement.ts'
import { registerDevice } from '../devices/registration.ts'
import { recentSince } from '../falls/recent-falls.ts'
import { createBoundedMap } from '../lib/bounded-map.ts'
import { forbidden, tooMany } from '../lib/errors.ts'
import { gather } from '../lib/gather.ts'
import { createKeyedLimiter } from '../lib/keyed-limiter.ts'
import type { Felt, Story } from './assessment.ts'
import { firstCreditMs } from './backfill-credit.ts'

/** LiveDevice is what the service keeps in mind of a device that sends: who it is and what it said so far. */
export interface LiveDevice extends Story {
  id: string
  number: number
  userId: string
  disabled: boolean
  /** The placement that counts, and the one that the device reported last. */
  placement: Placement
  reportedPlacement: Placement
  /** The counts of the last reading and the last batch that were heard here; see Turn. */
  heard: number
  heardBackfill: number
  /** The event that was last recorded as a fall, and what was known of it then. */
  recorded: { event: number; at: Date; confidence: number; evidence: Evidence } | undefined
  /** A fall that could not be recorded: the device's next reading tries again. */
  unrecorded: Felt | undefined
  /** What the detector knows of the readings that came in batches, and when the last of them was. */
  backfill: { motion: DetectorState; at: number } | undefined
  /** How much of its life it may still hand in, and when it did so last, in milliseconds; see backfill-credit. */
  backfillCreditMs: number
  backfilledAt: number
  /** When the vital signs were reported, in milliseconds. */
  heartRateAt: number
  spo2At: number
  /** The time of the newest reading, in milliseconds: each one has a time of its own. */
  newestAt: number
  /** The state of the world in which its row was read, and when. */
  readIn: number
  readAt: number
}

export interface LiveDevices {
  /** Gives the user's device if it is in mind and may send. */
  find(userId: string, mac: string, now: Date): LiveDevice | undefined
  /** Gives the user's device, looking it up or registering it at its first reading; throws 403 or 409. */
  findOrRegister(userId: string, mac: string, now: Date): Promise<LiveDevice>
  /** Makes the next reading look the device up anew, without waiting for the announcement. */
  forget(mac: string): void
  stop(): void
}

/**
 * The half that sent last is always there. A hundred thousand weigh some 400 MB, all that goes with them included; what
 * the detector keeps of one that sends samples is 5.5 kB more.
 */
const mostDevices = 250_000
const idleTime = 10 * 60_000
const currentFor = 60 * 60_000

export function createLiveDevices(ctx: Context, pulse: Pulse): LiveDevices {
  const devices = createBoundedMap<string, LiveDevice>(mostDevices)
  // Those of one person wait for each other, each with a connection in hand: many at once would leave none to others.
  const registrations = createKeyedLimiter({
    maxPerKey: 1,
    maxTotal: 4,
    maxQueuedPerKey: 20,
    minHoldMs: 20,
    refuse: () => tooMany('Too many new devices at once'),
  })
  const ageing = setInterval(() => devices.age(), idleTime)
  ageing.unref()
  // A device is read anew when it was changed, when a change could have gone unheard, and now and then because
  // falls grow old. What the device said stays in mind.
  let world = 1
  const reads = new Set<{ mac: string; overtaken: boolean }>()
  function forget(mac: string) {
    for (const read of reads) if (read.mac === mac) read.overtaken = true
    const device = devices.get(mac)
    if (device) device.readIn = 0
  }
  pulse.onAnnouncement((channel, mac) => {
    if (channel === devicesChannel) forget(mac)
  })
  pulse.onLost(() => {
    world++
    for (const read of reads) read.overtaken = true
  })

  const isCurrent = (device: LiveDevice, now: Date) =>
    device.readIn === world && now.getTime() - device.readAt < currentFor

  function find(userId: string, mac: string, now: Date): LiveDevice | undefined {
    const device = devices.get(mac)
    return device && isCurrent(device, now) && device.userId === userId && !device.disabled
      ? device
      : undefined
  }

  // After a start, and after a fall of somebody with several, many come at once.
  const findRow = gather(100, async (macs: string[]) => {
    const rows = await findWornDevices(ctx.db, macs, recentSince(ctx.now()))
    const byMac = new Map(rows.map((row) => [row.macAddress, row]))
    return macs.map((mac) => byMac.get(mac))
  })

  async function read(mac: string): Promise<LiveDevice | undefined> {
    // Begun while nothing can be heard, it may be overtaken unheard.
    const begun = { mac, overtaken: !pulse.alive }
    reads.add(begun)
    try {
      const row = await findRow(mac)
      if (row) return refreshed(row, begun.overtaken)
      devices.delete(mac)
      return undefined
    } finally {
      reads.delete(begun)
    }
  }

  function refreshed(row: WornDevice, isStale: boolean): LiveDevice {
    const known = devices.get(row.macAddress)
    const device = known?.number === row.number ? known : firstImpression(row)
    device.userId = row.userId
    device.disabled = row.disabled
    device.placement = row.placement
    device.reportedPlacement = row.reportedPlacement
    device.sensitivity = row.sensitivity
    device.recentFalls = row.recentFalls
    device.readIn = isStale ? 0 : world
    device.readAt = ctx.now().getTime()
    devices.set(row.macAddress, device)
    return device
  }

  return {
    find,
    async findOrRegister(userId, mac, now) {
      let device = find(userId, mac, now) ?? (await read(mac))
      if (!device) {
        await registrations.run(userId, () => registerDevice(ctx, userId, mac))
        device = await read(mac)
      }
      if (!device || device.userId !== userId) throw forbidden('This device belongs to another account')
      if (device.disabled) throw forbidden('This device is disabled')
      return device
    },
    forget,
    stop: () => clearInterval(ageing),
  }
}

/** One literal: put together from parts, each device left three times its size behind as garbage. */
function firstImpression(row: WornDevice): LiveDevice {
  const lastSeen = row.lastSeen?.getTime() ?? 0
  return {
    id: row.id,
    number: row.number,
    userId: row.userId,
    disabled: row.disabled,
    placement: row.placement,
    reportedPlacement: row.reportedPlacement,
    sensitivity: row.sensitivity,
    heard: 0,
    heardBackfill: 0,
    lastSeen,
    uptimeMs: null,
    clockStalls: 0,
    newestAt: lastSeen,
    readIn: 0,
    readAt: 0,
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
