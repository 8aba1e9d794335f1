import type { Look } from './impact-features.ts'
import type { PeakHistory } from './peak-history.ts'
import { createPerSecondStatistics, unknown } from './per-second-statistics.ts'
import type { DetailHistory, SecondMode } from './second-details.ts'

export interface PerSecondFeatures {
  readonly names: Record<Look, readonly string[]>
  /** Loads what is known of the last seconds; the details are only used for full summaries. */
  load(history: PeakHistory, details?: DetailHistory): void
  /** The peak of a second of the loaded history in g, with each axis clipped; -1 if unknown. */
  magnitudeAt(slot: number): number
  /** Returns the features of the impact in this second of the loaded history. The next call reuses the array. */
  extract(slot: number, look: Look): Float64Array
}

/**
 * Extracts the features of impacts of devices that send no samples: from the peak of each second
 * alone, or from its mean and spread as well, or from a full summary. They depend on how the device is worn only through clipping.
 */
export function createPerSecondFeatures(kind: SecondMode): PerSecondFeatures {
  const statistics = createPerSecondStatistics(kind)
  const {
    peaks,
    means,
    peak,
    detailOf,
    spreadOf,
    unrest,
    ratio,
    meanLength,
    angle,
    angleBetween,
    distance,
    along,
  } = statistics
  const { reduce, average, activeSeconds, restlessSeconds, turnBetweenCalm, turnFromCalm, meanTurn } =
    statistics

  const early: FeatureFunctions = {
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
    active_seconds_before: () => activeSeconds(-6, -1),
    turn_mean_before: () => meanTurn(peaks, -5, 0),
    turn_peak_calm_before: () => turnFromCalm(-6, -1),
    turn_peak_calm_after: () => turnFromCalm(1, 2),
    rise: () => (peak(-1) < 0 ? unknown : peak(0) - peak(-1)),
    decay: () => peak(0) - Math.max(peak(1), peak(2)),
  }

  const late: FeatureFunctions = {
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
    active_seconds_after: () => activeSeconds(1, 5),
    turn_mean_after: () => meanTurn(peaks, 1, 5),
    turn_peak_calm_late: () => turnFromCalm(1, 5),
    turn_2s_before_4s_after: () => angle(peaks, -2, 4),
    unrest_4s_5s_after: () => reduce(4, 5, unrest, Math.max),
  }

  const earlySummary: FeatureFunctions = {
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
    peak_from_mean: statistics.peakFromMean,
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
    restless_seconds_before: () => restlessSeconds(-6, -1),
    mean_turn_mean_before: () => meanTurn(means, -5, -1),
    spread_drop: () => (spreadOf(2) < 0 ? unknown : spreadOf(0) - spreadOf(2)),
  }

  const peakTimes: FeatureFunctions = {
    peak_at: () => detailOf(1, 0),
    peak_at_1s_before: () => detailOf(1, -1),
    peak_at_1s_after: () => detailOf(1, 1),
  }

  /** Features of one of the details, which have the same form for each. */
  function detailFeatures(name: string, detail: number): Record<Look, FeatureFunctions> {
    const of = (k: number) => detailOf(detail, k)
    const fall: FeatureFunctions = { [`${name}_drop`]: () => (of(2) < 0 ? unknownDifference : of(0) - of(2)) }
    const at = (k: number): FeatureFunctions => ({ [nameAt(name, k)]: () => of(k) })
    return {
      early: {
        ...Object.assign({}, ...[-3, -2, -1, 0, 1, 2].map(at)),
        [`highest_${name}_before`]: () => reduce(-6, -1, of, Math.max),
        [`least_${name}_before`]: () => reduce(-6, -1, of, Math.min),
        [`${name}_mean_before`]: () => average(-6, -1, of),
        ...fall,
      },
      late: {
        ...Object.assign({}, ...[3, 4, 5].map(at)),
        [`highest_${name}_after`]: () => reduce(2, 5, of, Math.max),
        [`least_${name}_after`]: () => reduce(2, 5, of, Math.min),
        [`${name}_mean_after`]: () => average(2, 5, of),
      },
    }
  }

  const lateSummary: FeatureFunctions = {
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
    restless_seconds_after: () => restlessSeconds(1, 5),
    spread_mean_after: () => average(2, 5, spreadOf),
  }

  const isSummary = kind !== 'peak-only'
  const isFull = kind === 'full-summary'
  const [lowShare, firstSpread] = [detailFeatures('low_share', 0), detailFeatures('first_spread', 2)]
  const earlyDetails = isFull && { ...lowShare.early, ...peakTimes, ...firstSpread.early }
  const lateDetails = isFull && { ...lowShare.late, ...firstSpread.late }
  const allEarly: FeatureFunctions = { ...early, ...(isSummary && earlySummary), ...earlyDetails }
  const allLate: FeatureFunctions = { ...allEarly, ...late, ...(isSummary && lateSummary), ...lateDetails }
  const functions = { early: Object.values(allEarly), late: Object.values(allLate) }
  const features = new Float64Array(functions.late.length)

  return {
    names: { early: Object.keys(allEarly), late: Object.keys(allLate) },
    load: statistics.load,
    magnitudeAt: statistics.magnitudeAt,
    extract(slot, look) {
      statistics.setImpact(slot)
      for (const [i, calculate] of functions[look].entries()) features[i] = calculate()
      return features
    },
  }
}

type FeatureFunctions = Record<string, () => number>

/** Lower than any difference between details. */
const unknownDifference = -9

function nameAt(name: string, k: number): string {
  if (k === 0) return name
  return k < 0 ? `${name}_${-k}s_before` : `${name}_${k}s_after`
}
