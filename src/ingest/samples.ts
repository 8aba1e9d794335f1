import type { Motion } from '../detection/motion.ts'

/**
 * packSamples writes motion at twelve bytes a moment: a header with the rate and one scale each for acceleration
 * and rotation, then six 16-bit numbers in units of those scales. The error is at most 1/65534 of the largest value.
 */
export function packSamples({ rateHz, motions }: { rateHz: number; motions: Motion[] }): Buffer {
  const scaleOf = (values: number[]) => Math.max(...values.map(Math.abs), 1e-6) / 32_767
  const accelScale = scaleOf(motions.flatMap(({ accel }) => [...accel]))
  const gyroScale = scaleOf(motions.flatMap(({ gyro }) => [...gyro]))
  const packed = Buffer.alloc(headerBytes + motions.length * 12)
  packed.writeFloatLE(rateHz, 0)
  packed.writeDoubleLE(accelScale, 4)
  packed.writeDoubleLE(gyroScale, 12)
  let offset = headerBytes
  const write = (value: number, scale: number) => {
    packed.writeInt16LE(Math.round(value / scale), offset)
    offset += 2
  }
  for (const { accel, gyro } of motions) {
    for (const value of accel) write(value, accelScale)
    for (const value of gyro) write(value, gyroScale)
  }
  return packed
}

const headerBytes = 20

/** unpackSamples reads what packSamples wrote: for each moment accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z. */
export function unpackSamples(packed: Buffer): { rateHz: number; values: number[][] } {
  const scales = [packed.readDoubleLE(4), packed.readDoubleLE(12)] as const
  const values: number[][] = []
  for (let offset = headerBytes; offset < packed.length; offset += 12) {
    values.push(
      Array.from({ length: 6 }, (_, i) => packed.readInt16LE(offset + i * 2) * scales[i < 3 ? 0 : 1]),
    )
  }
  return { rateHz: packed.readFloatLE(0), values }
}
