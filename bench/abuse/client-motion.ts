const standing = { accel_x: 0.3, accel_y: 0.1, accel_z: 9.8, gyro_x: 2, gyro_y: 3, gyro_z: 1 }
const impact = { accel_x: 35, accel_y: 25, accel_z: 38, gyro_x: 260, gyro_y: 90, gyro_z: 120 }
const lying = { accel_x: 9.8, accel_y: 0.2, accel_z: 0.4, gyro_x: 0.5, gyro_y: 0, gyro_z: 1 }

const vitals = { heart_rate: 72, spo2: 97, battery_level: 81.5, sensors_initialized: true }

const samples = Array.from({ length: 50 }, (_, i) => [
  0.3 + Math.sin(i) / 10,
  0.1,
  9.8 + Math.cos(i) / 10,
  2 + Math.sin(i),
  3,
  1,
])

/** Returns the motion of somebody who stands, with or without samples at 50 Hz. */
export const quietMotion = (withSamples: boolean) => ({
  ...standing,
  ...vitals,
  pressure: 1000,
  ...(withSamples && { samples, sample_rate_hz: 50 }),
})

/**
 * Returns the motion of somebody who stands, falls at 0 seconds since the impact, and lies still, with a
 * higher air pressure and no load on the foot.
 */
export function fallingMotion(secondsSinceImpact: number) {
  if (secondsSinceImpact < 0) return { ...standing, pressure: 1000, fsr: 0.8 }
  if (secondsSinceImpact === 0) return impact
  return { ...lying, pressure: 1000.12, fsr: 0 }
}
