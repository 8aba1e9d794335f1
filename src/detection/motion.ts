export type Vector = readonly [x: number, y: number, z: number]

/** Motion is what an accelerometer (m/s², gravity included) and a gyroscope (°/s) tell at one moment. */
export interface Motion {
  accel: Vector
  gyro: Vector
}

export const gravity = 9.81

export const length = ([x, y, z]: Vector): number => Math.sqrt(x * x + y * y + z * z)

/** angleBetween is in degrees, 0 to 180; it does not depend on how the device is worn. */
export function angleBetween(a: Vector, b: Vector): number {
  const lengths = length(a) * length(b)
  if (lengths === 0) return 0
  const cosine = (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) / lengths
  return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI
}

/** No sensor tells more than this, in m/s² and °/s. */
const mostForce = 2000
const mostSpin = 20_000

const isWithin = (vector: Vector, bound: number) =>
  Math.abs(vector[0]) <= bound && Math.abs(vector[1]) <= bound && Math.abs(vector[2]) <= bound

const cut = (value: number, bound: number) => Math.min(bound, Math.max(-bound, value || 0))

export const isBounded = ({ accel, gyro }: Motion) => isWithin(accel, mostForce) && isWithin(gyro, mostSpin)

/** bounded is a motion that can be reckoned with, whatever was sent. */
export function bounded(motion: Motion): Motion {
  if (isBounded(motion)) return motion
  const { accel, gyro } = motion
  return {
    accel: [cut(accel[0], mostForce), cut(accel[1], mostForce), cut(accel[2], mostForce)],
    gyro: [cut(gyro[0], mostSpin), cut(gyro[1], mostSpin), cut(gyro[2], mostSpin)],
  }
}

/** hardestOf is the motion with the largest acceleration; there must be one. */
export function hardestOf(motions: readonly Motion[]): Motion {
  let best = motions[0] as Motion
  let most = -1
  for (const motion of motions) {
    const x = motion.accel[0]
    const y = motion.accel[1]
    const z = motion.accel[2]
    const square = x * x + y * y + z * z
    if (square > most) {
      most = square
      best = motion
    }
  }
  return best
}
