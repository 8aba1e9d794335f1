import type { Look } from './impact-features.ts'
import { historySeconds, type PeakHistory, spreadAt, writeClipped } from './peak-history.ts'

const unknown = -1

export interface SecondFeatures {
  readonly names: Record<Look, readonly string[]>
  load(history: PeakHistory): void
  /** How hard a second of the loaded history was, in g, with each axis clipped; -1 where nothing is known. */
  magnitudeAt(slot: number): number
  /** Describes the impact in this second of the loaded history. The array is used again by the next call. */
  extract(slot: number, look: Look): Float64Array
}

/**
 * createSecondFeatures describes impacts of devices that send no samples: by the peak of each second alone, or by its
 * mean and spread as well. Nothing depends on how the device is worn. It owns its buffers.
 */
export function createSecondFeatures(kind: 'peak-only' | 'summary'): SecondFeatures {
  const peaks = new Float64Array(historySeconds * 3)
  const means = new Float64Array(historySeconds * 3)
  const magnitude = new Float64Array(historySeconds)
  const spread = new Float64Array(historySeconds)
  let at = 0

  function load(history: PeakHistory): void {
    for (let slot = 0; slot < historySeconds; slot++) {
      const isKnown = writeClipped(history, slot, 'peak', peaks, slot * 3)
      magnitude[slot] = isKnown ? lengthOf(peaks, slot) : unknown
      const hasMean = writeClipped(history, slot, 'mean', means, slot * 3)
      spread[slot] = hasMean ? Math.min(2, spreadAt(history, slot)) : unknown
    }
  }

  function lengthOf(of: Float64Array, slot: number): number {
    const x = of[slot * 3] as number
    const y = of[slot * 3 + 1] as number
    const z = of[slot * 3 + 2] as number
    return Math.sqrt(x * x + y * y + z * z)
  }

  const peak = (k: number) =>
    at + k < 0 || at + k >= historySeconds ? unknown : (magnitude[at + k] as number)
  const spreadOf = (k: number) =>
    at + k < 0 || at + k >= historySeconds ? unknown : (spread[at + k] as number)

  /** angle is between two seconds' vectors, in degrees. */
  function angle(of: Float64Array, a: number, b: number): number {
    const known = of === peaks ? magnitude : spread
    if (at + a < 0 || at + b < 0 || (known[at + a] as number) < 0 || (known[at + b] as number) < 0)
      return unknown
    const lengths = lengthOf(of, at + a) * lengthOf(of, at + b)
    if (lengths < 1e-4) return unknown
    let dot = 0
    for (let axis = 0; axis < 3; axis++) {
      dot += (of[(at + a) * 3 + axis] as number) * (of[(at + b) * 3 + axis] as number)
    }
    return (Math.acos(Math.min(1, Math.max(-1, dot / lengths))) * 180) / Math.PI
  }

  function reduce(
    from: number,
    until: number,
    of: (k: number) => number,
    take: (best: number, next: number) => number,
  ): number {
    let best = unknown
    for (let k = from; k <= until; k++) {
      const value = of(k)
      if (value >= 0) best = best < 0 ? value : take(best, value)
    }
    return best
  }

  const unrest = (k: number) => (peak(k) < 0 ? unknown : Math.abs(peak(k) - 1))

  function calmest(from: number, until: number): number | undefined {
    let found: number | undefined
    let best = 9
    for (let k = from; k <= until; k++) {
      const here = kind === 'summary' ? spreadOf(k) : unrest(k)
      if (here < 0 || here >= best) continue
      best = here
      found = k
    }
    return found
  }

  function turnBetweenCalm(until: number): number {
    const before = calmest(-6, -1)
    const later = calmest(1, until)
    if (before === undefined || later === undefined) return unknown
    return angle(kind === 'summary' ? means : peaks, before, later)
  }

  function average(from: number, until: number, of: (k: number) => number): number {
    let [sum, n] = [0, 0]
    for (let k = from; k <= until; k++) {
      if (of(k) < 0) continue
      sum += of(k)
      n++
    }
    return n > 0 ? sum / n : unknown
  }

  const ratio = (k: number) => (peak(k) < 0 ? unknown : peak(k) / peak(0))

  const early: Definition = {
    peak: () => peak(0),
    peak_1s_before: () => peak(-1),
    peak_2s_before: () => peak(-2),
    peak_3s_before: () => peak(-3),
    ratio_1s_before: () => ratio(-1),
    ratio_2s_before: () => ratio(-2),
    highest_before: () => reduce(-6, -1, peak, Math.max),
    mean_before: () => average(-6, -1, peak),
    calm_before: () => reduce(-6, -1, unrest, Math.min),
    peak_1s_after: () => peak(1),
    peak_2s_after: () => peak(2),
    ratio_1s_after: () => ratio(1),
    ratio_2s_after: () => ratio(2),
    unrest_1s_after: () => unrest(1),
    unrest_2s_after: () => unrest(2),
    calm_after: () => reduce(1, 2, unrest, Math.min),
    turn_peak_1s_after: () => angle(peaks, 0, 1),
    turn_peak_2s_after: () => angle(peaks, 0, 2),
    turn_1s_before_1s_after: () => angle(peaks, -1, 1),
    turn_1s_before_2s_after: () => angle(peaks, -1, 2),
    turn_2s_before_2s_after: () => angle(peaks, -2, 2),
    turn_3s_before_2s_after: () => angle(peaks, -3, 2),
    turn_after: () => angle(peaks, 1, 2),
    turn_before: () => angle(peaks, -2, -1),
    turn_before_peak: () => angle(peaks, -1, 0),
    turn_calm: () => turnBetweenCalm(2),
  }

  const late: Definition = {
    peak_3s_after: () => peak(3),
    peak_4s_after: () => peak(4),
    peak_5s_after: () => peak(5),
    unrest_mean_after: () => average(2, 5, unrest),
    highest_after: () => reduce(2, 5, peak, Math.max),
    calm_3s_5s_after: () => reduce(3, 5, unrest, Math.min),
    turn_1s_before_4s_after: () => angle(peaks, -1, 4),
    turn_3s_4s_after: () => angle(peaks, 3, 4),
    turn_4s_5s_after: () => angle(peaks, 4, 5),
    turn_2s_4s_after: () => angle(peaks, 2, 4),
    turn_calm_late: () => turnBetweenCalm(5),
  }

  const earlySummary: Definition = {
    spread: () => spreadOf(0),
    spread_1s_before: () => spreadOf(-1),
    spread_2s_before: () => spreadOf(-2),
    spread_3s_before: () => spreadOf(-3),
    spread_mean_before: () => average(-6, -2, spreadOf),
    spread_1s_after: () => spreadOf(1),
    spread_2s_after: () => spreadOf(2),
    spread_ratio_after: () => (spreadOf(2) < 0 ? unknown : spreadOf(2) / Math.max(0.01, spreadOf(0))),
    least_spread_before: () => reduce(-6, -1, spreadOf, Math.min),
    mean_turn_1s_before_1s_after: () => angle(means, -1, 1),
    mean_turn_1s_before_2s_after: () => angle(means, -1, 2),
    mean_turn_2s_before_2s_after: () => angle(means, -2, 2),
    mean_turn_3s_before_2s_after: () => angle(means, -3, 2),
    mean_turn_into: () => angle(means, -1, 0),
    mean_turn_out: () => angle(means, 0, 1),
    mean_turn_after: () => angle(means, 1, 2),
    mean_turn_before: () => angle(means, -2, -1),
    mean_length: () => lengthOf(means, at),
    mean_length_1s_after: () => lengthOf(means, at + 1),
    peak_from_mean: () => {
      let sum = 0
      for (let axis = 0; axis < 3; axis++)
        sum += ((peaks[at * 3 + axis] as number) - (means[at * 3 + axis] as number)) ** 2
      return Math.sqrt(sum)
    },
  }

  const lateSummary: Definition = {
    spread_3s_after: () => spreadOf(3),
    spread_4s_after: () => spreadOf(4),
    spread_5s_after: () => spreadOf(5),
    least_spread_after: () => reduce(2, 5, spreadOf, Math.min),
    highest_spread_after: () => reduce(2, 5, spreadOf, Math.max),
    mean_turn_1s_before_4s_after: () => angle(means, -1, 4),
    mean_turn_2s_4s_after: () => angle(means, 2, 4),
    mean_turn_4s_5s_after: () => angle(means, 4, 5),
  }

  const isSummary = kind === 'summary'
  const ofEarly = { ...early, ...(isSummary && earlySummary) }
  const ofLate = { ...ofEarly, ...late, ...(isSummary && lateSummary) }
  const definitions = { early: Object.values(ofEarly), late: Object.values(ofLate) }
  const features = new Float64Array(definitions.late.length)

  return {
    names: { early: Object.keys(ofEarly), late: Object.keys(ofLate) },
    load,
    magnitudeAt: (slot) => magnitude[slot] as number,
    extract(slot, look) {
      at = slot
      for (const [i, define] of definitions[look].entries()) features[i] = define()
      return features
    },
  }
}

type Definition = Record<string, () => number>
