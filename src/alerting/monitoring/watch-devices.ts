import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { findHold } from '../../platform/db/installation.ts'
import { msPerMinute } from '../../platform/lib/duration.ts'
import { lockOwner } from '../model/alarmed-device.ts'
import { alarmsOf } from './alarm.ts'
import { clearAlarm, clearIfOver } from './alarms.service.ts'
import { listAlarmsOfDisabledDevices, listUncausedIncidents } from './alarms.store.ts'
import { continueWatch, findWatchedFrom, startWatch, type Watch } from './device-watch.store.ts'
import { endOutage, reportDowntime, takeOutage } from './outage.service.ts'
import { markSilent, raiseLongSilences, settleConnections } from './silence.service.ts'
import { listSilentDevices, type SilentDevice } from './silent-devices.store.ts'
import { raiseBedExits, raiseInactivity } from './watches.service.ts'

/** After a longer gap between two looks, the service was down and could not receive readings. */
const maxGapMs = 3 * msPerMinute

/**
 * Raises the alarms of silent devices and ends those that no reading ends, and tells people of those who are out of bed or
 * have given no sign of life for too long. It returns the number of devices
 * that have become silent. Every change is conditional, so that two processes may run it at the same time.
 */
export async function watchDevices(ctx: Context): Promise<number> {
  // Of a copy, all devices are silent: they send to the original.
  if (await findHold(ctx.db)) return 0
  const watch = (await continueWatch(ctx.db, ctx.now(), maxGapMs)) ?? (await beginWatch(ctx))
  const silent = await listSilentDevices(ctx.db, ctx.now(), watch.watchedFrom, 'alarm')
  for (const device of await takeOutage(ctx, silent)) await markSilent(ctx, device)
  await raiseLongSilences(ctx)
  await settleConnections(ctx)
  await clearUncaused(ctx)
  await endOutage(ctx, watch)
  await raiseBedExits(ctx)
  await raiseInactivity(ctx, watch.watchedFrom)
  return silent.length
}

/** Returns the devices that are silent by the same definition, and whose log does not say so yet. */
export async function findUnloggedSilences(ctx: Context): Promise<SilentDevice[]> {
  if (await findHold(ctx.db)) return []
  return listSilentDevices(ctx.db, ctx.now(), await findWatchedFrom(ctx.db), 'log')
}

/** Begins to watch anew: what was silent before then does not count. */
export async function restartWatch(tx: Db, now: Date): Promise<void> {
  await startWatch(tx, now)
}

function beginWatch(ctx: Context): Promise<Watch> {
  return ctx.db.transaction(async (tx) => {
    const watch = await startWatch(tx, ctx.now())
    await reportDowntime(ctx, tx, watch)
    return watch
  })
}

const alarmsByKind = {
  VITALS: alarmsOf('VITALS'),
  DEVICE_SILENT: alarmsOf('DEVICE_SILENT'),
  LOW_BATTERY: alarmsOf('LOW_BATTERY'),
  DEVICE_FAULT: alarmsOf('DEVICE_FAULT'),
}

/** Clears the alarms of devices that were disabled, and the incidents of those that were deleted. */
async function clearUncaused(ctx: Context): Promise<void> {
  for (const { alarm, ...device } of await listAlarmsOfDisabledDevices(ctx.db))
    await clearAlarm(ctx, device, alarm, { code: 'DEVICE_DISABLED' })
  for (const { patientId, subjectId, kind } of await listUncausedIncidents(ctx.db, alarmsByKind)) {
    await ctx.db.transaction(async (tx) => {
      if (await lockOwner(tx, { userId: patientId }))
        await clearIfOver(ctx, tx, subjectId, kind, { code: 'DEVICE_REMOVED' })
    })
  }
}
