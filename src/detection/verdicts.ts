import type { DetectorState } from './fall-detector.ts'
import { meetImpact } from './fall-event.ts'
import type { Finding } from './impacts.ts'
import { confidenceOf, type Judge, type LevelScores } from './judge.ts'
import { bounded } from './motion.ts'
import { forceAt, motionAt, newest, type Seconds, turnInSeconds } from './seconds.ts'
import { turnIn } from './track.ts'

/** Opinion is a judge and what its scores mean; evaluation hears the scores themselves. */
export interface Opinion {
  judge: Judge
  levels: LevelScores
  hear?(score: number): void
}

/** In g, and as a multiple of the hardest of the six seconds before. */
const suddenForce = [2.5, 5] as const
const suddenRise = 1.4

/** expectVerdict opens an event at once for an impact out of the ordinary; the verdict comes with the next seconds. */
export function expectVerdict(state: DetectorState, at: number): void {
  const { seconds, impact, usual } = state
  const peak = forceAt(seconds, newest)
  const [from, to] = suddenForce
  if (peak < from) return
  for (let ago = 1; ago <= 6; ago++) if (forceAt(seconds, newest - ago) * suddenRise > peak) return
  const provisional = Math.round((0.31 + 0.19 * Math.min(1, (peak - from) / (to - from))) * 100) / 100
  state.impact = meetImpact(impact, { at, motion: motionAt(seconds, newest), provisional }, usual)
}

/** pronounce opens an event for what the judge takes for a fall, or tells the one there is of it. */
export function pronounce(state: DetectorState, at: number, { score, ago }: Finding, opinion: Opinion): void {
  opinion.hear?.(score)
  const verdict = confidenceOf(score, opinion.levels)
  if (verdict <= 0.3) return
  const { seconds, track, impact, usual } = state
  const { upright, turn } = track ? turnIn(track, ago) : turnInSeconds(seconds, newest - ago)
  const motion = bounded(motionAt(seconds, track ? hardestAround(seconds, ago) : newest - ago))
  const felt = { at: at - ago * 1000, motion, verdict, upright, turn }
  state.impact = meetImpact(impact, felt, usual)
}

/** Samples come in parts of two thirds of a second to one and a half. */
const [shortestPart, longestPart] = [2 / 3, 1.5]

/** hardestAround is the hardest of the slots that can hold a moment so many seconds ago. */
function hardestAround(seconds: Seconds, ago: number): number {
  const first = Math.max(0, newest - Math.ceil(ago / shortestPart))
  let best = Math.max(0, newest - Math.floor(ago))
  for (let slot = first; slot <= newest - Math.floor(ago / longestPart); slot++) {
    if (forceAt(seconds, slot) > forceAt(seconds, best)) best = slot
  }
  return best
}
