import { historySeconds, type PeakHistory, spreadAt, writeClipped } from './peak-history.ts'
import {
  type DetailHistory,
  detailAt,
  detailsPerSecond,
  noDetails,
  type SecondMode,
} from './second-details.ts'

/** The value of a statistic of a second that was lost or is not in the history. */
export const unknown = -1

/** A second with a higher peak, or a larger spread, is one of movement. */
const activePeakG = 1.25
const restlessSpreadG = 0.2

/**
 * Returns statistics of the seconds of a peak history, counted from the second of an impact: of
 * the peak of each second alone, or of its mean and spread as well. It owns its buffers; one history is loaded at a time.
 */
export function createPerSecondStatistics(kind: SecondMode) {
  const peaks = new Float64Array(historySeconds * 3)
  const means = new Float64Array(historySeconds * 3)
  const magnitude = new Float64Array(historySeconds)
  const spread = new Float64Array(historySeconds)
  const details = new Float64Array(historySeconds * detailsPerSecond)
  const hasMeans = kind !== 'peak-only'
  let impact = 0

  function load(history: PeakHistory, detailHistory: DetailHistory = noDetails): void {
    for (let slot = 0; slot < historySeconds; slot++) {
      const isKnown = writeClipped(history, slot, 'peak', peaks, slot * 3)
      magnitude[slot] = isKnown ? lengthOf(peaks, slot) : unknown
      const hasMean = writeClipped(history, slot, 'mean', means, slot * 3)
      spread[slot] = hasMean ? Math.min(2, spreadAt(history, slot)) : unknown
    }
    if (kind === 'full-summary') loadDetails(detailHistory)
  }

  function loadDetails(history: DetailHistory): void {
    for (let slot = 0; slot < historySeconds; slot++) {
      const at = slot * detailsPerSecond
      for (let detail = 0; detail < detailsPerSecond; detail++) {
        const value = detailAt(history, slot, detail)
        details[at + detail] = Number.isNaN(value) ? unknown : Math.min(2, value)
      }
    }
  }

  function lengthOf(of: Float64Array, slot: number): number {
    const x = of[slot * 3] as number
    const y = of[slot * 3 + 1] as number
    const z = of[slot * 3 + 2] as number
    return Math.sqrt(x * x + y * y + z * z)
  }

  const peak = (k: number) =>
    impact + k < 0 || impact + k >= historySeconds ? unknown : (magnitude[impact + k] as number)
  const detailOf = (detail: number, k: number) =>
    impact + k < 0 || impact + k >= historySeconds
      ? unknown
      : (details[(impact + k) * detailsPerSecond + detail] as number)
  const spreadOf = (k: number) =>
    impact + k < 0 || impact + k >= historySeconds ? unknown : (spread[impact + k] as number)

  function isKnown(of: Float64Array, k: number): boolean {
    const known = of === peaks ? magnitude : spread
    return impact + k >= 0 && impact + k < historySeconds && (known[impact + k] as number) >= 0
  }

  function dot(of: Float64Array, a: number, other: Float64Array, b: number): number {
    let sum = 0
    for (let axis = 0; axis < 3; axis++) {
      sum += (of[(impact + a) * 3 + axis] as number) * (other[(impact + b) * 3 + axis] as number)
    }
    return sum
  }

  /** The angle between vectors of two seconds, in degrees. */
  function angleBetween(of: Float64Array, a: number, other: Float64Array, b: number): number {
    if (!isKnown(of, a) || !isKnown(other, b)) return unknown
    const lengths = lengthOf(of, impact + a) * lengthOf(other, impact + b)
    if (lengths < 1e-4) return unknown
    return (Math.acos(Math.min(1, Math.max(-1, dot(of, a, other, b) / lengths))) * 180) / Math.PI
  }

  const meanLength = (k: number) => (isKnown(means, k) ? lengthOf(means, impact + k) : unknown)

  const angle = (of: Float64Array, a: number, b: number) => angleBetween(of, a, of, b)

  /** The length of the difference between the vectors of two seconds. */
  function distance(of: Float64Array, a: number, b: number): number {
    if (!isKnown(of, a) || !isKnown(of, b)) return unknown
    const square = dot(of, a, of, a) + dot(of, b, of, b) - 2 * dot(of, a, of, b)
    return Math.sqrt(Math.max(0, square))
  }

  /** The length of the difference between the impact's peak and the mean of its second. */
  function peakFromMean(): number {
    if (!isKnown(means, 0)) return unknown
    let sum = 0
    for (let axis = 0; axis < 3; axis++)
      sum += ((peaks[impact * 3 + axis] as number) - (means[impact * 3 + axis] as number)) ** 2
    return Math.sqrt(sum)
  }

  /** The peak's component along the mean of another second; 4 is added to keep it apart from `unknown`. */
  function along(k: number): number {
    if (!isKnown(means, k) || lengthOf(means, impact + k) < 1e-2) return unknown
    return 4 + dot(peaks, 0, means, k) / lengthOf(means, impact + k)
  }

  function reduce(
    from: number,
    until: number,
    of: (k: number) => number,
    combine: (result: number, next: number) => number,
  ): number {
    let result = unknown
    for (let k = from; k <= until; k++) {
      const value = of(k)
      if (value >= 0) result = result < 0 ? value : combine(result, value)
    }
    return result
  }

  /** How far the peak of a second is from 1 g. */
  const unrest = (k: number) => (peak(k) < 0 ? unknown : Math.abs(peak(k) - 1))

  function calmest(from: number, until: number): number | undefined {
    let found: number | undefined
    let lowest = 9
    for (let k = from; k <= until; k++) {
      const current = hasMeans ? spreadOf(k) : unrest(k)
      if (current < 0 || current >= lowest) continue
      lowest = current
      found = k
    }
    return found
  }

  /** The angle between the calmest seconds before and after the impact. */
  function turnBetweenCalm(until: number): number {
    const before = calmest(-6, -1)
    const after = calmest(1, until)
    if (before === undefined || after === undefined) return unknown
    return angle(hasMeans ? means : peaks, before, after)
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

  /** The angle between the peak and the calmest of some other seconds. */
  function turnFromCalm(from: number, until: number): number {
    const calm = calmest(from, until)
    if (calm === undefined) return unknown
    return hasMeans ? angleBetween(peaks, 0, means, calm) : angle(peaks, 0, calm)
  }

  /** The mean angle between successive seconds. */
  const meanTurn = (of: Float64Array, from: number, until: number) =>
    average(from, until - 1, (k) => angle(of, k, k + 1))

  const ratio = (k: number) => (peak(k) < 0 ? unknown : peak(k) / peak(0))

  return {
    load,
    setImpact(slot: number): void {
      impact = slot
    },
    magnitudeAt: (slot: number) => magnitude[slot] as number,
    activeSeconds: (from: number, until: number) => count(from, until, (k) => peak(k) > activePeakG),
    restlessSeconds: (from: number, until: number) =>
      count(from, until, (k) => spreadOf(k) > restlessSpreadG),
    ...{
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
    },
    ...{ reduce, average, peakFromMean, turnBetweenCalm, turnFromCalm, meanTurn },
  }
}
