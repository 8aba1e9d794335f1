import { gravity } from './motion.ts'
import { dotBetween, forceAt, restlessness, type Seconds, secondsKept, spinAt } from './seconds.ts'

/**
 * What one reading a second tells of an impact: lengths and angles alone, so it does not matter how the device is
 * worn. Acceleration counts in g, rotation in °/s.
 */

export const bareFeatureCounts = { early: 43, late: 54 }
const features = new Float64Array(bareFeatureCounts.late)
const unknown = -1

let n = 0

function put(value: number): void {
  features[n++] = value
}

/** The seconds that are looked at, and how hard each was, how fast it turned and how far from rest it was, or unknown. */
let seconds: Seconds = []
const force = new Float64Array(secondsKept)
const spin = new Float64Array(secondsKept)
const unrest = new Float64Array(secondsKept)

/** measureSeconds works out what every impact among them is described with; whoever describes one does this first. */
export function measureSeconds(measured: Seconds): void {
  seconds = measured
  for (let slot = 0; slot < secondsKept; slot++) {
    const here = forceAt(seconds, slot)
    const isKnown = here >= 0
    force[slot] = isKnown ? here : unknown
    spin[slot] = isKnown ? spinAt(seconds, slot) : unknown
    unrest[slot] = isKnown ? restlessness(here, spin[slot] as number) : unknown
  }
}

/** turnBetween is the angle between the accelerations of two seconds, in degrees. */
function turnBetween(a: number, b: number): number {
  const forces = (force[a] as number) * (force[b] as number)
  if ((force[a] as number) < 0 || forces < leastForces) return unknown
  const cosine = dotBetween(seconds, a, b) / (forces * gravity * gravity)
  return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI
}

/** Two seconds without any weight have no direction. */
const leastForces = 1e-8

/** The slot that was described last and what is known of it, for what is added later. */
let described = 0
let peak = 0
let calmBefore = unknown
let calmAfter = unknown
let calmAfterOff = 9
let topAfter = unknown

/**
 * describeSecond tells of the impact in this slot, of the seconds before it and of two seconds after it. The array is
 * used again by the next call.
 */
export function describeSecond(at: number): Float64Array {
  n = 0
  described = at
  peak = force[at] as number
  put(peak)
  put(spin[at] as number)
  describeBefore(at)
  put(turnBetween(at - 2, at - 1))
  put(turnBetween(at - 3, at - 2))
  calmAfter = unknown
  calmAfterOff = 9
  topAfter = unknown
  describeAfter(at, 1)
  describeAfter(at, 2)
  return features
}

/** describeThird adds what a third second tells of the impact that was described last. */
export function describeThird(): Float64Array {
  describeAfter(described, 3)
  return features
}

function describeBefore(at: number): void {
  let rivals = 0
  let top = unknown
  let count = 0
  let forces = 0
  let spins = 0
  let calm = 9
  calmBefore = unknown
  for (let k = 1; k <= 6; k++) {
    const slot = at - k
    const value = force[slot] as number
    put(value >= 0 ? value / peak : unknown)
    if (k <= 3) {
      put(value)
      put(spin[slot] as number)
      put(turnBetween(slot, at))
    }
    if (value < 0) continue
    count++
    forces += value
    spins += spin[slot] as number
    top = Math.max(top, value)
    if (value > 0.6 * peak) rivals++
    const off = unrest[slot] as number
    if (off < calm) {
      calm = off
      calmBefore = slot
    }
  }
  put(rivals)
  put(top)
  put(count)
  put(count > 0 ? forces / count : unknown)
  put(count > 0 ? spins / count : unknown)
  put(calmBefore < 0 ? unknown : calm)
}

function describeAfter(at: number, k: number): void {
  const slot = at + k
  const value = force[slot] as number
  put(value)
  put(value >= 0 ? value / peak : unknown)
  put(spin[slot] as number)
  for (let before = 0; before <= 3; before++) put(turnBetween(at - before, slot))
  if (k > 1) put(turnBetween(slot - 1, slot))
  if (value >= 0) {
    topAfter = Math.max(topAfter, value)
    const off = unrest[slot] as number
    if (off < calmAfterOff) {
      calmAfterOff = off
      calmAfter = slot
    }
  }
  if (k < 2) return
  put(topAfter)
  put(calmAfter < 0 ? unknown : calmAfterOff)
  put(calmAfter < 0 || calmBefore < 0 ? unknown : turnBetween(calmBefore, calmAfter))
}
