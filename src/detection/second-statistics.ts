import { historySeconds, type PeakHistory, spreadAt, writeClipped } from './peak-history.ts'

/** What is not known, because the second was lost or lies before the history, is -1. */
export const unknown = -1

/** In g: a second with a harder peak, or a larger spread, is one of movement. */
const activePeakG = 1.25
const restlessSpreadG = 0.2

/**
 * createSecondStatistics measures the seconds of a peak history, numbered from the second of an impact: by the peak of
 * each second alone, or by its mean and spread as well. It owns its buffers; one history is loaded at a time.
 */
export function createSecondStatistics(kind: 'peak-only' | 'summary') {
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

  /** peakFromMean is the length of the difference between the impact's peak and the mean of its second. */
  function peakFromMean(): number {
    if (!isKnown(means, 0)) return unknown
    let sum = 0
    for (let axis = 0; axis < 3; axis++)
      sum += ((peaks[at * 3 + axis] as number) - (means[at * 3 + axis] as number)) ** 2
    return Math.sqrt(sum)
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

  return {
    load,
    setImpact(slot: number): void {
      at = slot
    },
    magnitudeAt: (slot: number) => magnitude[slot] as number,
    activeSeconds: (from: number, until: number) => count(from, until, (k) => peak(k) > activePeakG),
    restlessSeconds: (from: number, until: number) =>
      count(from, until, (k) => spreadOf(k) > restlessSpreadG),
    ...{ peaks, means, peak, spreadOf, unrest, ratio, meanLength, angle, angleBetween, distance, along },
    ...{ reduce, average, peakFromMean, turnBetweenCalm, turnFromCalm, meanTurn },
  }
}
