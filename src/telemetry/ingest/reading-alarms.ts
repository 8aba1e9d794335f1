import type { EntryData } from '../../alerting/incidents/entry-data.ts'
import type { AlarmedDevice } from '../../alerting/model/alarmed-device.ts'
import { type AlarmChange, changesIn, type Period } from '../../alerting/monitoring/alarm-state.ts'
import { clearAlarm, type RaisedByReading, raiseAlarm } from '../../alerting/monitoring/alarms.service.ts'
import type { Context } from '../../platform/context.ts'
import { type CachedDevice, markStale } from './cached-device.ts'

export interface AlarmParts {
  ctx: Context
  /** Ends the silence of a device that sends again; devices that do so together share a statement. */
  endSilence: (device: AlarmedDevice) => Promise<unknown>
}

/**
 * Makes the changes that the readings of a device call for, and answers after their commit. A change that
 * fails is due again with the next reading, and one that another process has made changes nothing.
 */
export async function changeAlarms({ ctx, endSilence }: AlarmParts, device: CachedDevice): Promise<void> {
  const changes = changesIn(device.alarms, device.alarmSettings)
  for (const change of changes) {
    if (change.alarm === 'DEVICE_SILENT') await endSilence(device)
    else if (change.change === 'raise') await raiseAlarm(ctx, device, describe(device, change))
    else await clearAlarm(ctx, device, change.alarm, cleared[change.alarm])
  }
  // The next reading loads which alarms are raised.
  if (changes.length > 0) markStale(device)
}

type ReadingAlarm = Exclude<AlarmChange['alarm'], 'DEVICE_SILENT'>

const cleared: Record<ReadingAlarm, EntryData> = {
  HEART_RATE: { code: 'HEART_RATE_WITHIN_LIMITS' },
  SPO2: { code: 'OXYGEN_ABOVE_LIMIT' },
  LOW_BATTERY: { code: 'BATTERY_CHARGED' },
}

/** Returns the evidence of an alarm: the values, and since when they are beyond their limit. */
function describe(
  { alarms, alarmSettings, lastSeen }: CachedDevice,
  { alarm, urgent }: AlarmChange,
): RaisedByReading {
  if (alarm === 'LOW_BATTERY') {
    const battery = Math.round(alarms.battery ?? 0)
    const data = { code: 'BATTERY_LOW', percent: battery } as const
    return { alarm, urgent, since: new Date(lastSeen), evidence: { battery }, data }
  }
  const isHeart = alarm === 'HEART_RATE'
  const period = (isHeart ? alarms.heartRate : alarms.spo2) as Period
  const since = new Date(period.fromMs)
  const { heartRateLow, heartRateHigh, spo2Low } = alarmSettings
  const values = { since: since.toISOString(), lowest: period.lowest, highest: period.highest }
  const evidence = isHeart
    ? { heartRate: { ...values, limits: [heartRateLow, heartRateHigh] } }
    : { spo2: { ...values, limits: [spo2Low, null] } }
  const code = isHeart ? 'HEART_RATE_OUTSIDE_LIMITS' : 'OXYGEN_BELOW_LIMIT'
  return { alarm, urgent, since, evidence, data: { code, ...values } }
}
