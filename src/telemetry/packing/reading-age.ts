import { msPerDay, msPerMinute } from '../../platform/lib/duration.ts'

/** How old the readings of a batch may be when they arrive. */
export const maxReadingAgeDays = 7
export const maxReadingAgeMs = maxReadingAgeDays * msPerDay

/** How far the clock of a device may be ahead. */
export const maxClockSkewMs = msPerMinute
