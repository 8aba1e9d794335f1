import type { AssessMotion, DetectorState, MotionReading } from '../../src/detection/fall-detector.ts'
import type { Motion } from '../../src/detection/motion.ts'
import type { Stretch } from './variants.ts'

export type Mode = 'samples' | 'bare'

/** A last piece shorter than this share of a second is left out. */
const leastPiece = 0.5

/** readingsOf tells a stretch of motion as a device would: a reading a second, with or without its samples. */
export function readingsOf({ hz, motion }: Stretch, mode: Mode): MotionReading[] {
  const moments = Array.from({ length: motion.length / 6 }, (_, i) => momentAt(motion, i))
  const readings: MotionReading[] = []
  for (let from = 0; from + leastPiece * hz <= moments.length; from += hz) {
    const motions = moments.slice(from, from + hz)
    const uptimeMs = Math.round(((from + motions.length) / hz) * 1000)
    const samples = mode === 'samples' ? { rateHz: hz, motions } : undefined
    readings.push({ uptimeMs, ...hardest(motions), samples })
  }
  return readings
}

function momentAt(motion: Float32Array, index: number): Motion {
  const [ax = 0, ay = 0, az = 0, gx = 0, gy = 0, gz = 0] = motion.subarray(index * 6, index * 6 + 6)
  return { accel: [ax, ay, az], gyro: [gx, gy, gz] }
}

const hardest = (motions: Motion[]) =>
  motions.reduce((best, next) => (Math.hypot(...next.accel) > Math.hypot(...best.accel) ? next : best))

/** replay lets a detector assess the readings in turn, and gives its highest confidence. */
export function replay(
  assess: AssessMotion,
  readings: readonly MotionReading[],
  before?: (reading: MotionReading) => void,
): number {
  let state: DetectorState | undefined
  let highest = 0
  for (const reading of readings) {
    before?.(reading)
    const assessment = assess(state, reading)
    state = assessment.state
    highest = Math.max(highest, assessment.confidence)
  }
  return highest
}
