import type { FlatMotions } from './flat-motions.ts'
import { angleBetween, gravity, type Motion, type Vector } from './motion.ts'

/**
 * Seconds holds the hardest motion of each of the last seconds, six numbers for each (m/s² and °/s), newest last. It
 * begins with the first that is known; a later one from which nothing came is NaN. A second goes by its slot: the
 * newest is in the last of ten, however many are known.
 */
export type Seconds = readonly number[]

export const secondsKept = 10
export const newest = secondsKept - 1
const width = 6

export const emptySeconds: Seconds = []

/** Copied to make arrays of no more room than they need; plain ones, because typed ones weigh more than so few numbers. */
const unknownSeconds: Seconds = new Array(secondsKept * width).fill(Number.NaN)

/** extendSeconds adds the hardest of these motions, after so many seconds from which nothing came. */
export function extendSeconds(seconds: Seconds, { values, hardest }: FlatMotions, missing: number): Seconds {
  const added = (1 + missing) * width
  const kept = Math.max(0, Math.min(seconds.length, secondsKept * width - added))
  const next = unknownSeconds.slice(0, kept === 0 ? width : kept + added)
  const skipped = seconds.length - kept
  for (let i = 0; i < kept; i++) next[i] = seconds[skipped + i] as number
  const last = next.length - width
  for (let k = 0; k < width; k++) next[last + k] = values[hardest * width + k] as number
  return next
}

/** placeOf is where a slot begins; below 0 it is not known. */
const placeOf = (seconds: Seconds, slot: number) => seconds.length - (secondsKept - slot) * width

function vectorAt(seconds: Seconds, slot: number, offset: 0 | 3): Vector {
  const at = placeOf(seconds, slot) + offset
  if (at < 0) return nowhere
  return [seconds[at] as number, seconds[at + 1] as number, seconds[at + 2] as number]
}

const nowhere: Vector = [Number.NaN, Number.NaN, Number.NaN]

export function motionAt(seconds: Seconds, slot: number): Motion {
  return { accel: vectorAt(seconds, slot, 0), gyro: vectorAt(seconds, slot, 3) }
}

function lengthAt(seconds: Seconds, slot: number, offset: 0 | 3): number {
  const at = placeOf(seconds, slot) + offset
  if (at < 0) return Number.NaN
  const x = seconds[at] as number
  const y = seconds[at + 1] as number
  const z = seconds[at + 2] as number
  return Math.sqrt(x * x + y * y + z * z)
}

/** forceAt is in g, spinAt in °/s; NaN where nothing is known. */
export const forceAt = (seconds: Seconds, slot: number) => lengthAt(seconds, slot, 0) / gravity
export const spinAt = (seconds: Seconds, slot: number) => lengthAt(seconds, slot, 3)

/** dotBetween is the product of the accelerations of two seconds, which must be known. */
export function dotBetween(seconds: Seconds, a: number, b: number): number {
  const i = placeOf(seconds, a)
  const j = placeOf(seconds, b)
  return (
    (seconds[i] as number) * (seconds[j] as number) +
    (seconds[i + 1] as number) * (seconds[j + 1] as number) +
    (seconds[i + 2] as number) * (seconds[j + 2] as number)
  )
}

/** restlessness is 0 for a second at rest, in which acceleration is gravity; NaN where nothing is known. */
export const restlessness = (force: number, spin: number) => Math.abs(force - 1) + spin / 200

/** turnInSeconds is where gravity pulled in the calmest second before an impact, and how far it turned until the calmest after it. */
export function turnInSeconds(seconds: Seconds, slot: number): { upright?: Vector; turn?: number } {
  const before = calmest(seconds, 0, slot)
  const after = calmest(seconds, slot + 1, secondsKept)
  if (before === undefined) return {}
  const upright = vectorAt(seconds, before, 0)
  return after === undefined
    ? { upright }
    : { upright, turn: angleBetween(upright, vectorAt(seconds, after, 0)) }
}

function calmest(seconds: Seconds, from: number, to: number): number | undefined {
  let best: number | undefined
  let least = Number.POSITIVE_INFINITY
  for (let slot = from; slot < to; slot++) {
    const here = restlessness(forceAt(seconds, slot), spinAt(seconds, slot))
    if (!(here < least)) continue
    best = slot
    least = here
  }
  return best
}
