import { gravity } from './motion.ts'
import { historySeconds, type SecondDetails, withUnknownSecond } from './peak-history.ts'

/** What a device says of each second, if it sends no samples. */
export type SecondMode = 'full-summary' | 'summary' | 'peak-only'

/** A body that falls weighs less: samples below this are counted. */
export const lowG = 0.7

/** The details of each of the last seconds, newest last: three numbers for each, the spread in g, NaN where unknown. */
export type DetailHistory = readonly number[]

export const detailsPerSecond = 3

export const noDetails: DetailHistory = []

/** Adds the details of a second; without them, earlier ones are forgotten. */
export function extendDetails(
  history: DetailHistory,
  details: SecondDetails | undefined,
  missingSeconds: number,
): DetailHistory {
  if (!details) return noDetails
  const next = withUnknownSecond(history, detailsPerSecond, missingSeconds)
  const last = next.length - detailsPerSecond
  next[last] = details.lowShare
  next[last + 1] = details.peakAt
  next[last + 2] = details.firstSpread / gravity
  return next
}

/** Returns one of the details of a second; NaN if unknown. */
export function detailAt(history: DetailHistory, slot: number, detail: number): number {
  const at = history.length - (historySeconds - slot) * detailsPerSecond + detail
  return at < 0 ? Number.NaN : (history[at] as number)
}

export const hasDetails = (history: DetailHistory, slot: number) => !Number.isNaN(detailAt(history, slot, 0))
