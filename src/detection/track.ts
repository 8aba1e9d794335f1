import type { FlatMotions } from './flat-motions.ts'
import { angleBetween, gravity, type Vector } from './motion.ts'

/**
 * Track is the motion of the last seconds at one steady pace, whatever the device's own rate: six numbers for each
 * moment (acceleration in m/s², rotation in °/s), newest last.
 */
export interface Track {
  /** How many of the moments came with the latest motions. */
  fresh: number
  /** When the newest moment was, in the detector's time. */
  endedAt: number
  /** Which of them are impacts that have been judged and need not be judged again. */
  dismissed: readonly number[]
  values: Float32Array
}

/** More than this told falls from daily life no better. */
export const trackHz = 25
/** Six seconds before an impact, two after it, and one because seconds do not begin with impacts. */
const trackSeconds = 9
export const mostMoments = trackHz * trackSeconds
const width = 6

export const momentsIn = ({ values }: Track) => values.length / width

export interface Addition {
  motions: FlatMotions
  rateHz: number
  /** Seconds from which nothing came, which a straight line bridges. */
  pause: number
  endedAt: number
}

/** extendTrack gives a track that ends with these motions. */
export function extendTrack(track: Track | undefined, { motions, rateHz, pause, endedAt }: Addition): Track {
  const fresh = Math.max(1, Math.round((motions.count / rateHz) * trackHz))
  const known = track ? momentsIn(track) : 0
  const bridge = known === 0 ? 0 : Math.round(pause * trackHz)
  const kept = Math.max(0, Math.min(known, mostMoments - fresh - bridge))
  const count = Math.min(mostMoments, kept + bridge + fresh)
  const values = new Float32Array(count * width)
  if (track && kept > 0) values.set(track.values.subarray((known - kept) * width))
  resample(motions, values, count - fresh)
  if (bridge > 0) fillBridge(values, count - fresh - bridge, bridge)
  const shift = known - kept
  const dismissed = track ? track.dismissed.map((at) => at - shift) : []
  return { fresh: fresh + bridge, endedAt, dismissed, values }
}

/** A faster device's samples are averaged. Of a slower one's the nearest stands, for a line between two would lose peaks. */
function resample({ values, count }: FlatMotions, out: Float32Array, first: number): void {
  const fresh = out.length / width - first
  const ratio = count / fresh
  for (let i = 0; i < fresh; i++) {
    const at = (first + i) * width
    if (ratio >= 1) average(values, i * ratio, Math.min(count, (i + 1) * ratio), out, at)
    else copy(values, Math.floor((i + 0.5) * ratio) * width, out, at)
  }
}

/** average writes the mean of the motions from one place among them until another, which may lie between two. */
function average(values: Float64Array, from: number, to: number, out: Float32Array, at: number): void {
  let ax = 0
  let ay = 0
  let az = 0
  let gx = 0
  let gy = 0
  let gz = 0
  const end = Math.ceil(to - 1e-9)
  for (let k = Math.floor(from + 1e-9); k < end; k++) {
    const share = (Math.min(k + 1, to) - Math.max(k, from)) / (to - from)
    const o = k * width
    ax += (values[o] as number) * share
    ay += (values[o + 1] as number) * share
    az += (values[o + 2] as number) * share
    gx += (values[o + 3] as number) * share
    gy += (values[o + 4] as number) * share
    gz += (values[o + 5] as number) * share
  }
  out[at] = ax
  out[at + 1] = ay
  out[at + 2] = az
  out[at + 3] = gx
  out[at + 4] = gy
  out[at + 5] = gz
}

function copy(values: Float64Array, from: number, out: Float32Array, at: number): void {
  for (let k = 0; k < width; k++) out[at + k] = values[from + k] as number
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
export function gravityIn(track: Track, from: number, until: number): Vector | undefined {
  const count = momentsIn(track)
  const { values } = track
  const first = Math.max(0, count - Math.round(from * trackHz))
  const end = count - Math.max(0, Math.round(until * trackHz))
  if (end <= first) return undefined
  let x = 0
  let y = 0
  let z = 0
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
export function endsStill(track: Track): boolean {
  const count = momentsIn(track)
  for (let i = count - Math.min(count, track.fresh); i < count; i++) {
    const force = sizeAt(track.values, i * width)
    if (!isStill(force, sizeAt(track.values, i * width + 3))) return false
  }
  return true
}

function sizeAt(values: Float32Array, at: number): number {
  const x = values[at] as number
  const y = values[at + 1] as number
  const z = values[at + 2] as number
  return Math.sqrt(x * x + y * y + z * z)
}
