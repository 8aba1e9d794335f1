import { gravity } from './motion.ts'
import { momentsIn, mostMoments, type Track, trackHz } from './track.ts'

/**
 * Windows of a track around an impact, in seconds from it: how strong acceleration (in g) and rotation (in °/s) were
 * in them. One impact is looked at at a time, so the arrays are made once.
 */
export const force = new Float64Array(mostMoments)
export const spin = new Float64Array(mostMoments)

/** What is not known, because the track begins later, is -1. */
export const unknown = -1

/** The track that was measured last. */
export let values: Float32Array = new Float32Array(0)
let count = 0

/** The impact that was aimed at last, and the window that was opened last. */
export let impact = 0
export let from = 0
export let to = 0

/** measureForces works out how hard each moment from one until another was. */
export function measureForces(track: Track, since: number, until = momentsIn(track)): void {
  const { values } = track
  for (let i = Math.max(since, 0); i < until; i++) {
    const x = values[i * 6] as number
    const y = values[i * 6 + 1] as number
    const z = values[i * 6 + 2] as number
    force[i] = Math.sqrt(x * x + y * y + z * z) / gravity
  }
}

/** measureTrack works out the rest of what the windows look at, when the forces from this moment on are known. */
export function measureTrack(track: Track, since: number): void {
  measureForces(track, 0, since)
  values = track.values
  count = momentsIn(track)
  for (let i = 0; i < count; i++) {
    const x = values[i * 6 + 3] as number
    const y = values[i * 6 + 4] as number
    const z = values[i * 6 + 5] as number
    spin[i] = Math.sqrt(x * x + y * y + z * z)
  }
}

/** aimAt chooses the impact that all windows are around. */
export function aimAt(at: number): void {
  impact = at
}

/** open looks at the window from so many seconds after the impact until so many, and tells whether any of it is known. */
export function open(a: number, b: number): boolean {
  from = Math.max(0, impact + Math.round(a * trackHz))
  to = Math.min(count, impact + Math.round(b * trackHz))
  return to > from
}

export function mean(of: Float64Array, a: number, b: number): number {
  if (!open(a, b)) return unknown
  const end = to
  let sum = 0
  for (let i = from; i < end; i++) sum += of[i] as number
  return sum / (end - from)
}

export function most(of: Float64Array, a: number, b: number): number {
  if (!open(a, b)) return unknown
  const end = to
  let best = of[from] as number
  for (let i = from + 1; i < end; i++) if ((of[i] as number) > best) best = of[i] as number
  return best
}

export function least(of: Float64Array, a: number, b: number): number {
  if (!open(a, b)) return unknown
  const end = to
  let best = of[from] as number
  for (let i = from + 1; i < end; i++) if ((of[i] as number) < best) best = of[i] as number
  return best
}

/** spread is the standard deviation. */
export function spread(of: Float64Array, a: number, b: number): number {
  if (!open(a, b)) return unknown
  const end = to
  let sum = 0
  let squares = 0
  for (let i = from; i < end; i++) {
    const value = of[i] as number
    sum += value
    squares += value * value
  }
  const n = end - from
  return Math.sqrt(Math.max(0, squares / n - (sum / n) ** 2))
}

/** timeAbove is how long the force was above a limit, in seconds. */
export function timeAbove(limit: number, a: number, b: number): number {
  if (!open(a, b)) return 0
  const end = to
  let n = 0
  for (let i = from; i < end; i++) if ((force[i] as number) > limit) n++
  return n / trackHz
}

/** risesAbove is how often the force came to be above a limit: walking does so at every step. */
export function risesAbove(limit: number, a: number, b: number): number {
  if (!open(a, b)) return 0
  const end = to
  let n = 0
  for (let i = from + 1; i < end; i++) {
    if ((force[i] as number) > limit && (force[i - 1] as number) <= limit) n++
  }
  return n
}

/** momentOfLeast is how long before the impact the force was least, in seconds. */
export function momentOfLeast(a: number): number {
  let lowest = impact
  if (open(a, 0)) {
    const end = to
    for (let i = from; i < end; i++) if ((force[i] as number) < (force[lowest] as number)) lowest = i
  }
  return (impact - lowest) / trackHz
}

/** lightness is how much weight was missing, and for how long: a falling body weighs less. Heaviness is the contrary. */
export function lightness(a: number, b: number, sign: 1 | -1): number {
  if (!open(a, b)) return 0
  const end = to
  let sum = 0
  for (let i = from; i < end; i++) {
    const off = (1 - (force[i] as number)) * sign
    if (off > 0) sum += off
  }
  return sum / trackHz
}

/** steepest is the largest change of acceleration from one moment to the next, in g. */
export function steepest(a: number, b: number): number {
  if (!open(a, b)) return 0
  const end = to * 6
  let best = 0
  for (let i = (from + 1) * 6; i < end; i += 6) {
    const x = (values[i] as number) - (values[i - 6] as number)
    const y = (values[i + 1] as number) - (values[i - 5] as number)
    const z = (values[i + 2] as number) - (values[i - 4] as number)
    best = Math.max(best, x * x + y * y + z * z)
  }
  return Math.sqrt(best) / gravity
}

/** highestMean is the hardest stretch of this length around the impact: a knock is short, a body's landing is not. */
export function highestMean(seconds: number): number {
  if (!open(-0.6, 0.8)) return unknown
  const end = to
  const length = Math.min(end - from, Math.round(seconds * trackHz))
  let sum = 0
  for (let i = from; i < from + length; i++) sum += force[i] as number
  let best = sum
  for (let i = from + length; i < end; i++) {
    sum += (force[i] as number) - (force[i - length] as number)
    if (sum > best) best = sum
  }
  return best / length
}
