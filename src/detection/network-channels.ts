import { type MotionWindow, samplesIn } from './motion-window.ts'

/** The number of input channels of a network. */
export const channelCount = 5

/** In samples from the impact: the direction before it ends at the first, the one after it lies between the others. */
const directionRange = { before: -10, after: 13, afterEnd: 50 }

export interface ChannelLayout {
  /** How many samples before the impact are written, and how many in all. */
  before: number
  length: number
  /** The index of the first sample of the first channel, and the distance from one channel to the next. */
  start: number
  rowLength: number
}

/**
 * Writes the inputs of a network for the impact at a sample of a window; unknown samples are zero. None of
 * them depends on how the device is worn: the magnitude less 1 g, the change from the previous sample, the acceleration
 * along the directions of gravity before and after the impact, and the acceleration across the first direction.
 */
export function writeChannels(
  window: MotionWindow,
  impact: number,
  { before, length, start, rowLength }: ChannelLayout,
  out: Float32Array,
): void {
  const { values } = window
  const count = samplesIn(window)
  const first = impact - before
  const [bx, by, bz] = directionIn(values, Math.max(0, first), impact + directionRange.before)
  const [ax, ay, az] = directionIn(
    values,
    impact + directionRange.after,
    Math.min(count, impact + directionRange.afterEnd),
  )
  for (let i = 0; i < length; i++) {
    const sample = first + i
    const isKnown = sample >= 0 && sample < count
    const x = isKnown ? (values[sample * 3] as number) : 0
    const y = isKnown ? (values[sample * 3 + 1] as number) : 0
    const z = isKnown ? (values[sample * 3 + 2] as number) : 0
    const square = x * x + y * y + z * z
    const alongBefore = x * bx + y * by + z * bz
    const at = start + i
    out[at] = isKnown ? Math.sqrt(square) - 1 : 0
    out[at + rowLength] = isKnown && i > 0 && sample > 0 ? changeAt(values, sample) : 0
    out[at + 2 * rowLength] = alongBefore
    out[at + 3 * rowLength] = x * ax + y * ay + z * az
    out[at + 4 * rowLength] = Math.sqrt(Math.max(0, square - alongBefore * alongBefore))
  }
}

/** Returns the unit vector of the mean acceleration of some samples; zero if there are none. */
function directionIn(values: Float32Array, from: number, until: number): [number, number, number] {
  let [x, y, z] = [0, 0, 0]
  for (let i = from; i < until; i++) {
    x += values[i * 3] as number
    y += values[i * 3 + 1] as number
    z += values[i * 3 + 2] as number
  }
  const scale = 1 / Math.max(1e-3 * Math.max(1, until - from), Math.sqrt(x * x + y * y + z * z))
  return [x * scale, y * scale, z * scale]
}

function changeAt(values: Float32Array, sample: number): number {
  const x = (values[sample * 3] as number) - (values[sample * 3 - 3] as number)
  const y = (values[sample * 3 + 1] as number) - (values[sample * 3 - 2] as number)
  const z = (values[sample * 3 + 2] as number) - (values[sample * 3 - 1] as number)
  return Math.sqrt(x * x + y * y + z * z)
}
