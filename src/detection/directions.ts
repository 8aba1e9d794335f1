import { gravity } from './motion.ts'
import { trackHz } from './track.ts'
import { from, impact, open, spin, to, unknown, values } from './windows.ts'

/**
 * Directions of a track around an impact: where gravity pulled in a window, how far that turned until another, and
 * what happened along it. They are those of the track that was measured and the impact that was aimed at last.
 */

/** The mean acceleration in each of nine windows. */
const means = new Float64Array(27)

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
  along.missing = 0
  along.least = 9
  along.most = -9
  along.about = 0
  along.over = 0
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
