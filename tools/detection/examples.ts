import { writeFileSync } from 'node:fs'
import { createRandom } from '../../harness/random.ts'
import { createImpactFeatures, type Look, lookSeconds } from '../../src/detection/impact-features.ts'
import { impactsBetween, minImpactG } from '../../src/detection/impact-scan.ts'
import { gravity, type Motion } from '../../src/detection/motion.ts'
import { extendWindow, type MotionWindow, windowHz } from '../../src/detection/motion-window.ts'
import {
  emptyHistory,
  extendHistory,
  historySeconds,
  type PeakHistory,
  type SecondSummary,
} from '../../src/detection/peak-history.ts'
import { createPerSecondFeatures } from '../../src/detection/per-second-features.ts'
import { type DetailHistory, extendDetails, noDetails } from '../../src/detection/second-details.ts'
import { type Context, fullContext, mirroredIndex, motionAround, randomContext } from './example-context.ts'
import { createExampleWriter } from './example-writer.ts'
import { createFolds, foldsTrainedWithout } from './folds.ts'
import { recordingsFile, type TrainingChoices } from './models.ts'
import { type Recording, readRecordings } from './recordings.ts'
import { readingsOf, type Signal } from './replay.ts'
import { sampleVariantsOf, secondVariantsOf, uses } from './signal-variants.ts'
import { clip, hardestMoment } from './signals.ts'

/** An impact in the recording of a fall that is not the fall itself is ambiguous, and not used for training. */
const labels = { life: 0, fall: 1, ambiguous: 2 } as const

/** Every signal is clipped like those of the sensors that recorded daily life, in m/s². */
const sensorRange = 19.42

/** An impact within this time of the hardest sample of a fall's recording is the fall. */
const nearFallSeconds = 0.8

const progressInterval = 500

/** What every example has in common, whichever mode it is for. */
interface ExampleFacts {
  /** The index of the recording. */
  recording: number
  use: number
  rateHz: number
  label: number
}

/**
 * Writes what models of some modes are trained on: impacts, each with its features and, for devices that send samples, the
 * motion around it. They are written to files in a folder, because together they take gigabytes:
 *
 * - `samples.rows`, `seconds.rows`: eight numbers for each example: recording, use, rate (Hz), label, time (s), seconds
 *   known before and after it, and whether the late look is known,
 * - `samples-early.features` and so on: the features of each example, as 32-bit numbers,
 * - `samples.signals`: the acceleration of each recording, one after the other, in 1/1024 g,
 * - `recordings.json`: the seed, the sets that are left out, the modes, the folds that each model is trained without, the
 *   recordings with their folds, and the names of the features. It is written last.
 */
export async function writeExamples(
  data: string,
  work: string,
  { seed, leftOutSets, modes }: TrainingChoices,
  log: (text: string) => void,
) {
  const random = createRandom(seed)
  const foldOf = createFolds(leftOutSets)
  const writesSamples = modes.includes('samples')
  const writesSeconds = modes.some((mode) => mode !== 'samples')
  const writer = createExampleWriter(work)
  const impactFeatures = createImpactFeatures()
  const secondFeatures = {
    'peak-only': createPerSecondFeatures('peak-only'),
    summary: createPerSecondFeatures('summary'),
    'full-summary': createPerSecondFeatures('full-summary'),
  }
  const recordings: (Omit<Recording, 'accel' | 'gyro'> & { fold: number })[] = []

  /** Writes the example of the impact at a sample. */
  function addImpact(facts: ExampleFacts, values: Float32Array, impact: number, context: Context): void {
    const count = values.length / 3
    if (count - impact < lookSeconds.early * windowHz) return
    const around = motionAround(values, impact, context)
    const before = around.length / 3 - Math.min(count - impact, lookSeconds.late * windowHz + 1)
    impactFeatures.load(windowOf(around))
    const hasLate = count - impact >= lookSeconds.late * windowHz
    for (const look of ['early', 'late'] as const) {
      const names = impactFeatures.names[look]
      const isKnown = look === 'early' || hasLate
      writer.features(
        `samples-${look}`,
        isKnown
          ? impactFeatures.extract(before, look).subarray(0, names.length)
          : unknownFeatures(names.length),
      )
    }
    const after = Math.min(lookSeconds.late * windowHz, count - impact)
    writer.row('samples', [
      ...rowOf(facts),
      impact / windowHz,
      before / windowHz,
      after / windowHz,
      hasLate ? 1 : 0,
    ])
  }

  /** Writes the example of the impact in a second. */
  function addSecond(facts: ExampleFacts, seconds: SecondSummary[], impact: number, context: Context): void {
    let history: PeakHistory = emptyHistory
    let details: DetailHistory = noDetails
    const last = Math.min(seconds.length - 1, impact + lookSeconds.late)
    const first = Math.max(0, impact - Math.round(context.seconds))
    const mirroredSeconds = context.isMirrored ? historySeconds : 0
    for (let j = first - mirroredSeconds; j <= last; j++) {
      const summary = seconds[mirroredIndex(j, first, impact, 1)] as SecondSummary
      history = extendHistory(history, { accel: summary.peak, gyro: [0, 0, 0] }, 0, summary)
      details = extendDetails(details, summary.details, 0)
    }
    const slot = historySeconds - 1 - (last - impact)
    const hasLate = impact + lookSeconds.late < seconds.length
    for (const mode of ['peak-only', 'summary', 'full-summary'] as const) {
      const features = secondFeatures[mode]
      features.load(history, details)
      for (const look of ['early', 'late'] as const) {
        const names = features.names[look]
        const isKnown = look === 'early' || hasLate
        writer.features(
          `${mode}-${look}`,
          isKnown ? features.extract(slot, look).subarray(0, names.length) : unknownFeatures(names.length),
        )
      }
    }
    const before = context.isMirrored ? historySeconds : impact - first
    writer.row('seconds', [...rowOf(facts), impact + 0.5, before, 0, hasLate ? 1 : 0])
  }

  for await (const recording of readRecordings(data)) {
    const index = recordings.length
    const { accel: _, gyro: __, ...described } = recording
    recordings.push({ ...described, fold: foldOf(recording) })
    const clipped = clip({ hz: recording.hz, accel: recording.accel }, sensorRange)
    const fallAt = recording.kind === 'fall' ? hardestMoment(recording) : undefined
    const labelAt = (seconds: number) => {
      if (fallAt === undefined) return labels.life
      return Math.abs(seconds - fallAt) < nearFallSeconds ? labels.fall : labels.ambiguous
    }
    if (writesSamples) writer.signal(recording.accel)
    const sampleVariants = writesSamples ? sampleVariantsOf(clipped, recording, random) : []
    for (const { use, signal, skippedSeconds } of sampleVariants) {
      const values = windowValues(signal)
      for (const impact of impactsBetween(windowOf(values), 0, values.length / 3)) {
        const label = labelAt(impact / windowHz + skippedSeconds)
        const facts = { recording: index, use, rateHz: signal.hz, label }
        if (use !== uses.train) addImpact(facts, values, impact, fullContext)
        if (use === uses.evaluateAt20Hz || label === labels.ambiguous) continue
        if (use === uses.train || random() < 0.5)
          addImpact({ ...facts, use: uses.train }, values, impact, randomContext(random))
      }
    }
    const secondVariants = writesSeconds ? secondVariantsOf(recording, clipped, random) : []
    for (const { use, signal, skippedSeconds } of secondVariants) {
      const seconds = Array.from(
        readingsOf(signal, 'full-summary'),
        ({ summary }) => summary as SecondSummary,
      )
      for (const impact of impactSeconds(seconds)) {
        const label = labelAt(impact + 0.5 + skippedSeconds)
        if (use === uses.train && label === labels.ambiguous) continue
        const facts = { recording: index, use, rateHz: signal.hz, label }
        addSecond(facts, seconds, impact, use === uses.train ? randomContext(random) : fullContext)
      }
    }
    if (index % progressInterval === 0) log(`${index} recordings, ${writer.count()} examples`)
  }
  writer.close()
  const missing = leftOutSets.find((set) => !recordings.some(({ dataset }) => dataset === set))
  if (missing !== undefined) throw new Error(`There is no data set ${missing} to leave out`)
  const features: Record<string, Record<Look, readonly string[]>> = {
    samples: impactFeatures.names,
    'peak-only': secondFeatures['peak-only'].names,
    summary: secondFeatures.summary.names,
    'full-summary': secondFeatures['full-summary'].names,
  }
  const trainedWithout = foldsTrainedWithout(leftOutSets)
  writeFileSync(
    recordingsFile(work),
    JSON.stringify({ seed, leftOutSets, modes, trainedWithout, recordings, features }),
  )
  log(`${recordings.length} recordings, ${writer.count()} examples`)
}

const rowOf = ({ recording, use, rateHz, label }: ExampleFacts) => [recording, use, rateHz, label]

const unknownFeatures = (count: number) => new Float64Array(count).fill(Number.NaN)

const windowOf = (values: Float32Array): MotionWindow => ({ fresh: 0, endedAt: 0, values })

/** Returns the seconds with a higher peak than their neighbours, as the detector clips them. */
function impactSeconds(seconds: SecondSummary[]): number[] {
  const peakG = (i: number) => {
    const { peak } = seconds[i] ?? {}
    return peak ? Math.hypot(...peak.map((value) => Math.min(sensorRange, Math.abs(value)))) / gravity : 0
  }
  return seconds.flatMap((_, i) => {
    const own = peakG(i)
    const isImpact = own >= minImpactG && peakG(i - 1) < own && peakG(i + 1) <= own
    return isImpact && i + lookSeconds.early < seconds.length ? [i] : []
  })
}

/** Returns a whole signal as the detector resamples it, reading by reading. */
function windowValues(signal: Signal): Float32Array {
  const parts: Float32Array[] = []
  for (const { samples } of readingsOf(signal, 'samples')) {
    const { motions, rateHz } = samples as { motions: Motion[]; rateHz: number }
    const part = { motions, from: 0, until: motions.length, rateHz, gapSeconds: 0, endedAt: 0 }
    parts.push(extendWindow(undefined, part).values)
  }
  const values = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    values.set(part, at)
    at += part.length
  }
  return values
}
