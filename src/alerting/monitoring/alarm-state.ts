import { msPerMinute, msPerSecond } from '../../platform/lib/duration.ts'
import type { Alarm, RaisedAlarm } from './alarm.ts'
import { isLowBattery, isUrgentBattery } from './low-battery.ts'
import { type AlarmSettings, batteryMargin, heartRateMargin, spo2Margin } from './monitoring-settings.ts'
import { intervalCount } from './silence-evidence.ts'

/** How long a vital sign must be beyond a limit, and back, and the longest time between two of its values. */
const vitalsOutMs = msPerMinute
const vitalsBackMs = 2 * msPerMinute
const maxVitalsGapMs = 15 * msPerSecond

/** How many readings in a row must have a low battery. */
const lowBatteryReadings = 2

/** How many readings, received over which time, show that a silent device is back. */
const returnReadings = 3
const returnMs = 2 * msPerMinute

/** So many long pauses in a row, each less than so many times the one before, are usual by now. */
const usualPauses = intervalCount / 2
const irregularTimes = 3

/** The part of a reading that alarms depend on. */
export interface Signs {
  heartRate: number | null
  spo2: number | null
  battery: number | null
}

/** A time without a gap in which each value was beyond a limit or, of a raised alarm, back. */
export interface Period {
  fromMs: number
  toMs: number
  lowest: number
  highest: number
}

/** Readings without another silence between them. */
interface Return {
  fromMs: number
  toMs: number
  readings: number
  pauseMs: number
  /** How many pauses in a row were as long as a silence, and regular. */
  longPauses: number
}

/**
 * What the live readings of a device so far say of its alarms. It is not changed: a reading makes a new
 * one, or keeps it.
 */
export interface AlarmState {
  /** The alarms that are raised, as the database has them. */
  raised: readonly RaisedAlarm[]
  heartRate: Period | undefined
  spo2: Period | undefined
  /** The last battery level, and how many readings in a row were low, and urgent. */
  battery: number | null
  lowReadings: number
  urgentReadings: number
  /** The readings since a silent device sends again. */
  returned: Return | undefined
}

/** The state of nearly every device: nothing is raised, and nothing is beyond a limit. */
export const quiet: AlarmState = Object.freeze({
  raised: [],
  heartRate: undefined,
  spo2: undefined,
  battery: null,
  lowReadings: 0,
  urgentReadings: 0,
  returned: undefined,
})

const find = (raised: readonly RaisedAlarm[], alarm: Alarm) => raised.find((one) => one.alarm === alarm)

/** Takes over which alarms are raised; what was observed of an alarm that has changed begins anew. */
export function withRaised(state: AlarmState, raised: readonly RaisedAlarm[]): AlarmState {
  if (raised.length === 0 && state.raised.length === 0) return state
  const isSame = (alarm: Alarm) => !find(state.raised, alarm) === !find(raised, alarm)
  return orQuiet({
    ...state,
    raised,
    heartRate: isSame('HEART_RATE') ? state.heartRate : undefined,
    spo2: isSame('SPO2') ? state.spo2 : undefined,
    returned: isSame('DEVICE_SILENT') ? state.returned : undefined,
  })
}

/** Adds a live reading that was received at this time in milliseconds. */
export function followSigns(
  state: AlarmState,
  settings: AlarmSettings,
  signs: Signs,
  atMs: number,
): AlarmState {
  if (state === quiet && isQuiet(settings, signs)) return quiet
  const { raised } = state
  const { heartRate, spo2, battery } = signs
  const heartRule = find(raised, 'HEART_RATE') ? isHeartRateBack : isHeartRateOut
  const spo2Rule = find(raised, 'SPO2') ? isSpo2Back : isSpo2Out
  const silent = find(raised, 'DEVICE_SILENT')
  return orQuiet({
    raised,
    heartRate:
      heartRate === null
        ? state.heartRate
        : extend(state.heartRate, heartRule(settings, heartRate), heartRate, atMs),
    spo2: spo2 === null ? state.spo2 : extend(state.spo2, spo2Rule(settings, spo2), spo2, atMs),
    battery: battery ?? state.battery,
    lowReadings: countLow(state.lowReadings, battery, isLowBattery, settings),
    urgentReadings: countLow(state.urgentReadings, battery, isUrgentBattery, settings),
    returned: silent && countReturn(state.returned, silent, settings, atMs),
  })
}

function isQuiet(settings: AlarmSettings, { heartRate, spo2, battery }: Signs): boolean {
  return (
    (heartRate === null || !isHeartRateOut(settings, heartRate)) &&
    (spo2 === null || !isSpo2Out(settings, spo2)) &&
    (battery === null || !isLowBattery(battery, settings))
  )
}

/** Replaces a state that is like that of nearly every device, so that it costs nothing from then on. */
function orQuiet(state: AlarmState): AlarmState {
  const { raised, heartRate, spo2, lowReadings, returned } = state
  return raised.length === 0 && !heartRate && !spo2 && lowReadings === 0 && !returned ? quiet : state
}

const isHeartRateOut = ({ heartRateLow, heartRateHigh }: AlarmSettings, value: number) =>
  (heartRateLow !== null && value < heartRateLow) || (heartRateHigh !== null && value > heartRateHigh)

const isHeartRateBack = ({ heartRateLow, heartRateHigh }: AlarmSettings, value: number) =>
  (heartRateLow === null || value >= heartRateLow + heartRateMargin) &&
  (heartRateHigh === null || value <= heartRateHigh - heartRateMargin)

const isSpo2Out = ({ spo2Low }: AlarmSettings, value: number) => spo2Low !== null && value < spo2Low

const isSpo2Back = ({ spo2Low }: AlarmSettings, value: number) =>
  spo2Low === null || value >= spo2Low + spo2Margin

/** Adds a value to a period; one that does not belong to it, or comes too late, ends it. */
function extend(
  period: Period | undefined,
  belongs: boolean,
  value: number,
  atMs: number,
): Period | undefined {
  if (!belongs) return undefined
  if (!period || atMs - period.toMs > maxVitalsGapMs)
    return { fromMs: atMs, toMs: atMs, lowest: value, highest: value }
  const lowest = Math.min(period.lowest, value)
  return { fromMs: period.fromMs, toMs: atMs, lowest, highest: Math.max(period.highest, value) }
}

function countLow(
  count: number,
  battery: number | null,
  isLow: typeof isLowBattery,
  settings: AlarmSettings,
): number {
  if (battery === null) return count
  return isLow(battery, settings) ? Math.min(count + 1, lowBatteryReadings) : 0
}

/**
 * The limit at which a device became silent may be shorter than its interval: that of its last will, or of its first reading.
 * Such a device would never be back, and nobody would be told of its next silence.
 */
function countReturn(
  returned: Return | undefined,
  { silentAfterSeconds }: RaisedAlarm,
  { silentAfterMinutes }: AlarmSettings,
  atMs: number,
): Return {
  if (!returned) return { fromMs: atMs, toMs: atMs, readings: 1, pauseMs: 0, longPauses: 0 }
  const pauseMs = atMs - returned.toMs
  const isLong = pauseMs >= (silentAfterSeconds ?? 0) * msPerSecond
  const isRegular = silentAfterMinutes === null && pauseMs < irregularTimes * returned.pauseMs
  const longPauses = isLong && isRegular ? returned.longPauses + 1 : 0
  const next = { toMs: atMs, pauseMs, longPauses }
  if (isLong && longPauses < usualPauses) return { ...next, fromMs: atMs, readings: 1 }
  return { ...next, fromMs: returned.fromMs, readings: returned.readings + 1 }
}

/** An alarm that must be raised, made urgent or cleared. */
export interface AlarmChange {
  alarm: Exclude<Alarm, 'FALSE_CALLS'>
  change: 'raise' | 'clear'
  urgent: boolean
}

/** Lists the changes that a state calls for, until they have been made. */
export function changesIn(state: AlarmState, settings: AlarmSettings): AlarmChange[] {
  const { raised, battery, returned } = state
  const changes: AlarmChange[] = []
  const add = (alarm: AlarmChange['alarm'], change: AlarmChange['change'], urgent = false) =>
    changes.push({ alarm, change, urgent })
  for (const [alarm, period] of [
    ['HEART_RATE', state.heartRate],
    ['SPO2', state.spo2],
  ] as const) {
    const isRaised = find(raised, alarm) !== undefined
    const lastsMs = period ? period.toMs - period.fromMs : 0
    if (lastsMs >= (isRaised ? vitalsBackMs : vitalsOutMs)) add(alarm, isRaised ? 'clear' : 'raise')
  }
  const low = find(raised, 'LOW_BATTERY')
  const isUrgent = state.urgentReadings >= lowBatteryReadings
  if (isUrgent ? !low?.urgent : state.lowReadings >= lowBatteryReadings && !low)
    add('LOW_BATTERY', 'raise', isUrgent)
  else if (low && battery !== null && battery >= (settings.batteryLow ?? 0) + batteryMargin)
    add('LOW_BATTERY', 'clear')
  if (returned && returned.readings >= returnReadings && returned.toMs - returned.fromMs >= returnMs)
    add('DEVICE_SILENT', 'clear')
  return changes
}
