import { angleBetween, gravity, type Motion, type Vector } from './motion.ts'

/**
 * The acceleration of the last seconds, resampled to one rate: three numbers in g for each sample,
 * newest last.
 */
export interface MotionWindow {
  /** How many of the samples were added last, including those that bridge a gap. */
  fresh: number
  /** The time of the newest sample, in the detector's time. */
  endedAt: number
  values: Float32Array
}

/** A higher rate did not separate falls from daily life any better. */
export const windowHz = 25
/** Six seconds before an impact, five after it, and two because an impact can be anywhere in a reading. */
const windowSeconds = 13
export const maxSamples = windowHz * windowSeconds
const axes = 3

/**
 * Acceleration vectors are shortened to this length. The sensors that recorded daily life clip each axis at 2 g, so
 * any harder motion is at least this long there, and has the same length as with any other sensor once it is shortened.
 */
export const clippingG = 1.98

export const samplesIn = ({ values }: MotionWindow) => values.length / axes

export interface WindowPart {
  motions: readonly Motion[]
  /** Which of the motions to add. */
  from: number
  until: number
  rateHz: number
  /** How long no samples were received; the gap is bridged by a straight line. */
  gapSeconds: number
  endedAt: number
}

/** Returns a window that ends with these motions. */
export function extendWindow(window: MotionWindow | undefined, part: WindowPart): MotionWindow {
  const { from, until, rateHz, gapSeconds, endedAt } = part
  const fresh = Math.max(1, Math.round(((until - from) / rateHz) * windowHz))
  const known = window ? samplesIn(window) : 0
  const bridge = known === 0 ? 0 : Math.round(gapSeconds * windowHz)
  const kept = Math.max(0, Math.min(known, maxSamples - fresh - bridge))
  const count = Math.min(maxSamples, kept + bridge + fresh)
  const values = new Float32Array(count * axes)
  if (window && kept > 0) values.set(window.values.subarray((known - kept) * axes))
  resample(part, values, count - fresh)
  if (bridge > 0) fillBridge(values, count - fresh - bridge, bridge)
  return { fresh: fresh + bridge, endedAt, values }
}

/** Averages a higher rate, and repeats the nearest sample of a lower one: interpolation would lose peaks. */
function resample({ motions, from, until }: WindowPart, out: Float32Array, first: number): void {
  const fresh = out.length / axes - first
  const ratio = (until - from) / fresh
  for (let i = 0; i < fresh; i++) {
    const at = (first + i) * axes
    if (ratio >= 1) average(motions, from + i * ratio, Math.min(until, from + (i + 1) * ratio), out, at)
    else copy(motions[from + Math.floor((i + 0.5) * ratio)] as Motion, out, at)
  }
}

/** Writes the mean of the motions from one index to another; both can be fractions. */
function average(
  motions: readonly Motion[],
  from: number,
  until: number,
  out: Float32Array,
  at: number,
): void {
  let x = 0
  let y = 0
  let z = 0
  const end = Math.ceil(until - 1e-9)
  for (let k = Math.floor(from + 1e-9); k < end; k++) {
    const share = (Math.min(k + 1, until) - Math.max(k, from)) / (until - from)
    const { accel } = motions[k] as Motion
    const scale = share * clippingScale(accel)
    x += accel[0] * scale
    y += accel[1] * scale
    z += accel[2] * scale
  }
  out[at] = x
  out[at + 1] = y
  out[at + 2] = z
}

function copy({ accel }: Motion, out: Float32Array, at: number): void {
  const scale = clippingScale(accel)
  out[at] = accel[0] * scale
  out[at + 1] = accel[1] * scale
  out[at + 2] = accel[2] * scale
}

/** Converts m/s² to g, and shortens a vector to `clippingG`. */
function clippingScale([x, y, z]: Vector): number {
  const length = Math.sqrt(x * x + y * y + z * z) / gravity
  return (length > clippingG ? clippingG / length : 1) / gravity
}

function fillBridge(values: Float32Array, first: number, length: number): void {
  if (first <= 0) return
  const [left, right] = [(first - 1) * axes, (first + length) * axes]
  for (let i = 0; i < length; i++) {
    const share = (i + 1) / (length + 1)
    for (let k = 0; k < axes; k++) {
      values[(first + i) * axes + k] =
        (values[left + k] as number) * (1 - share) + (values[right + k] as number) * share
    }
  }
}

/** Returns the mean acceleration in g between two times, in seconds before the newest sample. */
export function meanIn(window: MotionWindow, fromSeconds: number, untilSeconds: number): Vector | undefined {
  const count = samplesIn(window)
  const { values } = window
  const first = Math.max(0, count - Math.round(fromSeconds * windowHz))
  const end = count - Math.max(0, Math.round(untilSeconds * windowHz))
  if (end <= first) return undefined
  let x = 0
  let y = 0
  let z = 0
  for (let i = first; i < end; i++) {
    x += values[i * axes] as number
    y += values[i * axes + 1] as number
    z += values[i * axes + 2] as number
  }
  const n = end - first
  return [x / n, y / n, z / n]
}

/** Returns the spread of the samples that were added last, in g. */
export function latestSpread(window: MotionWindow): number {
  const count = samplesIn(window)
  const { values } = window
  const first = count - Math.min(count, window.fresh)
  let [x, y, z, squares] = [0, 0, 0, 0]
  for (let i = first; i < count; i++) {
    const ax = values[i * axes] as number
    const ay = values[i * axes + 1] as number
    const az = values[i * axes + 2] as number
    x += ax
    y += ay
    z += az
    squares += ax * ax + ay * ay + az * az
  }
  const n = count - first
  return Math.sqrt(Math.max(0, squares / n - (x * x + y * y + z * z) / (n * n)))
}

/** Returns the mean acceleration before an impact, and the angle from it to the mean since. */
export function postureChange(
  window: MotionWindow,
  secondsAgo: number,
): { accelBefore?: Vector; turnDegrees?: number } {
  const accelBefore =
    meanIn(window, secondsAgo + 3, secondsAgo + 0.6) ?? meanIn(window, secondsAgo + 3, secondsAgo + 0.2)
  const accelAfter = meanIn(window, secondsAgo - 0.5, 0)
  if (!accelBefore) return {}
  return accelAfter ? { accelBefore, turnDegrees: angleBetween(accelBefore, accelAfter) } : { accelBefore }
}
