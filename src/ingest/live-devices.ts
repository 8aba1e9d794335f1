import type { Context } from '../context.ts'
import { devicesChannel } from '../db/channels.ts'
import type { Pulse } from '../db/pulse.ts'
import type { DetectorState } from '../detection/fall-detector.ts'
import type { HeartRhythm } from '../detection/health-score.ts'
import { type Device, findDeviceByMac } from '../devices/devices.service.ts'
import { registerDevice } from '../devices/registration.ts'
import { countFallsOfLastMonth } from '../falls/falls.service.ts'
import { createBoundedMap } from '../lib/bounded-map.ts'
import { forbidden } from '../lib/errors.ts'

/** LiveDevice is what the service keeps in mind of a device that sends: who it is and what it said so far. */
export interface LiveDevice {
  id: string
  number: number
  userId: string
  disabled: boolean
  lastSeen: Date | null
  battery: number | null
  sensorsInitialized: boolean | null
  motion: DetectorState | undefined
  heart: HeartRhythm | undefined
  recentFalls: number
  /** The confidence that the present fall was last recorded with. */
  recordedConfidence: number
  /** The state of the world in which its row was read. */
  readIn: number
}

export interface LiveDevices {
  /** Gives the user's device, registering it at its first reading; throws 403 or 409. */
  findOrRegister(userId: string, mac: string): Promise<LiveDevice>
  stop(): void
}

/** Some 500 bytes each; the half that sent last is always there. */
const mostDevices = 250_000
const idleTime = 10 * 60_000

export function createLiveDevices(ctx: Context, pulse: Pulse): LiveDevices {
  const devices = createBoundedMap<string, LiveDevice>(mostDevices)
  const ageing = setInterval(() => devices.age(), idleTime)
  ageing.unref()
  // A device is looked up anew when it was changed, or when a change could have gone unheard. What it said stays.
  let world = 1
  pulse.onAnnouncement((channel, mac) => {
    const device = channel === devicesChannel && devices.get(mac)
    if (device) device.readIn = 0
  })
  pulse.onLost(() => {
    world++
  })

  async function read(mac: string): Promise<LiveDevice | undefined> {
    const readIn = world
    const row = await findDeviceByMac(ctx.db, mac)
    if (!row) return undefined
    const known = devices.get(mac)
    const { id, number, userId, disabled } = row
    const device =
      known?.number === number
        ? Object.assign(known, { userId, disabled, readIn })
        : { ...firstImpression(row), readIn, recentFalls: await countFallsOfLastMonth(ctx, userId) }
    devices.set(mac, Object.assign(device, { id }))
    return device
  }

  return {
    async findOrRegister(userId, mac) {
      let device = devices.get(mac)
      if (!device || device.readIn !== world) {
        device = await read(mac)
        if (!device) {
          devices.delete(mac)
          await registerDevice(ctx, userId, mac)
          device = await read(mac)
        }
      }
      if (!device || device.userId !== userId) throw forbidden('This device belongs to another account')
      if (device.disabled) throw forbidden('This device is disabled')
      return device
    },
    stop: () => clearInterval(ageing),
  }
}

function firstImpression(row: Device): Omit<LiveDevice, 'recentFalls' | 'readIn'> {
  const { id, number, userId, disabled, lastSeen, battery, sensorsInitialized } = row
  const seen = { lastSeen, battery, sensorsInitialized }
  return { id, number, userId, disabled, ...seen, motion: undefined, heart: undefined, recordedConfidence: 0 }
}
