import { createImpactStatistics, type ImpactStatistics, unknown } from './impact-statistics.ts'
import type { MotionWindow } from './motion-window.ts'

/** One of the two times at which an impact is scored. */
export type Look = 'early' | 'late'

/** How long after the impact each look is. */
export const lookSeconds: Record<Look, number> = { early: 2, late: 5 }

export interface ImpactFeatures {
  /** The names of the features of each look, in order; the late look adds to those of the early one. */
  readonly names: Record<Look, readonly string[]>
  /** Prepares a window, for all impacts in it. */
  load(window: MotionWindow): void
  /** Returns the features of the impact at this sample of the loaded window. The next call reuses the array. */
  extract(impact: number, look: Look): Float64Array
}

/**
 * Extracts features that do not depend on how the device is worn: lengths of vectors, and angles and
 * products of two vectors of the same device. One window is loaded at a time.
 */
export function createImpactFeatures(): ImpactFeatures {
  const statistics = createImpactStatistics()
  const { mean, highest, lowest, spread, stillest, timeAbove, risesPerSecond, secondsSinceLowest, impulse } =
    statistics
  const { highestJerk, meanJerk, highestMean, clippedShare, storeMean, lengthOf, angle, along } = statistics

  /** Slots for the mean acceleration of ranges before the impact, at the landing and after it. */
  const [farBefore, before, justBefore, landing, after1s, after2s, after3s, after5s] = [
    0, 1, 2, 3, 4, 5, 6, 7,
  ]

  /** The acceleration along the mean before the impact, until the impact; two features use it. */
  let descent: ReturnType<ImpactStatistics['along']> = [unknown, unknown, 0]

  const early: FeatureFunctions = {
    peak: statistics.peak,
    mean_at_peak: () => mean(-0.1, 0.14),
    lowest_1s_before: () => lowest(-1, 0.02),
    lowest_400ms_before: () => lowest(-0.4, 0.02),
    seconds_since_lowest: () => secondsSinceLowest(-1),
    missing_impulse_before: () => impulse(-1, 0, -1),
    excess_impulse_before: () => impulse(-1, -0.2, 1),
    excess_impulse_landing: () => impulse(-0.3, 0.6, 1),
    excess_impulse_after: () => impulse(0.6, 2, 1),
    mean_500ms_before: () => mean(-0.5, 0),
    seconds_above_1_3_g: () => timeAbove(1.3, -0.5, 0.52),
    seconds_above_1_5_g: () => timeAbove(1.5, -0.5, 0.52),
    seconds_above_1_8_g: () => timeAbove(1.8, -0.5, 0.52),
    seconds_above_1_3_g_after: () => timeAbove(1.3, 0.3, 1),
    seconds_above_1_3_g_second_after: () => timeAbove(1.3, 1, 2),
    clipped_share: () => clippedShare(-0.3, 0.4),
    highest_jerk: () => highestJerk(-0.3, 0.3),
    highest_jerk_before: () => highestJerk(-0.6, -0.1),
    highest_jerk_after: () => highestJerk(0.12, 0.6),
    mean_jerk_landing: () => meanJerk(-0.2, 0.5),
    mean_jerk_500ms: () => meanJerk(0.5, 1),
    mean_jerk_second: () => meanJerk(1, 2),
    hardest_200ms: () => highestMean(0.2),
    hardest_400ms: () => highestMean(0.4),
    hardest_800ms: () => highestMean(0.8),
    spread_landing: () => spread(-0.5, 0.5),
    spread_landing_narrow: () => spread(-0.2, 0.3),
    spread_300ms_1s: () => spread(0.3, 1),
    spread_600ms_1s: () => spread(0.6, 1),
    spread_1s_1500ms: () => spread(1, 1.5),
    spread_1500ms_2s: () => spread(1.5, 2),
    spread_1s_2s: () => spread(1, 2),
    stillest_after: () => stillest(0.5, 2),
    highest_300ms_1s: () => highest(0.3, 1),
    highest_1s_2s: () => highest(1, 2),
    lowest_100ms_600ms: () => lowest(0.1, 0.6),
    lowest_600ms_2s: () => lowest(0.6, 2),
    spread_1s_before: () => spread(-1, -0.3),
    spread_2s_before: () => spread(-2, -1),
    spread_4s_before: () => spread(-4, -2),
    spread_6s_before: () => spread(-6, -4),
    stillest_before: () => stillest(-3, -0.5),
    mean_jerk_1s_before: () => meanJerk(-1, -0.3),
    mean_jerk_3s_before: () => meanJerk(-3, -1),
    highest_1s_before: () => highest(-1.5, -0.5),
    highest_2s_before: () => highest(-2.5, -1.5),
    highest_3s_before: () => highest(-3.5, -2.5),
    highest_6s_before: () => highest(-6, -3.5),
    rises_before: () => risesPerSecond(1.2, -3, -0.4),
    rises_6s_before: () => risesPerSecond(1.2, -6, -3),
    rises_after: () => risesPerSecond(1.2, 0.4, 2),
    turn_far_before_1s: () => angle(farBefore, after1s),
    turn_before_1s: () => angle(before, after1s),
    turn_just_before_1s: () => angle(justBefore, after1s),
    turn_far_before_2s: () => angle(farBefore, after2s),
    turn_before_2s: () => angle(before, after2s),
    turn_just_before_2s: () => angle(justBefore, after2s),
    turn_within_before: () => angle(farBefore, before),
    turn_up_to_impact: () => angle(before, justBefore),
    turn_within_after: () => angle(after1s, after2s),
    turn_at_landing: () => angle(justBefore, landing),
    length_before: () => lengthOf(before),
    length_landing: () => lengthOf(landing),
    length_1s: () => lengthOf(after1s),
    length_2s: () => lengthOf(after2s),
    least_along_before: () => descent[0],
    missing_along_before: () => descent[2],
    most_along_before: () => along(before, -0.2, 0.3)[1],
    most_along_after: () => along(after2s, -0.2, 0.3)[1],
    least_along_after: () => along(after2s, -0.2, 0.6)[0],
  }

  const late: FeatureFunctions = {
    spread_2s_3s: () => spread(2, 3),
    spread_3s_4s: () => spread(3, 4),
    spread_4s_5s: () => spread(4, 5),
    spread_2s_5s: () => spread(2, 5),
    stillest_2s_5s: () => stillest(2, 5),
    highest_2s_5s: () => highest(2, 5),
    lowest_2s_5s: () => lowest(2, 5),
    mean_jerk_2s_5s: () => meanJerk(2, 5),
    mean_jerk_3500ms_5s: () => meanJerk(3.5, 5),
    rises_1s_5s: () => risesPerSecond(1.2, 1, 5),
    turn_before_3s: () => angle(before, after3s),
    turn_before_5s: () => angle(before, after5s),
    turn_just_before_5s: () => angle(justBefore, after5s),
    turn_2s_5s: () => angle(after2s, after5s),
    turn_3s_5s: () => angle(after3s, after5s),
    length_3s: () => lengthOf(after3s),
    length_5s: () => lengthOf(after5s),
  }

  const earlyFunctions = Object.values(early)
  const lateFunctions = [...earlyFunctions, ...Object.values(late)]
  const features = new Float64Array(lateFunctions.length)

  return {
    names: { early: Object.keys(early), late: [...Object.keys(early), ...Object.keys(late)] },
    load: statistics.load,
    extract(impact, look) {
      statistics.setImpact(impact)
      storeMean(farBefore, -6, -3)
      storeMean(before, -3, -1)
      storeMean(justBefore, -1, -0.3)
      storeMean(landing, -0.1, 0.3)
      storeMean(after1s, 0.5, 1.2)
      storeMean(after2s, 1.2, 2)
      if (look === 'late') {
        storeMean(after3s, 2, 3.5)
        storeMean(after5s, 3.5, 5)
      }
      descent = along(before, -1, 0.1)
      const functions = look === 'early' ? earlyFunctions : lateFunctions
      for (let i = 0; i < functions.length; i++) features[i] = (functions[i] as () => number)()
      return features
    },
  }
}

type FeatureFunctions = Record<string, () => number>
