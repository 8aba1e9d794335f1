import { assessMotion } from '../../src/detection/default-detector.ts'
import type { DetectorState } from '../../src/detection/detector-state.ts'
import type { AssessMotion, Assessment, MotionReading } from '../../src/detection/fall-detector.ts'

/** Runs a detector, by default the shipped one, on the readings in order. */
export function assessAll(
  readings: readonly MotionReading[],
  assess: AssessMotion = assessMotion,
): Assessment[] {
  let state: DetectorState | undefined
  return readings.map((reading) => {
    const assessment = assess(state, reading)
    state = assessment.state
    return assessment
  })
}
