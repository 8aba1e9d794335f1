import { assessMotion } from '../../src/detection/default-detector.ts'
import type { DetectorState, Mode } from '../../src/detection/detector-state.ts'
import { readRecordings } from './recordings.ts'
import { readingsOf } from './replay.ts'

/** Readings at the start of a process that are not counted: the code is not compiled yet. */
const warmUpReadings = 10_000

/** About five days of daily life. */
const maxReadings = 400_000

export interface AssessmentCost {
  readings: number
  meanMicroseconds: number
  longestMs: number
}

/** Replays daily life and measures how long the detector takes for each reading. */
export async function measureCost(data: string, mode: Mode): Promise<AssessmentCost> {
  let [readings, totalMs, longestMs] = [-warmUpReadings, 0, 0]
  for await (const recording of readRecordings(data)) {
    if (recording.kind !== 'life') continue
    let state: DetectorState | undefined
    for (const reading of readingsOf(recording, mode)) {
      const before = state
      const elapsedMs = elapsedBy(() => {
        state = assessMotion(before, reading).state
      })
      if (++readings <= 0) continue
      totalMs += elapsedMs
      // What the machine does beside it, and garbage of others, must not count: the fastest of a few repetitions does.
      if (elapsedMs > longestMs)
        longestMs = Math.max(
          longestMs,
          fastest(() => assessMotion(before, reading)),
        )
    }
    if (readings >= maxReadings) break
  }
  return { readings, meanMicroseconds: (totalMs / readings) * 1000, longestMs }
}

function elapsedBy(work: () => void): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

const fastest = (work: () => void) => Math.min(...Array.from({ length: 5 }, () => elapsedBy(work)))
