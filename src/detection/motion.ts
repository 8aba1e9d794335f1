export type Vector = readonly [x: number, y: number, z: number]

/** The output of an accelerometer (m/s², gravity included) and a gyroscope (°/s) at one time. */
export interface Motion {
  accel: Vector
  gyro: Vector
}

export const gravity = 9.81

export const length = ([x, y, z]: Vector): number => Math.sqrt(x * x + y * y + z * z)

/** Returns degrees, 0 to 180. An angle does not depend on how the device is worn. */
export function angleBetween(a: Vector, b: Vector): number {
  const lengths = length(a) * length(b)
  if (lengths === 0) return 0
  const cosine = (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) / lengths
  return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI
}

/** No sensor measures more than this, in m/s² and °/s. */
const maxAccel = 2000
const maxGyro = 20_000

const clamp = (value: number, bound: number) => Math.min(bound, Math.max(-bound, value || 0))

function isBounded({ accel, gyro }: Motion): boolean {
  return (
    Math.abs(accel[0]) <= maxAccel &&
    Math.abs(accel[1]) <= maxAccel &&
    Math.abs(accel[2]) <= maxAccel &&
    Math.abs(gyro[0]) <= maxGyro &&
    Math.abs(gyro[1]) <= maxGyro &&
    Math.abs(gyro[2]) <= maxGyro
  )
}

/** Returns a motion without NaN, infinite or absurdly large values, whatever was sent. */
export function bounded(motion: Motion): Motion {
  if (isBounded(motion)) return motion
  const { accel, gyro } = motion
  return {
    accel: [clamp(accel[0], maxAccel), clamp(accel[1], maxAccel), clamp(accel[2], maxAccel)],
    gyro: [clamp(gyro[0], maxGyro), clamp(gyro[1], maxGyro), clamp(gyro[2], maxGyro)],
  }
}

/** Returns the motion with the largest acceleration in a range, bounded. */
export function hardestMotion(motions: readonly Motion[], from: number, until: number): Motion {
  let hardest = bounded(motions[from] as Motion)
  for (let i = from + 1; i < until; i++) {
    const motion = bounded(motions[i] as Motion)
    if (length(motion.accel) > length(hardest.accel)) hardest = motion
  }
  return hardest
}
