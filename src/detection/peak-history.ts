import { angleBetween, gravity, type Motion, type Vector } from './motion.ts'
import { clippingG } from './motion-window.ts'

/** SecondSummary is what a device can tell of a second without sending its samples, in m/s². */
export interface SecondSummary {
  /** The acceleration at the moment of its largest magnitude. */
  peak: Vector
  mean: Vector
  /** The standard deviation of the acceleration around its mean, as vectors. */
  spread: number
}

/**
 * PeakHistory holds the hardest motion of each of the last seconds, newest last, and what else was told of that second:
 * ten numbers each (acceleration, rotation, mean acceleration, spread). It begins with the first second that is known;
 * what is not known is NaN. A second goes by its slot: the newest is in the last, however many are known.
 */
export type PeakHistory = readonly number[]

export const historySeconds = 14
export const newestSlot = historySeconds - 1
const width = 10

export const emptyHistory: PeakHistory = []

/**
 * Copied to make arrays of no more room than they need; plain ones, because typed ones weigh more than so few numbers.
 */
const unknownSeconds: PeakHistory = new Array(historySeconds * width).fill(Number.NaN)

/** extendHistory adds a second's peak after so many seconds from which nothing came. */
export function extendHistory(
  history: PeakHistory,
  { accel, gyro }: Motion,
  missingSeconds: number,
  summary?: SecondSummary,
): PeakHistory {
  const added = (1 + missingSeconds) * width
  const kept = Math.max(0, Math.min(history.length, historySeconds * width - added))
  const next = unknownSeconds.slice(0, kept === 0 ? width : kept + added)
  const skipped = history.length - kept
  for (let i = 0; i < kept; i++) next[i] = history[skipped + i] as number
  const last = next.length - width
  for (let k = 0; k < 3; k++) {
    next[last + k] = accel[k] as number
    next[last + 3 + k] = gyro[k] as number
    if (summary) next[last + 6 + k] = summary.mean[k] as number
  }
  if (summary) next[last + 9] = summary.spread
  return next
}

/** placeOf is where a slot begins; below 0 it is not known. */
const placeOf = (history: PeakHistory, slot: number) => history.length - (historySeconds - slot) * width

const unknownVector: Vector = [Number.NaN, Number.NaN, Number.NaN]

function vectorAt(history: PeakHistory, slot: number, offset: 0 | 3 | 6): Vector {
  const at = placeOf(history, slot) + offset
  if (at < 0) return unknownVector
  return [history[at] as number, history[at + 1] as number, history[at + 2] as number]
}

export const peakMotionAt = (history: PeakHistory, slot: number): Motion => ({
  accel: vectorAt(history, slot, 0),
  gyro: vectorAt(history, slot, 3),
})

/** peakAt is in g; NaN where nothing is known. */
export function peakAt(history: PeakHistory, slot: number): number {
  const [x, y, z] = vectorAt(history, slot, 0)
  return Math.sqrt(x * x + y * y + z * z) / gravity
}

/**
 * writeClipped writes a vector in g and tells whether it is known. Each axis is clipped, as by the sensors that recorded
 * daily life: a peak is all there is of its second, and cut to one length it would tell too little.
 */
export function writeClipped(
  history: PeakHistory,
  slot: number,
  of: 'peak' | 'mean',
  out: Float64Array,
  at: number,
): boolean {
  const place = placeOf(history, slot) + (of === 'peak' ? 0 : 6)
  if (place < 0 || Number.isNaN(history[place])) return false
  for (let k = 0; k < 3; k++) {
    out[at + k] = Math.max(-clippingG, Math.min(clippingG, (history[place + k] as number) / gravity))
  }
  return true
}

/** spreadAt is in g; NaN where nothing is known. */
export function spreadAt(history: PeakHistory, slot: number): number {
  const place = placeOf(history, slot)
  return place < 0 ? Number.NaN : (history[place + 9] as number) / gravity
}

export const hasSummary = (history: PeakHistory, slot: number) => !Number.isNaN(spreadAt(history, slot))

/**
 * postureChangeInHistory gives gravity in the calmest second before an impact, and how far it turned until the calmest
 * after it.
 */
export function postureChangeInHistory(
  history: PeakHistory,
  slot: number,
): { upright?: Vector; turnDegrees?: number } {
  const before = calmest(history, 0, slot)
  const after = calmest(history, slot + 1, historySeconds)
  if (before === undefined) return {}
  const upright = vectorAt(history, before, 0)
  return after === undefined
    ? { upright }
    : { upright, turnDegrees: angleBetween(upright, vectorAt(history, after, 0)) }
}

function calmest(history: PeakHistory, from: number, until: number): number | undefined {
  let best: number | undefined
  let least = Number.POSITIVE_INFINITY
  for (let slot = from; slot < until; slot++) {
    const off = Math.abs(peakAt(history, slot) - 1)
    if (!(off < least)) continue
    best = slot
    least = off
  }
  return best
}
