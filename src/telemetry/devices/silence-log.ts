import { shortestSilenceSeconds } from '../../alerting/monitoring/silence-evidence.ts'
import { findUnloggedSilences } from '../../alerting/monitoring/watch-devices.ts'
import type { Context } from '../../platform/context.ts'
import { msPerMinute, msPerSecond } from '../../platform/lib/duration.ts'
import { insertDeviceLogs } from './device-logs.store.ts'
import { inactiveAfterMs } from './device-status.ts'
import { isMarkedSilent, markSilentDevices } from './devices.store.ts'

/**
 * How many devices are marked in one transaction: a device that sends meanwhile waits for it, and with it all readings
 * of its commit.
 */
const batchSize = 50

/**
 * Writes an entry into the log of each device that has become silent, once per silence. Mark and entry
 * are one transaction, so that no device is marked without its entry.
 */
export async function logSilentDevices(ctx: Context): Promise<number> {
  const silent = await findUnloggedSilences(ctx)
  let logged = 0
  for (let i = 0; i < silent.length; i += batchSize) {
    const batch = silent.slice(i, i + batchSize)
    logged += await ctx.db.transaction(async (tx) => {
      const marked = await markSilentDevices(tx, batch)
      const entries = batch
        .filter(({ number }) => marked.includes(number))
        .map(({ number, lastSeen, since, silentAfterSeconds }) => ({
          device: number,
          type: 'WARNING' as const,
          message: `No data since ${lastSeen.toISOString()}`,
          at: new Date(since.getTime() + silentAfterSeconds * msPerSecond),
        }))
      if (entries.length > 0) await insertDeviceLogs(tx, entries)
      return entries.length
    })
  }
  return logged
}

interface SendingDevice {
  number: number
  lastSeen: number
  alarmSettings: { silentAfterMinutes: number | null }
}

/**
 * Whether a device that sends now was inactive, or its log says that it was silent. The mark is read only after a
 * gap that can be a silence: a reading every second must cost neither a query nor a promise. A reading is stored even if the
 * mark cannot be read: it decides about an entry of the log only.
 */
export function wasSilent(ctx: Context, device: SendingDevice, at: Date): boolean | Promise<boolean> {
  const { silentAfterMinutes } = device.alarmSettings
  const leastMs =
    silentAfterMinutes === null ? shortestSilenceSeconds * msPerSecond : silentAfterMinutes * msPerMinute
  const gapMs = device.lastSeen ? at.getTime() - device.lastSeen : 0
  if (gapMs >= inactiveAfterMs) return true
  if (gapMs < leastMs) return false
  return isMarkedSilent(ctx.db, device.number).catch(() => false)
}
