import type { Mode } from './detector-state.ts'

/** In log-odds: an early score must be this much higher to count as much, because the late look takes many of them back. */
export const earlyCorrection = 0.5

/** Told at a lower rate, daily life scores higher: by so much where it raised as many alarms as at the rate recorded. */
export const slowRateCorrection = (rateHz: number) => (rateHz >= 25 ? 0 : 0.7)

/**
 * Daily life scores higher where a recording begins shortly before an impact, as most recordings of falls do: by so much
 * that it raises no more alarms there.
 */
export function shortHistoryCorrection(secondsBefore: number, mode: Mode): number {
  if (secondsBefore >= 3) return 0
  const isVeryShort = secondsBefore < 1.2
  if (mode === 'samples') return isVeryShort ? 1 : 0.15
  return isVeryShort ? 1.5 : 1.1
}
