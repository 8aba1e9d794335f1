import { eventDurationMs } from '../../detection/fall-event.ts'

/**
 * The `uptime_ms` of a device may be constant, restart with every reading, or count something other than milliseconds.
 * Then each of its readings looks late or after a gap, and no motion is contiguous. So `uptime_ms` is compared with the
 * arrival of readings, and once it has proved wrong the detector uses the arrivals instead.
 *
 * The state is one counter per device. It rises by two with a reading whose clock was wrong and falls by one with a
 * reading whose clock was right: readings that are late, repeated or out of order are fewer than one in three, and five
 * wrong ones in a row are enough. A clock that was wrong must then be right for as many readings as `trusted`.
 */
const wrongStep = 2
const stalled = 10
const trusted = 10

/** A clock counts milliseconds if its advance, divided by the time between two arrivals, lies between these rates. */
const minClockRate = 1 / 4
/** Readings that were measured minutes apart may be sent a second apart; a clock of microseconds is faster still. */
const maxClockRate = 500

/** Readings that arrive closer together were delayed together, so their arrival says nothing about the clock. */
const minArrivalGapMs = 100

export const isStalled = (stalls: number) => stalls >= stalled

/** Returns the counter after a reading that came so many milliseconds after the previous one. */
export function updateClockStalls(
  stalls: number,
  previousUptimeMs: number | null,
  uptimeMs: number,
  sinceArrivalMs: number,
): number {
  if (previousUptimeMs === null || sinceArrivalMs < minArrivalGapMs || sinceArrivalMs > eventDurationMs)
    return stalls
  const advancedMs = uptimeMs - previousUptimeMs
  const keepsTime = advancedMs >= sinceArrivalMs * minClockRate && advancedMs <= sinceArrivalMs * maxClockRate
  if (!keepsTime) return stalls + wrongStep >= stalled ? stalled + trusted : stalls + wrongStep
  return stalls === stalled + 1 ? 0 : Math.max(0, stalls - 1)
}
