import { bounded, type Motion } from './motion.ts'

/**
 * FlatMotions is motions one after the other, six numbers for each (m/s² and °/s): what is gone through often is laid
 * flat once. There is one such array, which the next call uses again.
 */
export interface FlatMotions {
  values: Float64Array
  count: number
  /** Which of them has the largest acceleration. */
  hardest: number
}

const flat: FlatMotions = { values: new Float64Array(256 * 6), count: 0, hardest: 0 }

/** flatten lays out the motions from one index until another, which must be more than none, within what sensors can tell. */
export function flatten(motions: readonly Motion[], from: number, until: number): FlatMotions {
  flat.count = until - from
  if (flat.values.length < flat.count * 6) flat.values = new Float64Array(flat.count * 6)
  const { values } = flat
  flat.hardest = 0
  let most = -1
  for (let i = from, at = 0; i < until; i++, at += 6) {
    const { accel, gyro } = bounded(motions[i] as Motion)
    const x = accel[0]
    const y = accel[1]
    const z = accel[2]
    values[at] = x
    values[at + 1] = y
    values[at + 2] = z
    values[at + 3] = gyro[0]
    values[at + 4] = gyro[1]
    values[at + 5] = gyro[2]
    const square = x * x + y * y + z * z
    if (square > most) {
      most = square
      flat.hardest = i - from
    }
  }
  return flat
}
