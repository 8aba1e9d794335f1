import { gravity } from './motion.ts'
import { type Track, trackHz, trackMoments } from './track.ts'

/**
 * Windows of a track around an impact, in seconds from it: what acceleration (in g) and rotation (in °/s) were like
 * in them. One impact is looked at at a time, so the arrays are made once.
 */
export const force = new Float64Array(trackMoments)
export const spin = new Float64Array(trackMoments)

/** What is not known, because the track begins later, is -1. */
export const unknown = -1

/** The mean acceleration in each of nine windows: where gravity pulled. */
const means = new Float64Array(27)

let values = new Float32Array(0)
let first = 0
let impact = 0
let from = 0
let to = 0

/** measureForces works out how hard each moment from this one on was. */
export function measureForces(track: Track, since: number): void {
  const { values } = track
  for (let i = Math.max(since, trackMoments - track.count); i < trackMoments; i++) {
    const x = values[i * 6] as number
    const y = values[i * 6 + 1] as number
    const z = values[i * 6 + 2] as number
    force[i] = Math.sqrt(x * x + y * y + z * z) / gravity
  }
}

/** measureTrack works out all that the windows look at; whoever aims at an impact does this first. */
export function measureTrack(track: Track): void {
  values = track.values as Float32Array<ArrayBuffer>
  first = trackMoments - track.count
  measureForces(track, 0)
  for (let i = first; i < trackMoments; i++) {
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

function open(a: number, b: number): boolean {
  from = Math.max(first, impact + Math.round(a * trackHz))
  to = Math.min(trackMoments, impact + Math.round(b * trackHz))
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

/** netRotation is how far the device has turned altogether, in degrees. */
export function netRotation(a: number, b: number): number {
  if (!open(a, b)) return 0
  const end = to * 6
  let x = 0
  let y = 0
  let z = 0
  for (let i = from * 6; i < end; i += 6) {
    x += values[i + 3] as number
    y += values[i + 4] as number
    z += values[i + 5] as number
  }
  return Math.sqrt(x * x + y * y + z * z) / trackHz
}

/** setMean keeps the mean acceleration of a window, in g, under a number. */
export function setMean(slot: number, a: number, b: number): void {
  let x = 0
  let y = 0
  let z = 0
  if (open(a, b)) {
    const end = to * 6
    for (let i = from * 6; i < end; i += 6) {
      x += values[i] as number
      y += values[i + 1] as number
      z += values[i + 2] as number
    }
  }
  const scale = 1 / (Math.max(1, to - from) * gravity)
  means[slot * 3] = x * scale
  means[slot * 3 + 1] = y * scale
  means[slot * 3 + 2] = z * scale
}

function dot(a: number, b: number): number {
  return (
    (means[a * 3] as number) * (means[b * 3] as number) +
    (means[a * 3 + 1] as number) * (means[b * 3 + 1] as number) +
    (means[a * 3 + 2] as number) * (means[b * 3 + 2] as number)
  )
}

/** sizeOf is the length of a mean: 1 at rest, less where the device was shaken about. */
export const sizeOf = (slot: number) => Math.sqrt(dot(slot, slot))

/** turn is the angle between two of the means, in degrees. */
export function turn(a: number, b: number): number {
  const sizes = Math.sqrt(dot(a, a) * dot(b, b))
  if (sizes < 1e-6) return unknown
  return (Math.acos(Math.min(1, Math.max(-1, dot(a, b) / sizes))) * 180) / Math.PI
}

/** Along is what happened along one of the means, which stands for down, and across it. */
export interface Along {
  /** Weight that was missing along it up to the impact, in g·s: the speed of a fall. */
  missing: number
  least: number
  most: number
  /** Mean rotation about it, and about anything else, in °/s. */
  about: number
  over: number
}

const along: Along = { missing: 0, least: 0, most: 0, about: 0, over: 0 }

export function lookAlong(slot: number, a: number, b: number): Along {
  Object.assign(along, { missing: 0, least: 9, most: -9, about: 0, over: 0 })
  if (!open(a, b)) return along
  const scale = 1 / Math.max(1e-6, sizeOf(slot))
  const x = (means[slot * 3] as number) * scale
  const y = (means[slot * 3 + 1] as number) * scale
  const z = (means[slot * 3 + 2] as number) * scale
  for (let i = from; i < to; i++) {
    const o = i * 6
    const pull =
      ((values[o] as number) * x + (values[o + 1] as number) * y + (values[o + 2] as number) * z) / gravity
    const rotation =
      (values[o + 3] as number) * x + (values[o + 4] as number) * y + (values[o + 5] as number) * z
    if (i <= impact) along.missing += (1 - pull) / trackHz
    along.least = Math.min(along.least, pull)
    along.most = Math.max(along.most, pull)
    along.about += Math.abs(rotation) / (to - from)
    along.over += Math.sqrt(Math.max(0, (spin[i] as number) ** 2 - rotation * rotation)) / (to - from)
  }
  return along
}
