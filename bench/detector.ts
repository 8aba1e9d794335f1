import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { assessMotion } from '../src/detection/default-detector.ts'
import type { DetectorState } from '../src/detection/detector-state.ts'
import type { MotionReading } from '../src/detection/fall-detector.ts'
import type { Motion } from '../src/detection/motion.ts'

const deviceCount = 5000
const scenarioSeconds = 60
const scenarios = ['at rest', 'walking hard', 'after a fall'] as const
const warmUpRounds = 200
const rounds = 1000

/**
 * Measures the processor time of the detector for a reading, and the memory of a device's state: for people
 * who walk so hard that every step is an impact and is scored, and for people at rest.
 */
export async function benchDetector(): Promise<void> {
  for (const mode of ['samples', 'peak-only'] as const) {
    for (const scenario of scenarios) {
      const readings = readingsOf(scenario, mode === 'samples')
      for (let round = 0; round < warmUpRounds; round++) finalState(readings)
      const usageBefore = process.cpuUsage()
      for (let round = 0; round < rounds; round++) finalState(readings)
      const { user, system } = process.cpuUsage(usageBefore)
      const micros = (user + system) / rounds / readings.length
      const [first, all] = [stateBytes(readings.slice(0, 1)), stateBytes(readings)]
      console.log(
        `${mode.padEnd(8)} ${scenario.padEnd(12)}  ${micros.toFixed(1).padStart(5)} µs a reading  state of ${first} bytes after one, ${all} after ${scenarioSeconds}`,
      )
    }
  }
}

function finalState(readings: MotionReading[]): DetectorState | undefined {
  let state: DetectorState | undefined
  for (const reading of readings) state = assessMotion(state, reading).state
  return state
}

/** Returns the memory of the state of a device after these readings, as the mean of many devices. */
function stateBytes(readings: MotionReading[]): number {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const usedBytes = () => {
    collectGarbage()
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const states: (DetectorState | undefined)[] = new Array(deviceCount).fill(undefined)
  const before = usedBytes()
  for (let i = 0; i < deviceCount; i++) states[i] = finalState(readings)
  const after = usedBytes()
  return states.length > 0 ? Math.round((after - before) / deviceCount) : 0
}

/**
 * Returns a minute of motion with auxiliary sensors: two steps a second of more than 2 g, or rest; a fall comes
 * four seconds before the end.
 */
function readingsOf(scenario: (typeof scenarios)[number], withSamples: boolean): MotionReading[] {
  const rateHz = 50
  const isWalking = scenario !== 'at rest'
  const fallSecond = scenario === 'after a fall' ? scenarioSeconds - 4 : scenarioSeconds
  return Array.from({ length: scenarioSeconds }, (_, second) => {
    const motions = Array.from({ length: rateHz }, (_, i): Motion => {
      const phase = ((second * rateHz + i) / rateHz) * 4 * Math.PI
      const isLying = second > fallSecond
      const isImpact = second === fallSecond && i === 20
      const upright = 9.81 + (isWalking ? 12 : 0.05) * Math.sin(phase)
      const z = isImpact ? 60 : isLying ? 0.2 : upright
      const x = isLying ? 9.7 : isWalking ? 3 * Math.cos(phase) : 0.1
      return { accel: [x, 0.3, z], gyro: [isWalking ? 40 * Math.sin(phase) : 0.5, 2, 1] }
    })
    const peak = motions.reduce((best, next) =>
      Math.hypot(...next.accel) > Math.hypot(...best.accel) ? next : best,
    )
    return {
      uptimeMs: (second + 1) * 1000,
      ...peak,
      pressure: 1000 + 0.01 * Math.sin(second),
      fsr: isWalking ? 0.6 + 0.1 * Math.sin(second) : 0.2,
      heartRate: 70 + (second % 5),
      ...(withSamples && { samples: { rateHz, motions } }),
    }
  })
}
