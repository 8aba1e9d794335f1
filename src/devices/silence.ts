import type { Context } from '../context.ts'
import { insertDeviceLog } from './device-logs.store.ts'
import { silentAfter } from './device-status.ts'
import { markSilent } from './devices.store.ts'

/** noteSilentDevices writes into the log of each device that has fallen silent since when it is; once per silence. */
export async function noteSilentDevices(ctx: Context): Promise<number> {
  const silent = await markSilent(ctx.db, new Date(ctx.now().getTime() - silentAfter))
  for (const { device, lastSeen } of silent) {
    const since = new Date(lastSeen.getTime() + silentAfter)
    await insertDeviceLog(ctx.db, device, 'WARNING', `No data since ${lastSeen.toISOString()}`, since)
  }
  return silent.length
}
