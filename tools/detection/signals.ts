import type { Signal } from './replay.ts'

/** Limits each axis to the range of a sensor, in m/s². */
export function clip({ hz, accel, gyro }: Signal, range: number): Signal {
  return { hz, accel: accel.map((value) => Math.max(-range, Math.min(range, value))), gyro }
}

/** Leaves out the first seconds. */
export function dropStart({ hz, accel, gyro }: Signal, seconds: number): Signal {
  const from = Math.round(seconds * hz) * 3
  return { hz, accel: accel.subarray(from), gyro: gyro?.subarray(from) }
}

/** Returns a signal of a lower rate, by averaging or interpolation, without the gyroscope. */
export function resample({ hz, accel }: Signal, toHz: number, averaging: boolean, phase = 0): Signal {
  const count = Math.floor((accel.length / 3 / hz) * toHz)
  const ratio = hz / toHz
  const values = new Float32Array(count * 3)
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) {
      values[i * 3 + axis] = averaging
        ? meanBetween(accel, axis, i * ratio, (i + 1) * ratio)
        : valueAt(accel, axis, i * ratio + phase)
    }
  }
  return { hz: toHz, accel: values }
}

function meanBetween(accel: Float32Array, axis: number, from: number, until: number): number {
  let sum = 0
  for (let i = Math.floor(from); i < until; i++) {
    sum += (accel[i * 3 + axis] ?? 0) * (Math.min(i + 1, until) - Math.max(i, from))
  }
  return sum / (until - from)
}

/** Interpolates linearly between two samples. */
function valueAt(accel: Float32Array, axis: number, at: number): number {
  const left = Math.floor(at)
  const before = accel[left * 3 + axis] ?? 0
  return before + ((accel[(left + 1) * 3 + axis] ?? before) - before) * (at - left)
}

/** Returns the time of the highest magnitude, in seconds. */
export function hardestMoment({ hz, accel }: Signal): number {
  let [highest, sample] = [-1, 0]
  for (let i = 0; i < accel.length; i += 3) {
    const square = (accel[i] as number) ** 2 + (accel[i + 1] as number) ** 2 + (accel[i + 2] as number) ** 2
    if (square > highest) [highest, sample] = [square, i / 3]
  }
  return sample / hz
}
