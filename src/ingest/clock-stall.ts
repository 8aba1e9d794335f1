import { watchedAsFall } from '../detection/fall-event.ts'

/**
 * A device whose `uptime_ms` is constant, starts anew with every reading, or counts something other than milliseconds
 * looks as if each of its readings came late or after a gap, and no motion would ever be contiguous. Its `uptime_ms` is
 * held against the arrival of its readings, and once it has proved wrong the detector goes by the arrivals instead.
 *
 * What is kept is one number a device. It rises by two with a reading whose clock did not keep time and falls by one
 * with a reading whose clock did: readings that are late, sent again or overtaken are fewer than one in three, and five
 * wrong ones in a row are enough. A clock that was wrong must then be right for as many readings as `trusted`.
 */
const wrongStep = 2
const stalled = 10
const trusted = 10

/** Between these fractions of the time between two arrivals, a clock counts as one of milliseconds. */
const slowest = 1 / 4
/** Readings that were gathered minutes apart may be sent a second apart; a clock of microseconds is faster still. */
const fastest = 500

/** In milliseconds: readings that arrive closer together came in a heap, and their arrival tells nothing of the clock. */
const leastBetween = 100

export const isStalled = (stalls: number) => stalls >= stalled

/** followClock gives the number after a reading that came so many milliseconds after the one before. */
export function followClock(
  stalls: number,
  before: number | null,
  uptimeMs: number,
  sinceArrival: number,
): number {
  if (before === null || sinceArrival < leastBetween || sinceArrival > watchedAsFall) return stalls
  const advanced = uptimeMs - before
  const keepsTime = advanced >= sinceArrival * slowest && advanced <= sinceArrival * fastest
  if (!keepsTime) return stalls + wrongStep >= stalled ? stalled + trusted : stalls + wrongStep
  return stalls === stalled + 1 ? 0 : Math.max(0, stalls - 1)
}
