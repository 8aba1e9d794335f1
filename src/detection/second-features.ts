import type { Look } from './impact-features.ts'
import { historySeconds, type PeakHistory, spreadAt, writeClipped } from './peak-history.ts'

const unknown = -1

/** In g: a second with a harder peak, or a larger spread, is one of movement. */
const activePeakG = 1.25
const restlessSpreadG = 0.2

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

  function isKnown(of: Float64Array, k: number): boolean {
    const known = of === peaks ? magnitude : spread
    return at + k >= 0 && at + k < historySeconds && (known[at + k] as number) >= 0
  }

  function dot(of: Float64Array, a: number, other: Float64Array, b: number): number {
    let sum = 0
    for (let axis = 0; axis < 3; axis++) {
      sum += (of[(at + a) * 3 + axis] as number) * (other[(at + b) * 3 + axis] as number)
    }
    return sum
  }

  /** angleBetween is between vectors of two seconds, in degrees. */
  function angleBetween(of: Float64Array, a: number, other: Float64Array, b: number): number {
    if (!isKnown(of, a) || !isKnown(other, b)) return unknown
    const lengths = lengthOf(of, at + a) * lengthOf(other, at + b)
    if (lengths < 1e-4) return unknown
    return (Math.acos(Math.min(1, Math.max(-1, dot(of, a, other, b) / lengths))) * 180) / Math.PI
  }

  const meanLength = (k: number) => (isKnown(means, k) ? lengthOf(means, at + k) : unknown)

  const angle = (of: Float64Array, a: number, b: number) => angleBetween(of, a, of, b)

  /** distance is the length of the difference of two seconds' vectors. */
  function distance(of: Float64Array, a: number, b: number): number {
    if (!isKnown(of, a) || !isKnown(of, b)) return unknown
    const square = dot(of, a, of, a) + dot(of, b, of, b) - 2 * dot(of, a, of, b)
    return Math.sqrt(Math.max(0, square))
  }

  /** along is how far the peak points against gravity as another second's mean has it; up to 4 g off from unknown. */
  function along(k: number): number {
    if (!isKnown(means, k) || lengthOf(means, at + k) < 1e-2) return unknown
    return 4 + dot(peaks, 0, means, k) / lengthOf(means, at + k)
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

  function count(from: number, until: number, isCounted: (k: number) => boolean): number {
    let found = 0
    for (let k = from; k <= until; k++) if (isCounted(k)) found++
    return found
  }

  /** turnFromCalm is between the peak and the calmest of some other seconds. */
  function turnFromCalm(from: number, until: number): number {
    const calm = calmest(from, until)
    if (calm === undefined) return unknown
    return kind === 'summary' ? angleBetween(peaks, 0, means, calm) : angle(peaks, 0, calm)
  }

  const meanTurn = (of: Float64Array, from: number, until: number) =>
    average(from, until - 1, (k) => angle(of, k, k + 1))

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
    peak_4s_before: () => peak(-4),
    peak_5s_before: () => peak(-5),
    lowest_before: () => reduce(-6, -1, peak, Math.min),
    active_seconds_before: () => count(-6, -1, (k) => peak(k) > activePeakG),
    turn_mean_before: () => meanTurn(peaks, -5, 0),
    turn_peak_calm_before: () => turnFromCalm(-6, -1),
    turn_peak_calm_after: () => turnFromCalm(1, 2),
    rise: () => (peak(-1) < 0 ? unknown : peak(0) - peak(-1)),
    decay: () => peak(0) - Math.max(peak(1), peak(2)),
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
    active_seconds_after: () => count(1, 5, (k) => peak(k) > activePeakG),
    turn_mean_after: () => meanTurn(peaks, 1, 5),
    turn_peak_calm_late: () => turnFromCalm(1, 5),
    turn_2s_before_4s_after: () => angle(peaks, -2, 4),
    unrest_4s_5s_after: () => reduce(4, 5, unrest, Math.max),
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
    mean_length: () => meanLength(0),
    mean_length_1s_after: () => meanLength(1),
    peak_from_mean: () => {
      if (!isKnown(means, 0)) return unknown
      let sum = 0
      for (let axis = 0; axis < 3; axis++)
        sum += ((peaks[at * 3 + axis] as number) - (means[at * 3 + axis] as number)) ** 2
      return Math.sqrt(sum)
    },
    mean_length_1s_before: () => meanLength(-1),
    mean_length_2s_after: () => meanLength(2),
    mean_shift: () => distance(means, -1, 0),
    mean_shift_across: () => distance(means, -1, 1),
    peak_turn_mean_before: () => angleBetween(peaks, 0, means, -1),
    peak_turn_mean_after: () => angleBetween(peaks, 0, means, 2),
    peak_along_mean_before: () => along(-1),
    peak_along_mean_after: () => along(2),
    crest: () => (spreadOf(0) < 0 ? unknown : peak(0) / Math.max(0.05, spreadOf(0))),
    spread_around: () => average(-1, 1, spreadOf),
    restless_seconds_before: () => count(-6, -1, (k) => spreadOf(k) > restlessSpreadG),
    mean_turn_mean_before: () => meanTurn(means, -5, -1),
    spread_drop: () => (spreadOf(2) < 0 ? unknown : spreadOf(0) - spreadOf(2)),
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
    mean_turn_3s_before_4s_after: () => angle(means, -3, 4),
    mean_turn_mean_after: () => meanTurn(means, 1, 5),
    restless_seconds_after: () => count(1, 5, (k) => spreadOf(k) > restlessSpreadG),
    spread_mean_after: () => average(2, 5, spreadOf),
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
