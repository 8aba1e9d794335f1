import { lockDeviceOwner } from '../../alerting/incidents/device-calls.ts'
import {
  findFaultyDevices,
  raiseFault,
  settleFaults,
} from '../../alerting/monitoring/device-faults.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Page } from '../../platform/db/page.ts'
import { msPerDay, secondsPerDay } from '../../platform/lib/duration.ts'
import { getReadableDevice, insertDeviceLog, learnIntervals } from '../devices/devices.service.ts'
import { deleteSurplusEvents, listEvents, type StoredEvent } from './device-events.store.ts'

/** Lists what a device said if the caller may read it, or throws 404 or 403. */
export async function listReadableEvents(ctx: Context, caller: Caller, id: string) {
  const device = await getReadableDevice(ctx, caller, id)
  return { ownerId: device.userId, list: (page: Page) => listEvents(ctx.db, device.number, page) }
}

export const eventView = ({ id: _, type: event, ...stored }: StoredEvent) => ({ event, ...stored })

/** As many as entries of a device's log; those of the last week stay in any case, because they may be repeated. */
const maxEvents = 1000
const repeatableMs = 7 * msPerDay

const learnedAfterMs = 3 * msPerDay

/** Deletes events beyond their limit, and returns the number. */
export function cleanUpDeviceEvents({ db, now }: Context): Promise<number> {
  const before = new Date(now().getTime() - repeatableMs)
  return deleteSurplusEvents(db, before, maxEvents)
}

/** Learns the intervals of devices that have said for some days that they are alive. */
export function learnDeviceIntervals({ db, now }: Context): Promise<number> {
  const at = now().getTime()
  return learnIntervals(db, {
    since: new Date(at - repeatableMs),
    until: new Date(at - learnedAfterMs),
    mostSeconds: 2 * secondsPerDay,
  })
}

/** Raises and logs the faults of devices that keep calling by mistake, each once, and ends those that are over. */
export async function reportFaultyDevices(ctx: Context): Promise<number> {
  const faulty = await findFaultyDevices(ctx)
  for (const { calls, ...device } of faulty) {
    await ctx.db.transaction(async (tx) => {
      if (!(await lockDeviceOwner(tx, device)) || !(await raiseFault(ctx, tx, device, calls))) return
      const message = `${calls} calls within a day were false alarms`
      await insertDeviceLog(tx, device.number, 'ERROR', message, ctx.now())
    })
  }
  await settleFaults(ctx)
  return faulty.length
}
