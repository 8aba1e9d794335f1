import type { Mode } from './detector-state.ts'

/** Subtracted from a score of the early look, in log-odds, because the late look lowers many of them. */
export const earlyCorrection = 0.5

/**
 * Subtracted from a score at a low sample rate, in log-odds. Daily life scores higher there; with
 * this correction it raises as many alarms as at the recorded rate.
 */
export const slowRateCorrection = (rateHz: number) => (rateHz >= 25 ? 0 : 0.6)

/**
 * Subtracted from the score of an impact with little motion before it, in log-odds. Recordings
 * of falls begin shortly before the impact, so models score such impacts higher. With this correction, daily life that is
 * cut to begin there raises no more alarms than the whole of it.
 */
export function shortHistoryCorrection(secondsBefore: number, mode: Mode): number {
  if (secondsBefore >= 3) return 0
  const isVeryShort = secondsBefore < 1.2
  if (mode === 'samples') return isVeryShort ? 1 : 0.15
  return isVeryShort ? 1.5 : 1.1
}
