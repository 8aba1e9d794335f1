import type { Vector } from '../../src/detection/motion.ts'
import type { SyntheticMotion } from './synthetic-motion.ts'

export type Rotation = (vector: Vector) => Vector

/** Returns a motion as a device that is worn in another orientation measures it. */
export function rotated(motion: SyntheticMotion, rotate: Rotation): SyntheticMotion {
  return (t) => {
    const { accel, gyro } = motion(t)
    return { accel: rotate(accel), gyro: rotate(gyro) }
  }
}

export function randomRotation(random: () => number): Rotation {
  return rotationOf(random() * 6.28, random() * 6.28, random() * 6.28)
}

/** Returns a rotation by right angles: the axes of the device change places and signs. */
export function randomRightAngles(random: () => number): Rotation {
  const order = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
  ][Math.floor(random() * 3)] as number[]
  const signs = [0, 1].map(() => (random() < 0.5 ? -1 : 1))
  const sign = [signs[0], signs[1], (signs[0] ?? 1) * (signs[1] ?? 1)]
  return (vector) => order.map((from, i) => (vector[from] as number) * (sign[i] ?? 1)) as unknown as Vector
}

/** Returns a rotation about three axes, one after the other, by angles in radians. */
export function rotationOf(a: number, b: number, c: number): Rotation {
  const rotateAboutZ = ([x, y, z]: Vector, angle: number): Vector => [
    x * Math.cos(angle) - y * Math.sin(angle),
    x * Math.sin(angle) + y * Math.cos(angle),
    z,
  ]
  const permute = ([x, y, z]: Vector): Vector => [y, z, x]
  return (vector) => rotateAboutZ(permute(rotateAboutZ(permute(rotateAboutZ(vector, a)), b)), c)
}
