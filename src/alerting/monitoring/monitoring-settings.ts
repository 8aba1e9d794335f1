import { fieldMessage } from '../../platform/lib/field-messages.ts'
import type { IncidentKind } from '../model/incident.ts'
import type { Alarm } from './alarm.ts'
import { minutesWatched } from './watched-hours.ts'

/** Which alarms a patient's devices raise, and from which values on; null switches one off. */
export interface AlarmSettings {
  silentEnabled: boolean
  /** Null for an automatic limit: five minutes, or three times the usual interval of the device. */
  silentAfterMinutes: number | null
  ignoreSilenceWhileCharging: boolean
  heartRateLow: number | null
  heartRateHigh: number | null
  spo2Low: number | null
  batteryLow: number | null
  batteryUrgent: number | null
}

/** What is watched of a patient by devices that say what happened. Hours are those of the clock of the installation. */
export interface WatchSettings {
  bedExitEnabled: boolean
  /** How long somebody may be out of bed. */
  bedExitAfterMinutes: number
  /** An exit counts from this time on and until that one; the whole day if they are equal. */
  bedExitFrom: string
  bedExitTo: string
  wanderingEnabled: boolean
  wanderingFrom: string
  wanderingTo: string
  inactivityEnabled: boolean
  inactivityAfterHours: number
  /** Hours without a sign of life count from this time on, every day. */
  inactivityFrom: string
  inactivityTo: string
}

export const defaultWatches: Readonly<WatchSettings> = Object.freeze({
  bedExitEnabled: true,
  bedExitAfterMinutes: 15,
  bedExitFrom: '22:00',
  bedExitTo: '06:00',
  wanderingEnabled: false,
  wanderingFrom: '22:00',
  wanderingTo: '06:00',
  inactivityEnabled: false,
  inactivityAfterHours: 4,
  inactivityFrom: '08:00',
  inactivityTo: '22:00',
})

/** Adds the defaults to what is stored. */
export const watchSettings = (stored: Partial<WatchSettings> | null): WatchSettings => ({
  ...defaultWatches,
  ...stored,
})

export const isWatchSetting = (name: string): name is keyof WatchSettings => name in defaultWatches

/** The watches that can be switched off, with the kind of their incidents. */
export const watches = {
  bedExitEnabled: 'BED_EXIT',
  wanderingEnabled: 'WANDERING',
  inactivityEnabled: 'INACTIVITY',
} as const satisfies Partial<Record<keyof WatchSettings, IncidentKind>>

/** What is monitored of a patient. */
export interface MonitoringSettings extends AlarmSettings, WatchSettings {
  /** How long the patient can say that they are fine before a detected fall is told to anybody. */
  okWindowSeconds: number
}

export const defaultAlarms: Readonly<AlarmSettings> = Object.freeze({
  silentEnabled: true,
  silentAfterMinutes: null,
  // Many wearables are switched off by their charger.
  ignoreSilenceWhileCharging: true,
  heartRateLow: 40,
  heartRateHigh: 140,
  spo2Low: 88,
  batteryLow: 20,
  batteryUrgent: 10,
})

/** Adds the defaults to what is stored; patients without settings share one object. */
export function alarmSettings(stored: Partial<AlarmSettings> | null): Readonly<AlarmSettings> {
  return stored ? { ...defaultAlarms, ...stored } : defaultAlarms
}

/** The heart rate must be back by so many beats a minute, the saturation and the battery by so many points. */
export const heartRateMargin = 5
export const spo2Margin = 2
export const batteryMargin = 10

/** The limits of the heart rate are at least this far apart, so that there are values between them that clear it. */
export const minHeartRateRange = 20

/** Returns what is wrong with settings as a whole, by field. */
export function settingsProblems(settings: AlarmSettings): Record<string, string> {
  const { heartRateLow, heartRateHigh, batteryLow, batteryUrgent } = settings
  const problems: Record<string, string> = {}
  if (heartRateLow !== null && heartRateHigh !== null && heartRateHigh - heartRateLow < minHeartRateRange)
    problems.heartRateHigh = fieldMessage('HEART_RATES_TOO_CLOSE', { minimum: minHeartRateRange })
  if (batteryLow !== null && batteryUrgent !== null && batteryUrgent > batteryLow)
    problems.batteryUrgent = fieldMessage('URGENT_ABOVE_LOW')
  return problems
}

const within = (value: number | null, from: number, to = Number.POSITIVE_INFINITY) =>
  value !== null && value >= from && value <= to

const lastsAnHour = (from: string, to: string) => minutesWatched({ from, to }) >= 60

/**
 * Whether each alarm, or one of its limits, still warns of what it is for: beyond these values it is as good as switched
 * off.
 */
const warnings: readonly ((settings: MonitoringSettings) => boolean)[] = [
  ({ silentEnabled, silentAfterMinutes }) => silentEnabled && (silentAfterMinutes ?? 0) <= 120,
  ({ heartRateLow }) => within(heartRateLow, 30),
  ({ heartRateHigh }) => within(heartRateHigh, 0, 180),
  ({ spo2Low }) => within(spo2Low, 80),
  ({ batteryLow }) => within(batteryLow, 5),
  ({ batteryUrgent }) => within(batteryUrgent, 3),
  ({ bedExitEnabled, bedExitAfterMinutes, bedExitFrom, bedExitTo }) =>
    bedExitEnabled && bedExitAfterMinutes <= 120 && lastsAnHour(bedExitFrom, bedExitTo),
  ({ wanderingEnabled, wanderingFrom, wanderingTo }) =>
    wanderingEnabled && lastsAnHour(wanderingFrom, wanderingTo),
  ({ inactivityEnabled, inactivityAfterHours, inactivityFrom, inactivityTo }) =>
    inactivityEnabled &&
    minutesWatched({ from: inactivityFrom, to: inactivityTo }) > inactivityAfterHours * 60,
]

/** Whether an alarm, or one of its limits, warns before and does not after. */
export const switchesOff = (before: MonitoringSettings, after: MonitoringSettings): boolean =>
  warnings.some((warns) => warns(before) && !warns(after))

/** False for an alarm that is switched off. */
export function isMonitored(alarm: Alarm, settings: AlarmSettings): boolean {
  switch (alarm) {
    case 'HEART_RATE':
      return settings.heartRateLow !== null || settings.heartRateHigh !== null
    case 'SPO2':
      return settings.spo2Low !== null
    case 'LOW_BATTERY':
      return settings.batteryLow !== null
    case 'DEVICE_SILENT':
      return settings.silentEnabled
    case 'FALSE_CALLS':
      return true
  }
}
