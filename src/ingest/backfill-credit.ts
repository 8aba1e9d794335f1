import type { RateLimit } from '../config.ts'
import type { Reading } from './reading.ts'

/**
 * A device may hand in what it can have gathered while it was not heard, and half as much again. What it has not handed
 * in yet is its credit, in milliseconds of its life.
 */
const generosity = 1.5
/** Readings of batches are at most that old, so nothing more can be left to hand in. */
const maxCreditMs = generosity * 7 * 86_400_000
/** A device that is heard all the time has lost some readings on the way. */
const marginMs = 5 * 60_000
/** What a device can have gathered before it was heard for the first time. */
export const firstCreditMs = 3_600_000

/** readingIntervalMs is the time that a reading stands for. */
export const readingIntervalMs = (limit: RateLimit) => (limit ? (limit.seconds * 1000) / limit.points : 1000)

/** creditAfter is the credit of a device that is heard after so many milliseconds. */
export function creditAfter(creditMs: number, gapMs: number, intervalMs: number): number {
  if (gapMs > 2 * intervalMs) return Math.min(maxCreditMs, Math.round(creditMs + generosity * gapMs))
  if (creditMs >= marginMs) return creditMs
  return Math.min(marginMs, Math.round(creditMs + Math.max(0, gapMs) / 2))
}

/** costOf is the time that readings stand for: an interval each, or as long as their samples take. */
export function costOf(readings: readonly Reading[], intervalMs: number): number {
  let cost = 0
  for (const { samples } of readings) {
    const sampled = samples ? (samples.motions.length / samples.rateHz) * 1000 : 0
    cost += Math.max(intervalMs, sampled)
  }
  return Math.round(cost)
}

/** waitFor is how long a device has to be silent until it has the credit, in milliseconds. */
export const waitFor = (costMs: number, creditMs: number) => Math.ceil((costMs - creditMs) / generosity)
