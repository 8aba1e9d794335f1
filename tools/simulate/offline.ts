import { assessMotion } from '../../src/detection/default-detector.ts'
import type { DetectorState } from '../../src/detection/detector-state.ts'
import { isFall } from '../../src/detection/levels/fall-level.ts'
import { toReading } from '../../src/telemetry/ingest/ingest.schemas.ts'
import { type Chance, createChance } from './chance.ts'
import { type ActivityName, activityNames } from './daily-life.ts'
import { createDetectionRecord, type DeviceRecord } from './detection-record.ts'
import { type FallKind, fallKinds } from './falls.ts'
import { createLibrary, type LibraryOptions } from './library.ts'
import { perform, type Step, tumble } from './scenarios.ts'
import { createVitals } from './vitals.ts'
import { readingText, wearing } from './wearable.ts'

/** The detector's result for several repetitions of one fall or activity. */
export interface OfflineResult {
  name: string
  plays: number
  falls: number
  detected: number
  /** Alarms without a fall. */
  falseAlarms: number
}

/**
 * Runs the detector on several repetitions of each kind of fall and each activity, without a service.
 */
export function evaluateOffline(plays: number, options: LibraryOptions): OfflineResult[] {
  // A library of its own for each, or all the clips would have to be kept.
  const evaluated = (name: string, scenario: (device: number) => Generator<Step, void>) =>
    evaluate(name, plays, scenario, options.seed)
  const part = (device: number) => {
    const library = { ...createLibrary(options), wearerFor: () => device }
    return { device, library, chance: createChance(options.seed, device, 3) }
  }
  return [
    ...fallKinds.map((kind) => evaluated(kind, (device) => fallIn(part(device), kind))),
    ...activityNames.map((name) => evaluated(name, (device) => perform(part(device), ...around(name)))),
  ]
}

function* fallIn(part: Parameters<typeof tumble>[0], kind: FallKind): Generator<Step, void> {
  yield* perform(part, 'walk', 'standAbout')
  yield* tumble(part, kind, 20, true)
}

/** Gives an activity between those that come before and after it in life. */
function around(name: ActivityName): ActivityName[] {
  switch (name) {
    case 'sitDown':
    case 'sitDownHard':
      return ['walk', name, 'sit']
    case 'sit':
    case 'standUp':
      return ['sit', name, name === 'sit' ? 'sit' : 'standAbout']
    case 'lieDown':
      return ['sit', name, 'sleep']
    case 'sleep':
    case 'turnOver':
      return ['sleep', name, 'sleep']
    case 'sitUp':
      return ['sleep', name, 'sit']
    default:
      return ['walk', name, 'standAbout']
  }
}

function evaluate(
  name: string,
  plays: number,
  scenario: (device: number) => Generator<Step, void>,
  seed: number,
): OfflineResult {
  const detections = createDetectionRecord()
  for (let device = 0; device < plays; device++)
    assessSteps(detections.open(), [...scenario(device)], createChance(seed, device, 4))
  const { injected, detected, falseAlarms } = detections.counts()
  return { name, plays, falls: injected, detected, falseAlarms }
}

/** Runs the detector on a sequence of steps, and records its results. */
export function assessSteps(record: DeviceRecord, steps: readonly Step[], chance: Chance): void {
  const next = wearing(steps.values(), createVitals(chance, { level: 90, drain: 0 }), 1000)
  let state: DetectorState | undefined
  for (let i = 0; i < steps.length; i++) {
    const second = next()
    const assessment = assessMotion(state, toReading(JSON.parse(readingText('', second))))
    state = assessment.state
    if (second.fall) record.addFall(second.fall)
    record.addResponse(second.uptimeMs, isFall(assessment.confidence))
  }
}

export function printOfflineResults(results: readonly OfflineResult[]): void {
  for (const { name, plays, falls, detected, falseAlarms } of results) {
    const found = falls > 0 ? `${detected} of ${falls} falls detected, ` : ''
    console.log(`${name.padEnd(14)} ${found}${falseAlarms} false alarms in ${plays} plays`)
  }
}
