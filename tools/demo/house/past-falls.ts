import { assessMotion } from '../../../src/detection/default-detector.ts'
import type { DetectorState } from '../../../src/detection/detector-state.ts'
import type { Evidence } from '../../../src/detection/fall-event.ts'
import { fallLevel, isFall } from '../../../src/detection/levels/fall-level.ts'
import type { Motion } from '../../../src/detection/motion.ts'
import { toReading } from '../../../src/telemetry/ingest/ingest.schemas.ts'
import { type Chance, createChance } from '../../simulate/chance.ts'
import { fallKinds } from '../../simulate/falls.ts'
import { type Part, perform, type Step, tumble } from '../../simulate/scenarios.ts'
import { createVitals } from '../../simulate/vitals.ts'
import { readingText, wearing } from '../../simulate/wearable.ts'
import type { PastReading } from './past-readings.ts'

/** A fall as the detector found it, with the readings around it. */
export interface PastFall {
  /** When the body hit the ground. */
  at: Date
  confidence: number
  status: ReturnType<typeof fallLevel>
  motion: Motion
  evidence: Evidence
  readings: PastReading[]
}

/** How often to look for a fall that the detector finds. */
const maxTries = 5

/** Lets somebody fall a while ago, and runs the detector on it: the evidence and the trace are real. */
export function playPastFall(part: Part, about: Date, lies: number): PastFall | undefined {
  for (let tries = 0; tries < maxTries; tries++) {
    const fall = assess([...fallIn(part, lies)], about, part.chance)
    if (fall) return fall
  }
  return undefined
}

function* fallIn(part: Part, lies: number): Generator<Step, void> {
  yield* perform(part, 'walk', 'standAbout')
  yield* tumble(part, part.chance.pick(fallKinds), lies, true)
}

function assess(steps: readonly Step[], from: Date, chance: Chance): PastFall | undefined {
  const vitals = createVitals(createChance(chance.whole(0, 1e6)), { level: 80, drain: 0 })
  const next = wearing(steps.values(), vitals, 1000)
  const readings: PastReading[] = []
  let state: DetectorState | undefined
  let fall: Omit<PastFall, 'readings'> | undefined
  for (let second = 1; second <= steps.length; second++) {
    const at = new Date(from.getTime() + second * 1000)
    const reading = toReading(JSON.parse(readingText('', next())))
    const assessment = assessMotion(state, reading)
    state = assessment.state
    const { confidence, impact, evidence } = assessment
    readings.push({ at, reading, confidence })
    if (!impact || !evidence || !isFall(confidence) || confidence < (fall?.confidence ?? 0)) continue
    const impactAt = new Date(at.getTime() - evidence.secondsSince * 1000)
    fall = { at: impactAt, confidence, status: fallLevel(confidence), motion: impact, evidence }
  }
  return fall && { ...fall, readings }
}

/** The same motion with less confidence: what turns out to be a false alarm is seldom certain. */
export function doubtful(fall: PastFall, chance: Chance): PastFall {
  const confidence = Math.round(chance.between(0.52, 0.69) * 100) / 100
  return { ...fall, confidence, status: fallLevel(confidence) }
}
