import { createMeanVectors } from './mean-vectors.ts'
import { type MotionWindow, maxSamples, samplesIn, windowHz } from './motion-window.ts'

/** The value of a statistic whose range is not in the window. */
export const unknown = -1

/** A sample above this was shortened to the common range of all sensors, or nearly. */
const nearlyClippedG = 1.9

export type ImpactStatistics = ReturnType<typeof createImpactStatistics>

/**
 * Returns statistics of ranges of a motion window, given in seconds from an impact. It owns its
 * buffers; one window is loaded at a time.
 */
export function createImpactStatistics() {
  const magnitude = new Float64Array(maxSamples)
  /** Prefix sums over the samples: of the three axes, and of the squares. */
  const sums = new Float64Array((maxSamples + 1) * 4)
  let values: Float32Array = new Float32Array(0)
  let count = 0
  let impact = 0
  /** The selected range, in samples. */
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

  /** Sets the range between two times in seconds from the impact, and returns whether any of it is known. */
  function select(a: number, b: number): boolean {
    from = Math.max(0, impact + Math.round(a * windowHz))
    until = Math.min(count, impact + Math.round(b * windowHz))
    return until > from
  }

  const total = (axis: number) => (sums[until * 4 + axis] as number) - (sums[from * 4 + axis] as number)

  function mean(a: number, b: number): number {
    if (!select(a, b)) return unknown
    let sum = 0
    for (let i = from; i < until; i++) sum += magnitude[i] as number
    return sum / (until - from)
  }

  function highest(a: number, b: number): number {
    if (!select(a, b)) return unknown
    let best = 0
    for (let i = from; i < until; i++) if ((magnitude[i] as number) > best) best = magnitude[i] as number
    return best
  }

  function lowest(a: number, b: number): number {
    if (!select(a, b)) return unknown
    let best = 9
    for (let i = from; i < until; i++) if ((magnitude[i] as number) < best) best = magnitude[i] as number
    return best
  }

  /** The standard deviation of the acceleration vector around its mean. */
  function spread(a: number, b: number): number {
    if (!select(a, b)) return unknown
    const n = until - from
    const [x, y, z, squares] = [total(0), total(1), total(2), total(3)]
    return Math.sqrt(Math.max(0, squares / n - (x * x + y * y + z * z) / (n * n)))
  }

  /** The lowest spread of the half seconds of a range. */
  function stillest(a: number, b: number): number {
    let best = unknown
    for (let start = a; start + 0.5 <= b + 1e-9; start += 0.5) {
      const current = spread(start, start + 0.5)
      if (current >= 0 && (best < 0 || current < best)) best = current
    }
    return best
  }

  function timeAbove(threshold: number, a: number, b: number): number {
    if (!select(a, b)) return 0
    let n = 0
    for (let i = from; i < until; i++) if ((magnitude[i] as number) > threshold) n++
    return n / windowHz
  }

  /** How often the magnitude crosses a threshold upwards; walking does so at every step. */
  function risesPerSecond(threshold: number, a: number, b: number): number {
    if (!select(a, b)) return unknown
    let n = 0
    for (let i = from + 1; i < until; i++) {
      if ((magnitude[i] as number) > threshold && (magnitude[i - 1] as number) <= threshold) n++
    }
    return (n * windowHz) / (until - from)
  }

  /** The time from the lowest magnitude of a range before the impact to the impact. */
  function secondsSinceLowest(a: number): number {
    let lowestAt = impact
    if (select(a, 0)) {
      for (let i = from; i < until; i++)
        if ((magnitude[i] as number) < (magnitude[lowestAt] as number)) lowestAt = i
    }
    return (impact - lowestAt) / windowHz
  }

  /** The integral of the magnitude below (-1) or above (1) 1 g, in g·s. */
  function impulse(a: number, b: number, sign: 1 | -1): number {
    if (!select(a, b)) return 0
    let sum = 0
    for (let i = from; i < until; i++) {
      const excess = ((magnitude[i] as number) - 1) * sign
      if (excess > 0) sum += excess
    }
    return sum / windowHz
  }

  /** The change of the acceleration vector from the previous sample, in g. */
  function jerkAt(i: number): number {
    const x = (values[i * 3] as number) - (values[i * 3 - 3] as number)
    const y = (values[i * 3 + 1] as number) - (values[i * 3 - 2] as number)
    const z = (values[i * 3 + 2] as number) - (values[i * 3 - 1] as number)
    return Math.sqrt(x * x + y * y + z * z)
  }

  function highestJerk(a: number, b: number): number {
    if (!select(a, b)) return unknown
    let best = 0
    for (let i = Math.max(1, from); i < until; i++) best = Math.max(best, jerkAt(i))
    return best
  }

  function meanJerk(a: number, b: number): number {
    if (!select(a, b)) return unknown
    let sum = 0
    for (let i = Math.max(1, from); i < until; i++) sum += jerkAt(i)
    return sum / (until - from)
  }

  /** The highest mean over a duration around the impact: a knock is shorter than the landing of a body. */
  function highestMean(seconds: number): number {
    if (!select(-0.6, 0.8)) return unknown
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

  /** The share of samples at the common range of all sensors, or nearly. */
  function clippedShare(a: number, b: number): number {
    if (!select(a, b)) return unknown
    let n = 0
    for (let i = from; i < until; i++) if ((magnitude[i] as number) > nearlyClippedG) n++
    return n / (until - from)
  }

  const meanVectors = createMeanVectors()

  /** Stores the mean acceleration of a range in a slot; zero if the range is unknown. */
  function storeMean(slot: number, a: number, b: number): void {
    const n = select(a, b) ? until - from : 0
    if (n > 0) meanVectors.set(slot, total(0) / n, total(1) / n, total(2) / n)
    else meanVectors.set(slot, 0, 0, 0)
  }

  /**
   * Returns the lowest and highest acceleration along a stored mean, which is taken for the direction of gravity,
   * and how much of 1 g was missing there until the impact, in g·s.
   */
  function along(slot: number, a: number, b: number): [lowest: number, highest: number, missing: number] {
    if (!select(a, b) || meanVectors.lengthOf(slot) < 1e-6) return [unknown, unknown, 0]
    const [x, y, z] = meanVectors.directionOf(slot)
    let [lowestPull, highestPull, missing] = [9, -9, 0]
    for (let i = from; i < until; i++) {
      const pull =
        (values[i * 3] as number) * x + (values[i * 3 + 1] as number) * y + (values[i * 3 + 2] as number) * z
      if (i <= impact) missing += (1 - pull) / windowHz
      if (pull < lowestPull) lowestPull = pull
      if (pull > highestPull) highestPull = pull
    }
    return [lowestPull, highestPull, missing]
  }

  return {
    load,
    setImpact(sample: number): void {
      impact = sample
    },
    peak: () => magnitude[impact] as number,
    ...{ mean, highest, lowest, spread, stillest, timeAbove, risesPerSecond, secondsSinceLowest, impulse },
    ...{ highestJerk, meanJerk, highestMean, clippedShare, storeMean, along },
    lengthOf: meanVectors.lengthOf,
    angle: (a: number, b: number) => meanVectors.angleBetween(a, b) ?? unknown,
  }
}
