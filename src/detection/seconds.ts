import { angleBetween, gravity, type Motion, type Vector } from './motion.ts'

/**
 * Seconds holds the hardest motion of each of the last seconds, six numbers for each (m/s² and °/s), newest last. A
 * second from which nothing came is NaN.
 */
export type Seconds = readonly number[]

export const secondsKept = 10
const width = 6

export const emptySeconds: Seconds = new Array(secondsKept * width).fill(Number.NaN)

/** extendSeconds adds a second, after so many from which nothing came. */
export function extendSeconds(seconds: Seconds, { accel, gyro }: Motion, missing: number): Seconds {
  // Plain arrays: for so few numbers typed ones and their methods take several times as long.
  const next = seconds.slice()
  const last = (secondsKept - 1) * width
  const shift = Math.min(secondsKept, 1 + missing) * width
  for (let i = 0; i < last; i++) next[i] = seconds[i + shift] ?? Number.NaN
  for (let axis = 0; axis < 3; axis++) {
    next[last + axis] = accel[axis] as number
    next[last + 3 + axis] = gyro[axis] as number
  }
  return next
}

function vectorAt(seconds: Seconds, slot: number, offset: 0 | 3): Vector {
  const at = slot * width + offset
  return [seconds[at] as number, seconds[at + 1] as number, seconds[at + 2] as number]
}

export function motionAt(seconds: Seconds, slot: number): Motion {
  return { accel: vectorAt(seconds, slot, 0), gyro: vectorAt(seconds, slot, 3) }
}

function lengthAt(seconds: Seconds, slot: number, offset: 0 | 3): number {
  if (slot < 0 || slot >= secondsKept) return Number.NaN
  const at = slot * width + offset
  const x = seconds[at] as number
  const y = seconds[at + 1] as number
  const z = seconds[at + 2] as number
  return Math.sqrt(x * x + y * y + z * z)
}

/** forceAt is in g, spinAt in °/s; NaN where nothing is known. */
export const forceAt = (seconds: Seconds, slot: number) => lengthAt(seconds, slot, 0) / gravity
export const spinAt = (seconds: Seconds, slot: number) => lengthAt(seconds, slot, 3)

/** turnBetween is the angle between the accelerations of two seconds, in degrees; -1 where it is not known. */
export function turnBetween(seconds: Seconds, a: number, b: number): number {
  const lengths = lengthAt(seconds, a, 0) * lengthAt(seconds, b, 0)
  if (!(lengths > 1e-6)) return -1
  const i = a * width
  const j = b * width
  const dot =
    (seconds[i] as number) * (seconds[j] as number) +
    (seconds[i + 1] as number) * (seconds[j + 1] as number) +
    (seconds[i + 2] as number) * (seconds[j + 2] as number)
  return (Math.acos(Math.min(1, Math.max(-1, dot / lengths))) * 180) / Math.PI
}

/** restlessness is 0 for a second at rest, in which acceleration is gravity; NaN where nothing is known. */
export const restlessness = (seconds: Seconds, slot: number) =>
  Math.abs(forceAt(seconds, slot) - 1) + spinAt(seconds, slot) / 200

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
  for (let slot = from; slot < to; slot++) {
    const here = restlessness(seconds, slot)
    if (here >= 0 && (best === undefined || here < restlessness(seconds, best))) best = slot
  }
  return best
}
