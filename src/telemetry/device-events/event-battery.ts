import { clearAlarmIn, raiseAlarmIn } from '../../alerting/monitoring/alarms.service.ts'
import { hasDroppedBelow, isLowBattery, isUrgentBattery } from '../../alerting/monitoring/low-battery.ts'
import { findAlarmSettings } from '../../alerting/monitoring/monitoring.service.ts'
import { batteryMargin } from '../../alerting/monitoring/monitoring-settings.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ReportingDevice } from './device-events.store.ts'

/**
 * Raises the alarm of a low battery when two events in a row say so, as readings do, and clears it once it is charged or was
 * exchanged. It returns whether the battery has just become low.
 */
export async function followBattery(
  ctx: Context,
  tx: Db,
  device: ReportingDevice,
  level: number | null,
): Promise<boolean> {
  if (level === null) return false
  const settings = await findAlarmSettings(tx, device.userId)
  const { battery: before } = device
  const wasLow = before !== null && isLowBattery(before, settings)
  if (isLowBattery(level, settings) && wasLow) {
    const percent = Math.round(level)
    await raiseAlarmIn(ctx, tx, device, {
      ...{ alarm: 'LOW_BATTERY', urgent: isUrgentBattery(level, settings), since: ctx.now() },
      ...{ evidence: { battery: percent }, data: { code: 'BATTERY_LOW', percent } },
    })
  } else if (level >= (settings.batteryLow ?? 0) + batteryMargin) {
    await clearAlarmIn(ctx, tx, device, 'LOW_BATTERY', { code: 'BATTERY_CHARGED' })
  }
  return hasDroppedBelow(before, level, settings)
}
