import { type MotionWindow, maxSamples, samplesIn, windowHz } from './motion-window.ts'

/** What is not known, because the window begins later, is -1. */
export const unknown = -1

export type ImpactStatistics = ReturnType<typeof createImpactStatistics>

/**
 * createImpactStatistics measures ranges of a motion window, given in seconds from an impact. It owns its buffers; one
 * window is loaded at a time.
 */
export function createImpactStatistics() {
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

  return {
    load,
    setImpact(at: number): void {
      impact = at
    },
    peak: () => magnitude[impact] as number,
    ...{ mean, highest, lowest, spread, stillest, timeAbove, risesPerSecond, secondsSinceLowest, impulse },
    ...{ highestJerk, meanJerk, highestMean, clippedShare, keepMean, lengthOf, angle, along },
  }
}
