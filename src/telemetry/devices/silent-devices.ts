import type { Context } from '../../platform/context.ts'
import { insertDeviceLogs } from './device-logs.store.ts'
import { silentAfterMs } from './device-status.ts'
import { markSilentDevices } from './devices.store.ts'

/**
 * How many devices are marked in one transaction: a device that sends meanwhile waits for it, and with it all readings
 * of its commit.
 */
const batchSize = 50

/**
 * logSilentDevices writes an entry into the log of each device that has become silent, once per silence. Mark and entry
 * are one transaction, so that no device is marked without its entry.
 */
export async function logSilentDevices(ctx: Context): Promise<number> {
  const lastSeenBefore = new Date(ctx.now().getTime() - silentAfterMs)
  let logged = 0
  let after = 0
  for (;;) {
    const marked = await ctx.db.transaction(async (tx) => {
      const silent = await markSilentDevices(tx, lastSeenBefore, after, batchSize)
      const entries = silent.map(({ device, lastSeen }) => ({
        device,
        type: 'WARNING' as const,
        message: `No data since ${lastSeen.toISOString()}`,
        at: new Date(lastSeen.getTime() + silentAfterMs),
      }))
      if (entries.length > 0) await insertDeviceLogs(tx, entries)
      return silent.map(({ device }) => device)
    })
    if (marked.length === 0) return logged
    logged += marked.length
    after = Math.max(...marked)
  }
}
