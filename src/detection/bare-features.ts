import { forceAt, restlessness, type Seconds, spinAt, turnBetween } from './seconds.ts'

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

const known = (value: number) => (value >= 0 ? value : unknown)

/** What is known of the second that is described, for what is added later. */
let peak = 0
let calmBefore = unknown
let calmAfter = unknown
let calmAfterOff = 9
let topAfter = unknown

/**
 * describeSecond tells of the impact in this slot, of the seconds before it and of two seconds after it. The array is
 * used again by the next call.
 */
export function describeSecond(seconds: Seconds, at: number): Float64Array {
  n = 0
  peak = forceAt(seconds, at)
  put(peak)
  put(known(spinAt(seconds, at)))
  describeBefore(seconds, at)
  put(turnBetween(seconds, at - 1, at - 2))
  put(turnBetween(seconds, at - 2, at - 3))
  calmAfter = unknown
  calmAfterOff = 9
  topAfter = unknown
  describeAfter(seconds, at, 1)
  describeAfter(seconds, at, 2)
  return features
}

/** describeThird adds what a third second after the impact tells. */
export function describeThird(seconds: Seconds, at: number): Float64Array {
  describeAfter(seconds, at, 3)
  return features
}

function describeBefore(seconds: Seconds, at: number): void {
  let rivals = 0
  let top = unknown
  let count = 0
  let forces = 0
  let spins = 0
  let calm = 9
  calmBefore = unknown
  for (let k = 1; k <= 6; k++) {
    const value = forceAt(seconds, at - k)
    put(value >= 0 ? value / peak : unknown)
    if (k <= 3) {
      put(known(value))
      put(known(spinAt(seconds, at - k)))
      put(turnBetween(seconds, at - k, at))
    }
    if (!(value >= 0)) continue
    count++
    forces += value
    spins += spinAt(seconds, at - k)
    top = Math.max(top, value)
    if (value > 0.6 * peak) rivals++
    const off = restlessness(seconds, at - k)
    if (off < calm) {
      calm = off
      calmBefore = at - k
    }
  }
  put(rivals)
  put(top)
  put(count)
  put(count > 0 ? forces / count : unknown)
  put(count > 0 ? spins / count : unknown)
  put(calmBefore < 0 ? unknown : calm)
}

function describeAfter(seconds: Seconds, at: number, k: number): void {
  const value = forceAt(seconds, at + k)
  put(known(value))
  put(value >= 0 ? value / peak : unknown)
  put(known(spinAt(seconds, at + k)))
  for (let before = 0; before <= 3; before++) put(turnBetween(seconds, at - before, at + k))
  if (k > 1) put(turnBetween(seconds, at + k - 1, at + k))
  if (value >= 0) {
    topAfter = Math.max(topAfter, value)
    const off = restlessness(seconds, at + k)
    if (off < calmAfterOff) {
      calmAfterOff = off
      calmAfter = at + k
    }
  }
  if (k < 2) return
  put(topAfter)
  put(calmAfter < 0 ? unknown : calmAfterOff)
  put(calmAfter < 0 || calmBefore < 0 ? unknown : turnBetween(seconds, calmBefore, calmAfter))
}
