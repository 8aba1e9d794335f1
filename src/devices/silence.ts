import type { Context } from '../context.ts'
import { insertDeviceLogs } from './device-logs.store.ts'
import { silentAfter } from './device-status.ts'
import { markSilent } from './devices.store.ts'

/** So many in one transaction: a device that comes back meanwhile waits for it, and with it all readings of its commit. */
const step = 50

/**
 * noteSilentDevices writes into the log of each device that has fallen silent since when it is; once per silence. The
 * mark and the line are one transaction: whatever ends it in between, a device is not marked without its line.
 */
export async function noteSilentDevices(ctx: Context): Promise<number> {
  const lastSeenBefore = new Date(ctx.now().getTime() - silentAfter)
  let noted = 0
  let after = 0
  for (;;) {
    const marked = await ctx.db.transaction(async (tx) => {
      const silent = await markSilent(tx, lastSeenBefore, after, step)
      const entries = silent.map(({ device, lastSeen }) => ({
        device,
        type: 'WARNING' as const,
        message: `No data since ${lastSeen.toISOString()}`,
        at: new Date(lastSeen.getTime() + silentAfter),
      }))
      if (entries.length > 0) await insertDeviceLogs(tx, entries)
      return silent.map(({ device }) => device)
    })
    if (marked.length === 0) return noted
    noted += marked.length
    after = Math.max(...marked)
  }
}
