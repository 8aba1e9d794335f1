import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
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
import { createSecondFeatures } from '../../src/detection/second-features.ts'
import { createFolds } from './folds.ts'
import { createRandom } from './random.ts'
import { type Recording, readRecordings } from './recordings.ts'
import { readingsOf, type Signal } from './replay.ts'
import { clip, dropStart, hardestMoment, resample } from './signals.ts'

/** What an example is for: to evaluate as recorded or told at 20 Hz, or to train on. */
const uses = { evaluate: 0, evaluateAt20Hz: 1, train: 2 } as const

/** What an example is: daily life, the fall of a recording, or something else in the recording of a fall. */
const labels = { life: 0, fall: 1, besideFall: 2 } as const

/** Every signal is clipped as the sensors that recorded daily life clip it, in m/s². */
const sensorRange = 19.42

const windowSamples = { before: 3 * windowHz, after: 5 * windowHz }
const maxBeforeSeconds = 6

/** How far from the hardest moment of a fall an impact is still the fall, in seconds. */
const nearFallSeconds = 0.8

/** Context is what is known of the time before an impact. */
interface Context {
  seconds: number
  /** Whether what came before that is made up: the known seconds, mirrored. */
  isMirrored: boolean
}

const wholeContext: Context = { seconds: 9, isMirrored: false }

/**
 * How much of what came before is left of most of the examples to train on, in seconds. Falls come from trials that
 * begin shortly before them, daily life does not: without this a model learns that a recording began a moment ago. Half
 * of what is cut is mirrored, so that impacts of every kind are learned with a long time before them and with a short one.
 */
const beforeSeconds = [1.2, 1.5, 1.7, 2, 2, 2.3, 2.5, 2.7, 3, 3.4, 4, 4.6, 5, 6, 6]

/** The beginning of the impact itself is not mirrored: half a second. */
const mirrorMargin = Math.round(windowHz / 2)

const slowRates = [10, 16, 20, 25, 32]

/**
 * writeExamples writes what models learn from: impacts, each described by its features and, where the device sends samples, with the motion around it.
 * They are written to files in a folder, because all of them together take gigabytes:
 *
 * - `recordings.json`: the recordings, the folds, and the names of the features,
 * - `samples.rows`, `seconds.rows`: eight numbers for each example: recording, use, rate (Hz), label, time (s), seconds known
 *   before and after it, and whether the late look is known,
 * - `samples-early.features` and the like: the features of each example, as 32-bit numbers,
 * - `samples.windows`: from three seconds before to five after the impact, 25 samples a second, in 1/64 g.
 */
export async function writeExamples(data: string, work: string, seed: number, say: (text: string) => void) {
  const random = createRandom(seed)
  const foldOf = createFolds()
  const out = createWriter(work)
  const impactFeatures = createImpactFeatures()
  const secondFeatures = [createSecondFeatures('peak-only'), createSecondFeatures('summary')] as const
  const recordings: object[] = []

  function addImpact(
    index: number,
    values: Float32Array,
    at: number,
    context: Context,
    use: number,
    rateHz: number,
    label: number,
  ) {
    const count = values.length / 3
    if (count - at < lookSeconds.early * windowHz) return
    const around = valuesAround(values, at, context)
    const before = around.length / 3 - Math.min(count - at, lookSeconds.late * windowHz + 1)
    impactFeatures.load(windowOf(around))
    const hasLate = count - at >= lookSeconds.late * windowHz
    for (const look of ['early', 'late'] as const) {
      const names = impactFeatures.names[look]
      const isKnown = look === 'early' || hasLate
      out.features(
        `samples-${look}`,
        isKnown
          ? impactFeatures.extract(before, look).subarray(0, names.length)
          : unknownFeatures(names.length),
      )
    }
    out.window(around, before)
    const known = [before, Math.min(windowSamples.after, count - at)]
    out.row('samples', [
      index,
      use,
      rateHz,
      label,
      at / windowHz,
      (known[0] ?? 0) / windowHz,
      (known[1] ?? 0) / windowHz,
      hasLate ? 1 : 0,
    ])
  }

  function addSecond(
    index: number,
    seconds: SecondSummary[],
    i: number,
    context: Context,
    use: number,
    rateHz: number,
    label: number,
  ) {
    let history: PeakHistory = emptyHistory
    const last = Math.min(seconds.length - 1, i + lookSeconds.late)
    const first = Math.max(0, i - Math.round(context.seconds))
    const mirrored = context.isMirrored ? historySeconds : 0
    for (let j = first - mirrored; j <= last; j++) {
      const summary = seconds[mirror(j, first, i, 1)] as SecondSummary
      history = extendHistory(history, { accel: summary.peak, gyro: [0, 0, 0] }, 0, summary)
    }
    const slot = historySeconds - 1 - (last - i)
    const hasLate = i + lookSeconds.late < seconds.length
    for (const [k, kind] of (['peak-only', 'summary'] as const).entries()) {
      const features = secondFeatures[k as 0 | 1]
      features.load(history)
      for (const look of ['early', 'late'] as const) {
        const names = features.names[look]
        const isKnown = look === 'early' || hasLate
        out.features(
          `${kind}-${look}`,
          isKnown ? features.extract(slot, look).subarray(0, names.length) : unknownFeatures(names.length),
        )
      }
    }
    const before = context.isMirrored ? historySeconds : i - first
    out.row('seconds', [index, use, rateHz, label, i + 0.5, before, 0, hasLate ? 1 : 0])
  }

  function anyContext(): Context {
    if (random() < 0.3) return wholeContext
    const longest = beforeSeconds[Math.floor(random() * beforeSeconds.length)] as number
    return { seconds: longest - random() * 0.7, isMirrored: random() < 0.5 }
  }

  for await (const recording of readRecordings(data)) {
    const index = recordings.length
    const { accel: _, gyro: __, ...facts } = recording
    recordings.push({ ...facts, fold: foldOf(recording) })
    const signal = clip({ hz: recording.hz, accel: recording.accel }, sensorRange)
    const fallAt = recording.kind === 'fall' ? hardestMoment(recording) : undefined
    const labelAt = (seconds: number) =>
      fallAt === undefined
        ? labels.life
        : Math.abs(seconds - fallAt) < nearFallSeconds
          ? labels.fall
          : labels.besideFall
    for (const { use, told, skipped } of versionsOf(signal, recording, random)) {
      const values = windowValues(told)
      for (const at of impactsBetween(windowOf(values), 0, values.length / 3)) {
        const label = labelAt(at / windowHz + skipped)
        if (use !== uses.train) addImpact(index, values, at, wholeContext, use, told.hz, label)
        if (use === uses.evaluateAt20Hz || label === labels.besideFall) continue
        if (use === uses.train || random() < 0.5)
          addImpact(index, values, at, anyContext(), uses.train, told.hz, label)
      }
    }
    for (const { use, told, skipped } of secondVersionsOf(recording, signal, random)) {
      const seconds = Array.from(readingsOf(told, 'summary'), ({ summary }) => summary as SecondSummary)
      for (const i of hardSeconds(seconds)) {
        const label = labelAt(i + 0.5 + skipped)
        if (use === uses.train && label === labels.besideFall) continue
        addSecond(index, seconds, i, use === uses.train ? anyContext() : wholeContext, use, told.hz, label)
      }
    }
    if (index % 500 === 0) say(`${index} recordings, ${out.count()} examples`)
  }
  writeFileSync(
    join(work, 'recordings.json'),
    JSON.stringify({
      recordings,
      features: {
        samples: impactFeatures.names,
        'peak-only': secondFeatures[0].names,
        summary: secondFeatures[1].names,
      } satisfies Record<string, Record<Look, readonly string[]>>,
    }),
  )
  out.close()
  say(`${recordings.length} recordings, ${out.count()} examples`)
}

/** valuesAround is the motion from its context up to the end of the late look. */
function valuesAround(values: Float32Array, at: number, { seconds, isMirrored }: Context): Float32Array {
  const start = Math.max(0, at - Math.round(Math.min(maxBeforeSeconds, seconds) * windowHz))
  const end = Math.min(values.length / 3, at + lookSeconds.late * windowHz + 1)
  if (!isMirrored) return values.slice(start * 3, end * 3)
  const first = at - maxBeforeSeconds * windowHz
  const around = new Float32Array((end - first) * 3)
  for (let i = first; i < end; i++) {
    const from = mirror(i, start, at, mirrorMargin) * 3
    around.set(values.subarray(from, from + 3), (i - first) * 3)
  }
  return around
}

/** mirror is the place that stands for one before the first: as far after it, back and forth up to a margin before the last. */
function mirror(place: number, first: number, last: number, margin: number): number {
  if (place >= first || last - first <= margin) return Math.max(first, place)
  const span = Math.max(1, last - first - margin)
  const off = (first - place) % (2 * span)
  return first + (off > span ? 2 * span - off : off)
}

const unknownFeatures = (count: number) => new Float64Array(count).fill(Number.NaN)

const windowOf = (values: Float32Array): MotionWindow => ({ fresh: 0, endedAt: 0, values })

interface Version {
  use: number
  told: Signal
  /** What is left out of the recording's beginning, in seconds. */
  skipped: number
}

/** versionsOf gives a signal as recorded, told at 20 Hz, and as devices of other rates would have told it. */
function versionsOf(signal: Signal, { kind }: Recording, random: () => number): Version[] {
  const versions: Version[] = [{ use: uses.evaluate, told: signal, skipped: 0 }]
  const add = (use: number, rate: number, averaging: boolean) => {
    if (rate > signal.hz || (rate === signal.hz && !averaging)) return
    const skipped = Math.floor(random() * signal.hz) / signal.hz
    const phase = averaging ? 0 : random() * Math.max(0, signal.hz / rate - 1)
    versions.push({ use, told: resample(dropStart(signal, skipped), rate, averaging, phase), skipped })
  }
  add(uses.evaluateAt20Hz, 20, false)
  if (kind === 'fall') {
    for (const rate of [32, 25, 20]) for (const averaging of [true, false]) add(uses.train, rate, averaging)
    for (const rate of [20, 16, 10]) add(uses.train, rate, false)
    const skipped = Math.floor(random() * signal.hz) / signal.hz
    versions.push({ use: uses.train, told: dropStart(signal, skipped), skipped })
  } else if (kind === 'life') {
    add(uses.train, slowRates[Math.floor(random() * slowRates.length)] as number, random() < 0.5)
  } else {
    add(uses.train, random() < 0.5 ? 10 : 16, false)
    add(uses.train, 20, true)
    add(uses.train, 32, random() < 0.5)
  }
  return versions
}

/**
 * secondVersionsOf begins the seconds elsewhere: it matters much to a device that tells one moment of each. Which moment
 * is the hardest depends on the sensor's range, so that devices of both ranges are told of.
 */
function secondVersionsOf(recording: Recording, clipped: Signal, random: () => number): Version[] {
  const { kind, hz } = recording
  const shifts = kind === 'fall' ? 8 : kind === 'life' ? 4 : 3
  const versions: Version[] = []
  for (let i = 0; i < shifts; i++) {
    const skipped = Math.floor((i / shifts) * hz) / hz
    if (i === 0) versions.push({ use: uses.evaluate, told: dropStart(recording, skipped), skipped })
    const signal = random() < 0.5 ? clipped : recording
    const told = dropStart(signal, skipped)
    versions.push({ use: uses.train, told: scaled(told, 0.95 + 0.1 * random()), skipped })
    if (i % 2 === 1) continue
    const offset = Math.floor(random() * 20) / 20
    versions.push({
      use: uses.train,
      told: dropStart(resample(signal, 20, false, random()), offset),
      skipped: offset,
    })
  }
  return versions
}

const scaled = ({ hz, accel }: Signal, gain: number): Signal => ({
  hz,
  accel: accel.map((value) => value * gain),
})

/** hardSeconds are the seconds with a peak that is harder than those beside it, as the detector clips them. */
function hardSeconds(seconds: SecondSummary[]): number[] {
  const peakG = (i: number) => {
    const { peak } = seconds[i] ?? {}
    return peak ? Math.hypot(...peak.map((value) => Math.min(sensorRange, Math.abs(value)))) / gravity : 0
  }
  return seconds.flatMap((_, i) => {
    const here = peakG(i)
    const isImpact = here >= minImpactG && peakG(i - 1) < here && peakG(i + 1) <= here
    return isImpact && i + lookSeconds.early < seconds.length ? [i] : []
  })
}

/** windowValues is a whole signal as the detector keeps it, of readings of a second each. */
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

/** createWriter gathers what is written into larger pieces. */
function createWriter(work: string) {
  const files = new Map<string, { fd: number; pending: Buffer[]; bytes: number }>()
  let examples = 0

  function write(name: string, bytes: Buffer): void {
    let file = files.get(name)
    if (!file) {
      file = { fd: openSync(join(work, name), 'w'), pending: [], bytes: 0 }
      files.set(name, file)
    }
    file.pending.push(bytes)
    file.bytes += bytes.length
    if (file.bytes > 1 << 22) flush(file)
  }

  function flush(file: { fd: number; pending: Buffer[]; bytes: number }): void {
    writeSync(file.fd, Buffer.concat(file.pending))
    file.pending = []
    file.bytes = 0
  }

  const numbers = (values: ArrayLike<number>) => Buffer.from(Float32Array.from(values).buffer)

  return {
    features: (name: string, values: Float64Array) => write(`${name}.features`, numbers(values)),
    row(name: string, values: number[]) {
      write(`${name}.rows`, numbers(values))
      examples++
    },
    window(values: Float32Array, at: number) {
      const bytes = Buffer.alloc((windowSamples.before + windowSamples.after) * 3)
      for (let i = 0; i < windowSamples.before + windowSamples.after; i++) {
        const sample = at - windowSamples.before + i
        if (sample < 0 || sample * 3 >= values.length) continue
        for (let k = 0; k < 3; k++) {
          const value = Math.round((values[sample * 3 + k] as number) * 64)
          bytes.writeInt8(Math.max(-127, Math.min(127, value)), i * 3 + k)
        }
      }
      write('samples.windows', bytes)
    },
    count: () => examples,
    close() {
      for (const file of files.values()) {
        flush(file)
        closeSync(file.fd)
      }
    },
  }
}
