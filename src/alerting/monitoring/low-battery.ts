import type { AlarmSettings } from './monitoring-settings.ts'

type BatteryLimits = Pick<AlarmSettings, 'batteryLow' | 'batteryUrgent'>

/** True at the limit of the patient and below it; never if the alarm of the battery is switched off. */
export const isLowBattery = (percent: number, { batteryLow }: BatteryLimits) =>
  batteryLow !== null && percent <= batteryLow

/** The same of the level from which on the alarm is urgent. */
export const isUrgentBattery = (percent: number, { batteryLow, batteryUrgent }: BatteryLimits) =>
  batteryLow !== null && batteryUrgent !== null && percent <= batteryUrgent

/**
 * What the log of a device notes: the contract has an entry for each drop below the limit, where the alarm
 * begins at the limit and waits for a second reading.
 */
export const hasDroppedBelow = (before: number | null, percent: number, { batteryLow }: BatteryLimits) =>
  batteryLow !== null && percent < batteryLow && (before ?? 100) >= batteryLow
