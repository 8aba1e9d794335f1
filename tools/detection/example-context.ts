import { lookSeconds } from '../../src/detection/impact-features.ts'
import { windowHz } from '../../src/detection/motion-window.ts'

/** How much of the time before an impact an example contains. */
export interface Context {
  seconds: number
  /** Whether the time before that is filled with the known seconds, mirrored. */
  isMirrored: boolean
}

export const fullContext: Context = { seconds: 9, isMirrored: false }

const maxBeforeSeconds = 6

/** The share of training examples that keep the full context. */
const fullShare = 0.3

/**
 * The lengths of context that the other training examples are cut to. Falls come from trials that begin shortly before
 * them, daily life does not: without this, a model learns that a recording has just begun. Half of the cut contexts are
 * mirrored, so that impacts of every kind are learned with a long context and with a short one.
 */
const contextSeconds = [1.2, 1.5, 1.7, 2, 2, 2.3, 2.5, 2.7, 3, 3.4, 4, 4.6, 5, 6, 6]

/** The last half second before the impact belongs to the impact and is not mirrored. */
const mirrorMargin = Math.round(windowHz / 2)

export function randomContext(random: () => number): Context {
  if (random() < fullShare) return fullContext
  const seconds = contextSeconds[Math.floor(random() * contextSeconds.length)] as number
  return { seconds: seconds - random() * 0.7, isMirrored: random() < 0.5 }
}

/** Returns the values from the beginning of the context of an impact to the end of its late look. */
export function motionAround(
  values: Float32Array,
  impact: number,
  { seconds, isMirrored }: Context,
): Float32Array {
  const start = Math.max(0, impact - Math.round(Math.min(maxBeforeSeconds, seconds) * windowHz))
  const end = Math.min(values.length / 3, impact + lookSeconds.late * windowHz + 1)
  if (!isMirrored) return values.slice(start * 3, end * 3)
  const first = impact - maxBeforeSeconds * windowHz
  const around = new Float32Array((end - first) * 3)
  for (let i = first; i < end; i++) {
    const from = mirroredIndex(i, start, impact, mirrorMargin) * 3
    around.set(values.subarray(from, from + 3), (i - first) * 3)
  }
  return around
}

/**
 * Returns the index whose value stands for one before the first known: reflected at the first, and then
 * back and forth between it and a margin before the impact.
 */
export function mirroredIndex(index: number, first: number, impact: number, margin: number): number {
  if (index >= first || impact - first <= margin) return Math.max(first, index)
  const span = Math.max(1, impact - first - margin)
  const distance = (first - index) % (2 * span)
  return first + (distance > span ? 2 * span - distance : distance)
}
