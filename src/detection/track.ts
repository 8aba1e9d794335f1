import { angleBetween, gravity, type Motion, type Vector } from './motion.ts'

/**
 * Track is the motion of the last seconds at one steady pace, whatever the device's own rate: six numbers for each
 * moment (acceleration in m/s², rotation in °/s), newest last. The last `count` moments are filled.
 */
export interface Track {
  count: number
  /** How many of them came with the latest motions. */
  fresh: number
  values: Float32Array
}

/** More than this told falls from daily life no better. */
export const trackHz = 25
/** Six seconds before an impact, two after it, and one because seconds do not begin with impacts. */
const trackSeconds = 9
export const trackMoments = trackHz * trackSeconds
const width = 6

export const emptyTrack: Track = { count: 0, fresh: 0, values: new Float32Array(trackMoments * width) }

/** extendTrack gives a track that ends with these motions, after a pause of so many seconds bridged by a straight line. */
export function extendTrack(track: Track, motions: readonly Motion[], rateHz: number, pause = 0): Track {
  const fresh = Math.max(1, Math.round((motions.length / rateHz) * trackHz))
  const bridge = track.count === 0 ? 0 : Math.round(pause * trackHz)
  const added = fresh + bridge
  const values = new Float32Array(trackMoments * width)
  const kept = Math.max(0, Math.min(track.count, trackMoments - added))
  values.set(track.values.subarray((trackMoments - kept) * width), (trackMoments - kept - added) * width)
  resample(motions, track, values.subarray((trackMoments - fresh) * width), fresh)
  if (bridge > 0) fillBridge(values, trackMoments - fresh - bridge, bridge)
  return { count: Math.min(trackMoments, kept + added), fresh: added, values }
}

/** A faster device's samples are averaged, a slower one's are joined by straight lines. */
function resample(motions: readonly Motion[], before: Track, out: Float32Array, fresh: number): void {
  const ratio = motions.length / fresh
  for (let i = 0; i < fresh; i++) {
    if (ratio >= 1) average(motions, i * ratio, (i + 1) * ratio, out, i * width)
    else interpolate(motions, before, (i + 0.5) * ratio - 0.5, out, i)
  }
}

/** average writes the mean of the motions from one place among them until another, which may lie between two. */
function average(motions: readonly Motion[], from: number, to: number, out: Float32Array, at: number): void {
  let [ax, ay, az, gx, gy, gz] = [0, 0, 0, 0, 0, 0]
  const end = Math.min(motions.length, Math.ceil(to - 1e-9))
  for (let k = Math.floor(from + 1e-9); k < end; k++) {
    const { accel, gyro } = motions[k] as Motion
    const share = (Math.min(k + 1, to) - Math.max(k, from)) / (to - from)
    ax += accel[0] * share
    ay += accel[1] * share
    az += accel[2] * share
    gx += gyro[0] * share
    gy += gyro[1] * share
    gz += gyro[2] * share
  }
  out[at] = ax
  out[at + 1] = ay
  out[at + 2] = az
  out[at + 3] = gx
  out[at + 4] = gy
  out[at + 5] = gz
}

function interpolate(motions: readonly Motion[], before: Track, place: number, out: Float32Array, i: number) {
  const left = Math.floor(place)
  const share = place - left
  if (left >= 0) add(out, i, motions[left] as Motion, 1 - share)
  else addLast(out, i, before, motions[0] as Motion, 1 - share)
  add(out, i, motions[Math.min(left + 1, motions.length - 1)] as Motion, share)
}

function add(out: Float32Array, index: number, { accel, gyro }: Motion, share: number): void {
  const at = index * width
  out[at] = (out[at] as number) + accel[0] * share
  out[at + 1] = (out[at + 1] as number) + accel[1] * share
  out[at + 2] = (out[at + 2] as number) + accel[2] * share
  out[at + 3] = (out[at + 3] as number) + gyro[0] * share
  out[at + 4] = (out[at + 4] as number) + gyro[1] * share
  out[at + 5] = (out[at + 5] as number) + gyro[2] * share
}

function addLast(out: Float32Array, index: number, track: Track, otherwise: Motion, share: number): void {
  if (track.count === 0) {
    add(out, index, otherwise, share)
    return
  }
  const last = (trackMoments - 1) * width
  for (let k = 0; k < width; k++) {
    const at = index * width + k
    out[at] = (out[at] as number) + (track.values[last + k] as number) * share
  }
}

function fillBridge(values: Float32Array, first: number, length: number): void {
  if (first <= 0) return
  const [left, right] = [(first - 1) * width, (first + length) * width]
  for (let i = 0; i < length; i++) {
    const share = (i + 1) / (length + 1)
    for (let k = 0; k < width; k++) {
      values[(first + i) * width + k] =
        (values[left + k] as number) * (1 - share) + (values[right + k] as number) * share
    }
  }
}

/** gravityIn is the mean acceleration from so many seconds ago until so many seconds ago. */
export function gravityIn({ count, values }: Track, from: number, until: number): Vector | undefined {
  const first = Math.max(trackMoments - count, trackMoments - Math.round(from * trackHz))
  const end = trackMoments - Math.max(0, Math.round(until * trackHz))
  if (end <= first) return undefined
  let [x, y, z] = [0, 0, 0]
  for (let i = first; i < end; i++) {
    x += values[i * width] as number
    y += values[i * width + 1] as number
    z += values[i * width + 2] as number
  }
  const n = end - first
  return [x / n, y / n, z / n]
}

/** turnIn is where gravity pulled before an impact so many seconds ago, and how far it has turned since. */
export function turnIn(track: Track, ago: number): { upright?: Vector; turn?: number } {
  const upright = gravityIn(track, ago + 3, ago + 0.6) ?? gravityIn(track, ago + 3, ago + 0.2)
  const after = gravityIn(track, ago - 0.5, 0)
  if (!upright) return {}
  return after ? { upright, turn: angleBetween(upright, after) } : { upright }
}

/** In m/s² and °/s: a body that moves less lies or sits still. */
const restless = 0.15 * gravity
const turning = 25

export const isStill = (force: number, spin: number) => Math.abs(force - gravity) < restless && spin < turning

/** endsStill is true when nothing moved in the latest motions. */
export function endsStill({ values, count, fresh }: Track): boolean {
  for (let i = trackMoments - Math.min(count, fresh); i < trackMoments; i++) {
    const force = sizeAt(values, i * width)
    if (!isStill(force, sizeAt(values, i * width + 3))) return false
  }
  return true
}

function sizeAt(values: Float32Array, at: number): number {
  const x = values[at] as number
  const y = values[at + 1] as number
  const z = values[at + 2] as number
  return Math.sqrt(x * x + y * y + z * z)
}
