import { aftermathOf } from './aftermath.ts'
import { type Classifier, createClassifier, type FallModel, type RateScale } from './classifier.ts'
import { confidenceOf, type Sensitivity } from './confidence.ts'
import { type AuxiliarySensors, noAuxiliarySensors, updateBaseline } from './corroboration.ts'
import { type DetectorState, type Mode, nothingPending, stateAt } from './detector-state.ts'
import { tick } from './device-clock.ts'
import {
  addImpact,
  type Evidence,
  evidenceOf,
  type FallEvent,
  firstScoreDueMs,
  motionOf,
  raisedScore,
  updateEvent,
} from './fall-event.ts'
import { createImpactFeatures } from './impact-features.ts'
import {
  type ExaminationBudget,
  examinationsIn,
  type ScoredImpact,
  scanHistory,
  scanWindow,
} from './impact-scan.ts'
import { bounded, length, type Motion } from './motion.ts'
import { extendWindow, postureChange, samplesIn } from './motion-window.ts'
import {
  emptyHistory,
  extendHistory,
  hasSummary,
  historySeconds,
  newestSlot,
  type PeakHistory,
  peakAt,
  peakMotionAt,
  postureChangeInHistory,
  type SecondSummary,
} from './peak-history.ts'
import { earlyCorrection, shortHistoryCorrection, slowRateCorrection } from './score-corrections.ts'
import { createSecondFeatures } from './second-features.ts'
import { openSuspicion } from './sudden-impact.ts'

export interface Assessment {
  state: DetectorState
  /** 0 to 1. */
  confidence: number
  /** The motion at the impact that the confidence is about. */
  impact: Motion | undefined
  evidence: Evidence | undefined
}

export interface MotionReading extends Motion, Partial<AuxiliarySensors> {
  uptimeMs: number
  /** Milliseconds since the reading before, of a device whose own clock is known to be wrong. */
  elapsedMs?: number
  /** The motion of the last second, oldest first and evenly spaced, up to the reading itself. */
  samples?: { rateHz: number; motions: Motion[] } | undefined
  summary?: SecondSummary | undefined
}

export type AssessMotion = (
  state: DetectorState | undefined,
  reading: MotionReading,
  sensitivity?: Sensitivity,
) => Assessment

export type Models = Record<Mode, Pick<FallModel, 'features' | 'forests' | 'networks' | 'scale'>>

export interface DetectorOptions {
  /** Called with every score, before what comes later raises it. */
  onScore?: (impact: ScoredImpact) => void
}

/**
 * createDetector makes a detector of models. It finds impacts and asks a classifier, trained on recordings of falls and
 * of daily life, about each one when the seconds after it are known. It does no I/O and owns the buffers of its features:
 * what it knows of a device is the state that it is given. Its clock is the device's own (`uptime_ms`), because readings
 * may arrive late or many at once; where that clock is known to be wrong, the reading says how much time has passed.
 */
export function createDetector(models: Models, { onScore }: DetectorOptions = {}): AssessMotion {
  const impactFeatures = createImpactFeatures()
  const secondFeatures = {
    summary: createSecondFeatures('summary'),
    'peak-only': createSecondFeatures('peak-only'),
  }
  const classifiers: Record<Mode, Classifier> = {
    samples: createClassifier(models.samples, impactFeatures.names),
    summary: createClassifier(models.summary, secondFeatures.summary.names),
    'peak-only': createClassifier(models['peak-only'], secondFeatures['peak-only'].names),
  }

  const budget: ExaminationBudget = { left: 0 }

  /** What follows changes the state, which is the copy that this reading ends in. */
  function addSamples(
    state: DetectorState,
    { motions, rateHz }: { motions: readonly Motion[]; rateHz: number },
  ): void {
    const { window } = state
    const { at } = state.moment
    const rate = Math.min(1000, Math.max(1, rateHz || 1))
    budget.left = examinationsIn(motions.length / rate)
    const gap = window ? at - window.endedAt - (motions.length / rate) * 1000 : Number.POSITIVE_INFINITY
    const isContiguous = gap <= maxBridgeMs
    if (!isContiguous) {
      state.window = undefined
      state.pending = nothingPending
      state.history = emptyHistory
    }
    // What was sent before is not added again.
    const known = isContiguous && gap < -jitterMs ? Math.round((-gap / 1000) * rate) : 0
    const first = Math.min(known, motions.length - 1)
    const count = motions.length - first
    const parts = Math.max(1, Math.round(count / rate))
    let from = first
    for (let part = 1; part <= parts; part++) {
      const until = first + Math.round((part * count) / parts)
      const gapSeconds = isContiguous && part === 1 && gap > jitterMs ? gap / 1000 : 0
      const endedAt = at - ((motions.length - until) / rate) * 1000
      addSecond(state, { motions, from, until, rateHz: rate, gapSeconds, endedAt })
      from = until
    }
  }

  function addSecond(state: DetectorState, part: Parameters<typeof extendWindow>[1]): void {
    const { motions, from, until, gapSeconds, endedAt } = part
    const before = state.window ? samplesIn(state.window) : 0
    const window = extendWindow(state.window, part)
    const shift = before + window.fresh - samplesIn(window)
    state.window = window
    state.history = extendHistory(state.history, hardest(motions, from, until), Math.round(gapSeconds))
    openSuspicion(state, endedAt)
    const pending = state.pending.map(({ index, score }) => ({ index: index - shift, score }))
    state.pending = scanWindow(
      window,
      pending.filter(({ index }) => index >= 0),
      impactFeatures,
      classifiers.samples,
      budget,
      (impact) => {
        const score = impact.score - slowRateCorrection(part.rateHz)
        applyScore(state, endedAt, { ...impact, score }, 'samples')
      },
    )
  }

  function addReading(state: DetectorState, reading: MotionReading, elapsed: number): void {
    const { window } = state
    const { at } = state.moment
    const { summary } = reading
    const missing = Math.min(historySeconds, Math.max(0, Math.round(elapsed / 1000) - 1))
    const peak = bounded(summary ? { accel: summary.peak, gyro: reading.gyro } : reading)
    state.history = extendHistory(state.history, peak, missing, summary)
    openSuspicion(state, at)
    // A device that left its samples out once will send them again.
    if (window && at - window.endedAt <= maxBridgeMs) return
    state.window = undefined
    state.pending = nothingPending
    const mode = summary && hasSummary(state.history, newestSlot - 1) ? 'summary' : 'peak-only'
    const features = secondFeatures[mode]
    features.load(state.history)
    scanHistory(features, classifiers[mode], (impact) => applyScore(state, at, impact, mode))
  }

  /** applyScore opens an event for what may be a fall, or adds to the one there is. */
  function applyScore(state: DetectorState, at: number, impact: ScoredImpact, mode: Mode): void {
    onScore?.(impact)
    const { secondsAgo, secondsBefore, look } = impact
    const score =
      impact.score - shortHistoryCorrection(secondsBefore, mode) - (look === 'early' ? earlyCorrection : 0)
    if (score <= models[mode].scale.hundredADay) return
    const { history, window, event, baseline } = state
    const slot = mode === 'samples' ? hardestAround(history, secondsAgo) : newestSlot - secondsAgo
    const { upright, turnDegrees } =
      mode === 'samples' && window
        ? postureChange(window, secondsAgo)
        : postureChangeInHistory(history, newestSlot - secondsAgo)
    const motion = bounded(peakMotionAt(history, slot))
    state.event = addImpact(
      event,
      { at: at - secondsAgo * 1000, motion, score, upright, turn: turnDegrees },
      baseline,
    )
    // The score is on the scale of the mode that gave it.
    if (state.event.score !== event?.score) state.mode = mode
  }

  function conclude(state: DetectorState, sensitivity: Sensitivity): Assessment {
    const { event, mode } = state
    const { at } = state.moment
    if (!event) return { state, confidence: 0, impact: undefined, evidence: undefined }
    return {
      state,
      confidence: confidenceIn(event, at, models[mode].scale, sensitivity),
      impact: motionOf(event),
      evidence: evidenceOf(event, at),
    }
  }

  return (known, reading, sensitivity = 'normal') => {
    const time = tick(known?.moment, reading.uptimeMs, reading.elapsedMs)
    const state = stateAt(known, time)
    if (time.kind === 'late') return conclude(state, sensitivity)
    const elapsed = time.kind === 'next' ? time.elapsed : 1000
    const { samples } = reading
    if (samples?.motions.length) addSamples(state, samples)
    else addReading(state, reading, elapsed)
    const sensors = auxiliarySensorsOf(reading)
    const { event, moment } = state
    if (event) {
      const isAlarm = confidenceIn(event, moment.at, models[state.mode].scale, sensitivity) > alarmAbove
      const second = aftermathOf(state, event, { elapsed, covered: coveredBy(reading, elapsed) }, sensors)
      state.event = updateEvent(event, moment.at, second, isAlarm)
    }
    state.baseline = updateBaseline(state.baseline, sensors)
    return conclude(state, sensitivity)
  }
}

/** In milliseconds: a shorter gap between samples is bridged, after a longer one they begin anew. */
const maxBridgeMs = 3000
const jitterMs = 250

const alarmAbove = 0.505

/** confidenceIn is 0 to 1: what the raised score means, or the provisional confidence until there is a score. */
function confidenceIn(event: FallEvent, at: number, scale: RateScale, sensitivity: Sensitivity): number {
  const score = raisedScore(event, scale.onceADay)
  const scored = score === undefined ? 0 : confidenceOf(score, scale, sensitivity)
  const isWaiting = at - event.at <= firstScoreDueMs
  return Math.max(scored, isWaiting ? event.provisional / 100 : 0)
}

function auxiliarySensorsOf({
  pressure = null,
  fsr = null,
  heartRate = null,
}: MotionReading): AuxiliarySensors {
  if (pressure === null && fsr === null && heartRate === null) return noAuxiliarySensors
  return { pressure, fsr, heartRate }
}

function hardest(motions: readonly Motion[], from: number, until: number): Motion {
  let best = bounded(motions[from] as Motion)
  for (let i = from + 1; i < until; i++) {
    const next = bounded(motions[i] as Motion)
    if (length(next.accel) > length(best.accel)) best = next
  }
  return best
}

/** Samples come in parts of two thirds of a second to one and a half. */
const [shortestPart, longestPart] = [2 / 3, 1.5]

/** hardestAround is the hardest of the slots that can hold a moment so many seconds ago. */
function hardestAround(history: PeakHistory, secondsAgo: number): number {
  const first = Math.max(0, newestSlot - Math.ceil(secondsAgo / shortestPart))
  let best = Math.max(0, newestSlot - Math.floor(secondsAgo))
  for (let slot = first; slot <= newestSlot - Math.floor(secondsAgo / longestPart); slot++) {
    if (peakAt(history, slot) > peakAt(history, best)) best = slot
  }
  return best
}

/** coveredBy is how many of the milliseconds since the last reading this one covers. */
function coveredBy({ samples }: MotionReading, elapsed: number): number {
  const covered = samples?.motions.length ? (samples.motions.length / samples.rateHz) * 1000 : 1000
  return Math.min(elapsed, covered)
}
