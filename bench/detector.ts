import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { DetectorState } from '../src/detection/detector-state.ts'
import type { MotionReading } from '../src/detection/fall-detector.ts'
import type { Motion } from '../src/detection/motion.ts'
import { assessMotion } from '../src/detection/shipped-detector.ts'

const devices = 5000
const seconds = 60
const stories = ['at rest', 'walking hard', 'after a fall'] as const

/**
 * benchDetector tells what a reading costs the detector and what a device's state weighs, both for people who walk so
 * hard that every step counts as an impact and is judged, and for people at rest.
 */
export async function benchDetector(): Promise<void> {
  for (const kind of ['samples', 'peak-only'] as const) {
    for (const story of stories) {
      const readings = tell(kind === 'samples', story)
      for (let round = 0; round < 200; round++) follow(readings)
      const started = process.cpuUsage()
      const rounds = 1000
      for (let round = 0; round < rounds; round++) follow(readings)
      const { user, system } = process.cpuUsage(started)
      const micros = (user + system) / rounds / readings.length
      const [first, all] = [weigh(readings.slice(0, 1)), weigh(readings)]
      console.log(
        `${kind.padEnd(8)} ${story.padEnd(12)}  ${micros.toFixed(1).padStart(5)} µs a reading  state of ${first} bytes after one, ${all} after ${seconds}`,
      )
    }
  }
}

function follow(readings: MotionReading[]): DetectorState | undefined {
  let state: DetectorState | undefined
  for (const reading of readings) state = assessMotion(state, reading).state
  return state
}

/** weigh is the memory that the states of many devices take, divided by their number. */
function weigh(readings: MotionReading[]): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = () => {
    collect()
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const states: (DetectorState | undefined)[] = new Array(devices).fill(undefined)
  const before = used()
  for (let i = 0; i < devices; i++) states[i] = follow(readings)
  const after = used()
  return states.length > 0 ? Math.round((after - before) / devices) : 0
}

/**
 * tell is a minute of motion: steps of more than 2 g twice a second, or hardly anything; with a fall at its end. The
 * other senses speak too.
 */
function tell(withSamples: boolean, story: (typeof stories)[number]): MotionReading[] {
  const hz = 50
  const walking = story !== 'at rest'
  const fallAt = story === 'after a fall' ? seconds - 4 : seconds
  return Array.from({ length: seconds }, (_, second) => {
    const motions: Motion[] = Array.from({ length: hz }, (_, i) => {
      const phase = ((second * hz + i) / hz) * 4 * Math.PI
      const fell = second === fallAt && i === 20
      const z = fell
        ? 60
        : second > fallAt
          ? 0.2
          : 9.81 + (walking ? 12 * Math.sin(phase) : 0.05 * Math.sin(phase))
      const x = second > fallAt ? 9.7 : walking ? 3 * Math.cos(phase) : 0.1
      return { accel: [x, 0.3, z], gyro: [walking ? 40 * Math.sin(phase) : 0.5, 2, 1] }
    })
    const peak = motions.reduce((best, next) =>
      Math.hypot(...next.accel) > Math.hypot(...best.accel) ? next : best,
    )
    return {
      uptimeMs: (second + 1) * 1000,
      ...peak,
      pressure: 1000 + 0.01 * Math.sin(second),
      fsr: walking ? 0.6 + 0.1 * Math.sin(second) : 0.2,
      heartRate: 70 + (second % 5),
      ...(withSamples && { samples: { rateHz: hz, motions } }),
    }
  })
}
