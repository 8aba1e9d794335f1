import type { Motion } from '../../detection/motion.ts'

/**
 * Writes motion at twelve bytes a moment: a header with the rate and one scale each for acceleration
 * and rotation, then six 16-bit numbers in units of those scales. The error is at most 1/65534 of the largest value.
 */
export function packSamples({ rateHz, motions }: { rateHz: number; motions: Motion[] }): Buffer {
  let maxAccel = 1e-6
  let maxGyro = 1e-6
  for (const { accel, gyro } of motions) {
    maxAccel = Math.max(maxAccel, Math.abs(accel[0]), Math.abs(accel[1]), Math.abs(accel[2]))
    maxGyro = Math.max(maxGyro, Math.abs(gyro[0]), Math.abs(gyro[1]), Math.abs(gyro[2]))
  }
  const [accelScale, gyroScale] = [maxAccel / 32_767, maxGyro / 32_767]
  const packed = Buffer.allocUnsafe(samplesHeaderBytes + motions.length * 12)
  packed.writeFloatLE(rateHz, 0)
  packed.writeDoubleLE(accelScale, 4)
  packed.writeDoubleLE(gyroScale, 12)
  let offset = samplesHeaderBytes
  for (const { accel, gyro } of motions) {
    for (let axis = 0; axis < 3; axis++) {
      packed.writeInt16LE(Math.round((accel[axis] as number) / accelScale), offset + axis * 2)
      packed.writeInt16LE(Math.round((gyro[axis] as number) / gyroScale), offset + 6 + axis * 2)
    }
    offset += 12
  }
  return packed
}

/** The bytes before the samples: the rate, and the two scales. */
export const samplesHeaderBytes = 20

/** Reads what packSamples wrote: for each moment accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z. */
export function unpackSamples(packed: Buffer): { rateHz: number; values: number[][] } {
  const scales = [packed.readDoubleLE(4), packed.readDoubleLE(12)] as const
  const values: number[][] = []
  for (let offset = samplesHeaderBytes; offset < packed.length; offset += 12) {
    values.push(
      Array.from({ length: 6 }, (_, i) => packed.readInt16LE(offset + i * 2) * scales[i < 3 ? 0 : 1]),
    )
  }
  return { rateHz: packed.readFloatLE(0), values }
}
