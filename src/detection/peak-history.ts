import { angleBetween, gravity, type Motion, type Vector } from './motion.ts'
import { clippingG } from './motion-window.ts'

/** What a full summary of a second says besides peak, mean and spread. None of it depends on how the device is worn. */
export interface SecondDetails {
  /** The share of the samples below 0.7 g, from 0 to 1: a body that falls weighs less. */
  lowShare: number
  /** When the first of the largest samples was measured, clipped like a window: the share of the second before it. */
  peakAt: number
  /** The spread of the samples of the first half of the second, clipped in the same way, in m/s². */
  firstSpread: number
}

/** What a device can send of a second instead of its samples, in m/s². */
export interface SecondSummary {
  /** The acceleration at the time of its largest magnitude. */
  peak: Vector
  mean: Vector
  /** The standard deviation of the acceleration around its mean, as vectors. */
  spread: number
  details?: SecondDetails | undefined
}

/**
 * The peak of each of the last seconds, newest last, with mean and spread if they were sent: ten numbers
 * for each second (acceleration, rotation, mean acceleration, spread), NaN where unknown. It begins with the first known
 * second. Seconds are addressed by slot; the newest is always in the last slot, however many are known.
 */
export type PeakHistory = readonly number[]

export const historySeconds = 14
export const newestSlot = historySeconds - 1
const numbersPerSecond = 10

export const emptyHistory: PeakHistory = []

/**
 * Copied, because a slice allocates no more than its length. A plain array, because a typed one takes more memory than so
 * few numbers.
 */
const unknownSeconds: readonly number[] = new Array(historySeconds * numbersPerSecond).fill(Number.NaN)

/** Returns the history with a second of unknown numbers at its end, after a number of seconds without a reading. */
export function withUnknownSecond(
  history: readonly number[],
  width: number,
  missingSeconds: number,
): number[] {
  const added = (1 + missingSeconds) * width
  const kept = Math.max(0, Math.min(history.length, historySeconds * width - added))
  const next = unknownSeconds.slice(0, kept === 0 ? width : kept + added)
  const skipped = history.length - kept
  for (let i = 0; i < kept; i++) next[i] = history[skipped + i] as number
  return next
}

/** Adds the peak of a second, after a number of seconds without a reading. */
export function extendHistory(
  history: PeakHistory,
  { accel, gyro }: Motion,
  missingSeconds: number,
  summary?: SecondSummary,
): PeakHistory {
  const next = withUnknownSecond(history, numbersPerSecond, missingSeconds)
  const last = next.length - numbersPerSecond
  for (let k = 0; k < 3; k++) {
    next[last + k] = accel[k] as number
    next[last + 3 + k] = gyro[k] as number
    if (summary) next[last + 6 + k] = summary.mean[k] as number
  }
  if (summary) next[last + 9] = summary.spread
  return next
}

/** Returns the index at which a slot begins; a negative one means that the second is unknown. */
const offsetOf = (history: PeakHistory, slot: number) =>
  history.length - (historySeconds - slot) * numbersPerSecond

const unknownVector: Vector = [Number.NaN, Number.NaN, Number.NaN]

function vectorAt(history: PeakHistory, slot: number, field: 0 | 3 | 6): Vector {
  const at = offsetOf(history, slot) + field
  if (at < 0) return unknownVector
  return [history[at] as number, history[at + 1] as number, history[at + 2] as number]
}

export const peakMotionAt = (history: PeakHistory, slot: number): Motion => ({
  accel: vectorAt(history, slot, 0),
  gyro: vectorAt(history, slot, 3),
})

/** Returns the peak of a second in g; NaN if unknown. */
export function peakAt(history: PeakHistory, slot: number): number {
  const [x, y, z] = vectorAt(history, slot, 0)
  return Math.sqrt(x * x + y * y + z * z) / gravity
}

/**
 * Writes a vector in g, and returns whether it is known. Each axis is clipped, as by the sensors that recorded
 * daily life: a peak is the only vector of its second, and shortened to one length it would carry too little information.
 */
export function writeClipped(
  history: PeakHistory,
  slot: number,
  of: 'peak' | 'mean',
  out: Float64Array,
  at: number,
): boolean {
  const from = offsetOf(history, slot) + (of === 'peak' ? 0 : 6)
  if (from < 0 || Number.isNaN(history[from])) return false
  for (let k = 0; k < 3; k++) {
    out[at + k] = Math.max(-clippingG, Math.min(clippingG, (history[from + k] as number) / gravity))
  }
  return true
}

/** Returns the spread of a second in g; NaN if unknown. */
export function spreadAt(history: PeakHistory, slot: number): number {
  const from = offsetOf(history, slot)
  return from < 0 ? Number.NaN : (history[from + 9] as number) / gravity
}

export const hasSummary = (history: PeakHistory, slot: number) => !Number.isNaN(spreadAt(history, slot))

/**
 * Returns the acceleration in the calmest second before an impact, and the angle from it to the
 * calmest second after it.
 */
export function postureChangeInHistory(
  history: PeakHistory,
  slot: number,
): { accelBefore?: Vector; turnDegrees?: number } {
  const before = calmest(history, 0, slot)
  const after = calmest(history, slot + 1, historySeconds)
  if (before === undefined) return {}
  const accelBefore = vectorAt(history, before, 0)
  return after === undefined
    ? { accelBefore }
    : { accelBefore, turnDegrees: angleBetween(accelBefore, vectorAt(history, after, 0)) }
}

/** Returns the slot whose peak is closest to 1 g. */
function calmest(history: PeakHistory, from: number, until: number): number | undefined {
  let calmestSlot: number | undefined
  let smallest = Number.POSITIVE_INFINITY
  for (let slot = from; slot < until; slot++) {
    const deviation = Math.abs(peakAt(history, slot) - 1)
    if (!(deviation < smallest)) continue
    calmestSlot = slot
    smallest = deviation
  }
  return calmestSlot
}

/** Samples are added in parts of this many seconds, so a time has no fixed slot. */
const partSeconds = { shortest: 2 / 3, longest: 1.5 }

/** Returns the slot with the highest peak among those that can contain a time, in seconds ago. */
export function hardestSlotAround(history: PeakHistory, secondsAgo: number): number {
  const first = Math.max(0, newestSlot - Math.ceil(secondsAgo / partSeconds.shortest))
  const last = newestSlot - Math.floor(secondsAgo / partSeconds.longest)
  let hardest = Math.max(0, newestSlot - Math.floor(secondsAgo))
  for (let slot = first; slot <= last; slot++) {
    if (peakAt(history, slot) > peakAt(history, hardest)) hardest = slot
  }
  return hardest
}
