import { type MotionWindow, maxSamples, samplesIn, windowHz } from './motion-window.ts'

/** What is not known, because the window begins later, is -1. */
const unknown = -1

/** Look is when an impact is scored: so many seconds after it. */
export type Look = 'early' | 'late'
export const lookSeconds: Record<Look, number> = { early: 2, late: 5 }

export interface ImpactFeatures {
  /** The features of each look, in their order; the late look adds to the early one. */
  readonly names: Record<Look, readonly string[]>
  /** Works out what the features of every impact in a window need. */
  load(window: MotionWindow): void
  /** Describes the impact at this sample of the loaded window. The array is used again by the next call. */
  extract(impact: number, look: Look): Float64Array
}

/**
 * createImpactFeatures describes impacts by what does not depend on how the device is worn: lengths of vectors, and
 * angles and products of two vectors of the same device. It owns its buffers; one window is loaded at a time.
 */
export function createImpactFeatures(): ImpactFeatures {
  const magnitude = new Float64Array(maxSamples)
  /** Prefix sums over the samples: of the three axes, and of the squares. */
  const sums = new Float64Array((maxSamples + 1) * 4)
  let values: Float32Array = new Float32Array(0)
  let count = 0
  let impact = 0
  /** The range that was opened last, as samples. */
  let from = 0
  let until = 0

  function load(window: MotionWindow): void {
    values = window.values
    count = samplesIn(window)
    for (let i = 0; i < count; i++) {
      const x = values[i * 3] as number
      const y = values[i * 3 + 1] as number
      const z = values[i * 3 + 2] as number
      const square = x * x + y * y + z * z
      magnitude[i] = Math.sqrt(square)
      sums[i * 4 + 4] = (sums[i * 4] as number) + x
      sums[i * 4 + 5] = (sums[i * 4 + 1] as number) + y
      sums[i * 4 + 6] = (sums[i * 4 + 2] as number) + z
      sums[i * 4 + 7] = (sums[i * 4 + 3] as number) + square
    }
  }

  /** open sets the range between two times in seconds from the impact, and tells whether any of it is known. */
  function open(a: number, b: number): boolean {
    from = Math.max(0, impact + Math.round(a * windowHz))
    until = Math.min(count, impact + Math.round(b * windowHz))
    return until > from
  }

  const total = (axis: number) => (sums[until * 4 + axis] as number) - (sums[from * 4 + axis] as number)

  function mean(a: number, b: number): number {
    if (!open(a, b)) return unknown
    let sum = 0
    for (let i = from; i < until; i++) sum += magnitude[i] as number
    return sum / (until - from)
  }

  function highest(a: number, b: number): number {
    if (!open(a, b)) return unknown
    let best = 0
    for (let i = from; i < until; i++) if ((magnitude[i] as number) > best) best = magnitude[i] as number
    return best
  }

  function lowest(a: number, b: number): number {
    if (!open(a, b)) return unknown
    let best = 9
    for (let i = from; i < until; i++) if ((magnitude[i] as number) < best) best = magnitude[i] as number
    return best
  }

  /** spread is how far the acceleration was from its mean, as vectors (standard deviation). */
  function spread(a: number, b: number): number {
    if (!open(a, b)) return unknown
    const n = until - from
    const [x, y, z, squares] = [total(0), total(1), total(2), total(3)]
    return Math.sqrt(Math.max(0, squares / n - (x * x + y * y + z * z) / (n * n)))
  }

  /** stillest is the least spread of any half second in a range. */
  function stillest(a: number, b: number): number {
    let best = unknown
    for (let start = a; start + 0.5 <= b + 1e-9; start += 0.5) {
      const here = spread(start, start + 0.5)
      if (here >= 0 && (best < 0 || here < best)) best = here
    }
    return best
  }

  function timeAbove(limit: number, a: number, b: number): number {
    if (!open(a, b)) return 0
    let n = 0
    for (let i = from; i < until; i++) if ((magnitude[i] as number) > limit) n++
    return n / windowHz
  }

  /** risesPerSecond is how often the magnitude came to be above a limit: walking does so at every step. */
  function risesPerSecond(limit: number, a: number, b: number): number {
    if (!open(a, b)) return unknown
    let n = 0
    for (let i = from + 1; i < until; i++) {
      if ((magnitude[i] as number) > limit && (magnitude[i - 1] as number) <= limit) n++
    }
    return (n * windowHz) / (until - from)
  }

  /** secondsSinceLowest is how long before the impact the magnitude was lowest. */
  function secondsSinceLowest(a: number): number {
    let at = impact
    if (open(a, 0)) {
      for (let i = from; i < until; i++) if ((magnitude[i] as number) < (magnitude[at] as number)) at = i
    }
    return (impact - at) / windowHz
  }

  /** impulse is how much weight was missing (-1) or in excess (1), times how long, in g·s. */
  function impulse(a: number, b: number, sign: 1 | -1): number {
    if (!open(a, b)) return 0
    let sum = 0
    for (let i = from; i < until; i++) {
      const off = ((magnitude[i] as number) - 1) * sign
      if (off > 0) sum += off
    }
    return sum / windowHz
  }

  /** jerkAt is the change of acceleration from one sample to the next, in g. */
  function jerkAt(i: number): number {
    const x = (values[i * 3] as number) - (values[i * 3 - 3] as number)
    const y = (values[i * 3 + 1] as number) - (values[i * 3 - 2] as number)
    const z = (values[i * 3 + 2] as number) - (values[i * 3 - 1] as number)
    return Math.sqrt(x * x + y * y + z * z)
  }

  function highestJerk(a: number, b: number): number {
    if (!open(a, b)) return unknown
    let best = 0
    for (let i = Math.max(1, from); i < until; i++) best = Math.max(best, jerkAt(i))
    return best
  }

  function meanJerk(a: number, b: number): number {
    if (!open(a, b)) return unknown
    let sum = 0
    for (let i = Math.max(1, from); i < until; i++) sum += jerkAt(i)
    return sum / (until - from)
  }

  /** highestMean is the hardest stretch of this length around the impact: a knock is short, a body's landing is not. */
  function highestMean(seconds: number): number {
    if (!open(-0.6, 0.8)) return unknown
    const length = Math.min(until - from, Math.round(seconds * windowHz))
    let sum = 0
    for (let i = from; i < from + length; i++) sum += magnitude[i] as number
    let best = sum
    for (let i = from + length; i < until; i++) {
      sum += (magnitude[i] as number) - (magnitude[i - length] as number)
      if (sum > best) best = sum
    }
    return best / length
  }

  /** clippedShare is the share of samples that were cut to the length that every sensor can tell, or nearly. */
  function clippedShare(a: number, b: number): number {
    if (!open(a, b)) return unknown
    let n = 0
    for (let i = from; i < until; i++) if ((magnitude[i] as number) > 1.9) n++
    return n / (until - from)
  }

  /** Mean accelerations of ranges before and after the impact, kept under a number. */
  const means = new Float64Array(10 * 3)

  function keepMean(slot: number, a: number, b: number): void {
    const n = open(a, b) ? until - from : 0
    for (let axis = 0; axis < 3; axis++) means[slot * 3 + axis] = n > 0 ? total(axis) / n : 0
  }

  const dot = (a: number, b: number) =>
    (means[a * 3] as number) * (means[b * 3] as number) +
    (means[a * 3 + 1] as number) * (means[b * 3 + 1] as number) +
    (means[a * 3 + 2] as number) * (means[b * 3 + 2] as number)

  /** lengthOf is 1 at rest, less where the device was shaken about. */
  const lengthOf = (slot: number) => Math.sqrt(dot(slot, slot))

  function angle(a: number, b: number): number {
    const lengths = Math.sqrt(dot(a, a) * dot(b, b))
    if (lengths < 1e-6) return unknown
    return (Math.acos(Math.min(1, Math.max(-1, dot(a, b) / lengths))) * 180) / Math.PI
  }

  /** along is the least, the greatest and the missing acceleration along a kept mean, which stands for down. */
  function along(slot: number, a: number, b: number): [least: number, most: number, missing: number] {
    if (!open(a, b) || lengthOf(slot) < 1e-6) return [unknown, unknown, 0]
    const scale = 1 / lengthOf(slot)
    const x = (means[slot * 3] as number) * scale
    const y = (means[slot * 3 + 1] as number) * scale
    const z = (means[slot * 3 + 2] as number) * scale
    let [least, most, missing] = [9, -9, 0]
    for (let i = from; i < until; i++) {
      const pull =
        (values[i * 3] as number) * x + (values[i * 3 + 1] as number) * y + (values[i * 3 + 2] as number) * z
      if (i <= impact) missing += (1 - pull) / windowHz
      if (pull < least) least = pull
      if (pull > most) most = pull
    }
    return [least, most, missing]
  }

  /** What happened along the first of the kept means up to the impact; two features look at it. */
  let descent: ReturnType<typeof along> = [unknown, unknown, 0]

  const early: Definition = {
    peak: () => magnitude[impact] as number,
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
    turn_far_before_1s: () => angle(0, 4),
    turn_before_1s: () => angle(1, 4),
    turn_just_before_1s: () => angle(2, 4),
    turn_far_before_2s: () => angle(0, 5),
    turn_before_2s: () => angle(1, 5),
    turn_just_before_2s: () => angle(2, 5),
    turn_within_before: () => angle(0, 1),
    turn_up_to_impact: () => angle(1, 2),
    turn_within_after: () => angle(4, 5),
    turn_at_landing: () => angle(2, 3),
    length_before: () => lengthOf(1),
    length_landing: () => lengthOf(3),
    length_1s: () => lengthOf(4),
    length_2s: () => lengthOf(5),
    least_along_before: () => descent[0],
    missing_along_before: () => descent[2],
    most_along_before: () => along(1, -0.2, 0.3)[1],
    most_along_after: () => along(5, -0.2, 0.3)[1],
    least_along_after: () => along(5, -0.2, 0.6)[0],
  }

  const late: Definition = {
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
    turn_before_3s: () => angle(1, 6),
    turn_before_5s: () => angle(1, 7),
    turn_just_before_5s: () => angle(2, 7),
    turn_2s_5s: () => angle(5, 7),
    turn_3s_5s: () => angle(6, 7),
    length_3s: () => lengthOf(6),
    length_5s: () => lengthOf(7),
  }

  const ofEarly = Object.values(early)
  const ofLate = [...ofEarly, ...Object.values(late)]
  const features = new Float64Array(ofLate.length)

  return {
    names: { early: Object.keys(early), late: [...Object.keys(early), ...Object.keys(late)] },
    load,
    extract(at, look) {
      impact = at
      keepMean(0, -6, -3)
      keepMean(1, -3, -1)
      keepMean(2, -1, -0.3)
      keepMean(3, -0.1, 0.3)
      keepMean(4, 0.5, 1.2)
      keepMean(5, 1.2, 2)
      if (look === 'late') {
        keepMean(6, 2, 3.5)
        keepMean(7, 3.5, 5)
      }
      descent = along(1, -1, 0.1)
      const definitions = look === 'early' ? ofEarly : ofLate
      for (let i = 0; i < definitions.length; i++) features[i] = (definitions[i] as () => number)()
      return features
    },
  }
}

type Definition = Record<string, () => number>
