import { hour, minute } from './clock.ts'
import type { DeviceAlarms, Heard } from './companions.ts'
import { type Expected, endOf, lookAt, type Pace } from './pace.ts'

// What the documentation says of the alarms of devices, in docs/alerting.md.

/** When a device counts as silent, from when on that is urgent, and when it is heard of again. */
export interface Silence {
  from: number
  urgentFrom: number
  to: number
}

/** A silence of half an hour is urgent; of a device that is heard of seldom, one of twice the time that it may be silent. */
const urgentAfter = hour / 2

const usualIntervals = 20

/** The middle of the last intervals between readings, of those until a reading. */
function usualInterval(heard: readonly Heard[], until: number): number {
  const gaps: number[] = []
  for (let i = Math.max(1, until - usualIntervals + 1); i <= until; i++)
    gaps.push((heard[i]?.at ?? 0) - (heard[i - 1]?.at ?? 0))
  gaps.sort((a, b) => a - b)
  const middle = gaps.length / 2
  return ((gaps[Math.ceil(middle) - 1] ?? 0) + (gaps[Math.floor(middle)] ?? 0)) / 2
}

/** Whether the battery has risen by two points or more within the half hour before a reading. */
function wasCharged(heard: readonly Heard[], at: number): boolean {
  const last = heard[at]
  if (!last) return false
  const before = heard.filter((one) => one.at < last.at && last.at - one.at <= hour / 2)
  return before.some(({ battery }) => last.battery - battery >= 2)
}

/** A device that is silent, and its readings since then. */
interface Quiet extends Omit<Silence, 'to'> {
  limit: number
  since: number
  last: number
  pause: number
  longPauses: number
  readings: number
}

/** The silences of a device that sends readings, which is heard of again after three over two minutes. */
export function silencesOfReadings(heard: readonly Heard[], alarms: DeviceAlarms, pace: Pace): Silence[] {
  const { silentAfterMinutes, ignoreSilenceWhileCharging = true } = alarms
  const silences: Silence[] = []
  let next = 0
  let silent: Quiet | undefined
  for (let look = pace.begin; look <= pace.end; look += pace.lookEvery) {
    for (let one = heard[next]; one && one.at <= look; one = heard[++next]) {
      if (!silent) continue
      const pause = one.at - silent.last
      const isLong = pause >= silent.limit
      // Long pauses that have become usual are no silences, unless the settings say so.
      const isRegular = !silentAfterMinutes && pause < 3 * silent.pause
      silent.longPauses = silent.readings > 0 && isLong && isRegular ? silent.longPauses + 1 : 0
      silent.pause = silent.readings > 0 ? pause : 0
      if (silent.readings === 0 || (isLong && silent.longPauses < usualIntervals / 2))
        Object.assign(silent, { since: one.at, readings: 0 })
      silent.last = one.at
      silent.readings++
      if (silent.readings < 3 || one.at - silent.since < 2 * minute) continue
      silences.push({ from: silent.from, urgentFrom: silent.urgentFrom, to: one.at })
      silent = undefined
    }
    const last = heard[next - 1]
    if (silent || !last) continue
    const quiet = look - last.at
    const limit = silentAfterMinutes
      ? silentAfterMinutes * minute
      : Math.max(5 * minute, 3 * usualInterval(heard, next - 1))
    if (quiet < limit) continue
    if (ignoreSilenceWhileCharging && quiet < 12 * hour && wasCharged(heard, next - 1)) continue
    const urgentFrom = Math.max(look, lookAt(last.at + urgentAfter, pace))
    silent = { from: look, urgentFrom, limit, since: 0, last: 0, pause: 0, longPauses: 0, readings: 0 }
  }
  if (silent)
    silences.push({ from: silent.from, urgentFrom: silent.urgentFrom, to: Number.POSITIVE_INFINITY })
  return silences
}

/** The silences of a device with an interval of its own, of which it may miss two. */
export function silencesOfEvents(times: readonly number[], every: number, pace: Pace): Silence[] {
  return times.flatMap((at, i) => {
    const from = lookAt(at + 2 * every, pace)
    const to = times[i + 1] ?? Number.POSITIVE_INFINITY
    const urgentFrom = lookAt(at + 4 * every, pace)
    return from < to && from <= pace.end ? [{ from, urgentFrom, to }] : []
  })
}

/** The incidents of the silences of all devices of somebody: one for those that are silent at the same time, until staff have seen to it. */
export function openedBySilence(silences: readonly Silence[], of: string, pace: Pace): Expected[] {
  const expected: Expected[] = []
  const inOrder = [...silences].sort((a, b) => a.from - b.from)
  for (const { from, urgentFrom, to } of inOrder) {
    const last = expected.at(-1)
    if (last) {
      const until = endOf(last.openedAt, pace)
      const back = Math.max(
        ...inOrder.filter((one) => one.from >= last.openedAt && one.from < from).map(({ to }) => to),
      )
      if (from < Math.min(until, back)) continue
      if (back < until && from - back < 15 * minute) throw new Error(`${of} is silent again too soon`)
    }
    const seenTo = endOf(from, pace)
    const isUrgent = urgentFrom <= Math.min(seenTo, to, pace.end)
    if (isUrgent && urgentFrom > from && urgentFrom <= lookAt(from + pace.answerAfter, pace))
      throw new Error(`of ${of} people are told again before anybody goes`)
    expected.push({ kind: 'DEVICE_SILENT', of, openedAt: from, severity: isUrgent ? 'MEDIUM' : 'LOW' })
  }
  return expected
}

/** A battery that is low twice in a row, and again once it is urgent; after it was charged, anew. */
export function lowBatteries(
  heard: readonly Heard[],
  { batteryLow = 20, batteryUrgent = 10 }: DeviceAlarms,
  of: string,
  pace: Pace,
): Expected[] {
  if (batteryLow === null) return []
  const expected: Expected[] = []
  let raised: 'LOW' | 'MEDIUM' | undefined
  for (const [i, { at, battery }] of heard.entries()) {
    const inRow = Math.max(battery, heard[i - 1]?.battery ?? 100)
    const isUrgent = batteryUrgent !== null && inRow <= batteryUrgent
    if (battery >= batteryLow + 10) raised = undefined
    if (inRow > batteryLow || raised === 'MEDIUM' || (raised && !isUrgent)) continue
    const before = expected.at(-1)
    if (before && at <= endOf(before.openedAt, pace)) throw new Error(`${of}: a battery falls too fast`)
    raised = isUrgent ? 'MEDIUM' : 'LOW'
    expected.push({ kind: 'LOW_BATTERY', of, openedAt: at, severity: raised })
  }
  return expected
}
