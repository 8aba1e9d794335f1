import { type Classifier, createClassifier, type FallModel } from './classifier.ts'
import type { Sensitivity } from './confidence.ts'
import { type AuxiliarySensors, auxiliarySensorsOf, updateBaseline } from './corroboration.ts'
import { advanceState, type DetectorState, type Mode, noPendingImpacts } from './detector-state.ts'
import { tick } from './device-clock.ts'
import { eventConfidence } from './event-confidence.ts'
import { evidenceOf } from './event-evidence.ts'
import { updateEvent } from './event-update.ts'
import { addImpact, type Evidence, motionOf } from './fall-event.ts'
import { createImpactFeatures } from './impact-features.ts'
import {
  type ExaminationBudget,
  examinationsFor,
  type ScoredImpact,
  scanHistory,
  scanWindow,
} from './impact-scan.ts'
import { isFall } from './levels/fall-level.ts'
import { bounded, hardestMotion, type Motion } from './motion.ts'
import { extendWindow, postureChange, samplesIn, type WindowPart } from './motion-window.ts'
import {
  emptyHistory,
  extendHistory,
  hardestSlotAround,
  hasSummary,
  historySeconds,
  newestSlot,
  peakMotionAt,
  postureChangeInHistory,
  type SecondSummary,
} from './peak-history.ts'
import { createPerSecondFeatures } from './per-second-features.ts'
import { postImpactSecond } from './post-impact.ts'
import { openProvisionalEvent } from './provisional-event.ts'
import { earlyCorrection, shortHistoryCorrection, slowRateCorrection } from './score-corrections.ts'
import { extendDetails, hasDetails, noDetails, type SecondMode } from './second-details.ts'

export interface Assessment {
  state: DetectorState
  /** 0 to 1. */
  confidence: number
  /** The motion at the impact of the open event. */
  impact: Motion | undefined
  evidence: Evidence | undefined
}

export interface MotionReading extends Motion, Partial<AuxiliarySensors> {
  uptimeMs: number
  /** The time since the previous reading, for a device whose own clock is known to be wrong. */
  elapsedMs?: number
  /** The motion since the previous reading, evenly spaced, oldest first; the last sample is at `uptimeMs`. */
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
  /** Called with every score, before corrections and before evidence raises it. */
  onScore?: (impact: ScoredImpact) => void
}

/** A shorter gap between samples is bridged; after a longer one, the motion window begins anew. */
const maxBridgeMs = 3000
/** A gap or an overlap of samples up to this is jitter of the clock. */
const jitterMs = 250

/**
 * Returns a detector that finds impacts and scores each one with a trained classifier, once the seconds
 * after it are known. It does no I/O; all it knows of a device is the state that it is given. It owns the buffers of its
 * features, so one detector serves all devices. Time is that of the device (`uptime_ms`), because readings can arrive
 * late or together; if that clock is known to be wrong, the reading says how much time has passed.
 */
export function createDetector(models: Models, { onScore }: DetectorOptions = {}): AssessMotion {
  const impactFeatures = createImpactFeatures()
  const secondFeatures = {
    'full-summary': createPerSecondFeatures('full-summary'),
    summary: createPerSecondFeatures('summary'),
    'peak-only': createPerSecondFeatures('peak-only'),
  }
  const classifiers: Record<Mode, Classifier> = {
    samples: createClassifier(models.samples, impactFeatures.names),
    'full-summary': createClassifier(models['full-summary'], secondFeatures['full-summary'].names),
    summary: createClassifier(models.summary, secondFeatures.summary.names),
    'peak-only': createClassifier(models['peak-only'], secondFeatures['peak-only'].names),
  }

  const budget: ExaminationBudget = { left: 0 }

  // These functions change the state that they are given: it is the copy that this reading results in.

  /** Adds the samples of a reading in parts of about a second, without those that were sent before. */
  function addSamples(
    state: DetectorState,
    { motions, rateHz }: { motions: readonly Motion[]; rateHz: number },
  ): void {
    const { window } = state
    const { at } = state.moment
    const boundedHz = Math.min(1000, Math.max(1, rateHz || 1))
    budget.left = examinationsFor(motions.length / boundedHz)
    state.details = noDetails
    const gapMs = window
      ? at - window.endedAt - (motions.length / boundedHz) * 1000
      : Number.POSITIVE_INFINITY
    const isContiguous = gapMs <= maxBridgeMs
    if (!isContiguous) {
      state.window = undefined
      state.pending = noPendingImpacts
      state.history = emptyHistory
    }
    const repeated = isContiguous && gapMs < -jitterMs ? Math.round((-gapMs / 1000) * boundedHz) : 0
    const first = Math.min(repeated, motions.length - 1)
    const count = motions.length - first
    const parts = Math.max(1, Math.round(count / boundedHz))
    let from = first
    for (let part = 1; part <= parts; part++) {
      const until = first + Math.round((part * count) / parts)
      const gapSeconds = isContiguous && part === 1 && gapMs > jitterMs ? gapMs / 1000 : 0
      const endedAt = at - ((motions.length - until) / boundedHz) * 1000
      addWindowPart(state, { motions, from, until, rateHz: boundedHz, gapSeconds, endedAt })
      from = until
    }
  }

  function addWindowPart(state: DetectorState, part: WindowPart): void {
    const { motions, from, until, gapSeconds, endedAt } = part
    const countBefore = state.window ? samplesIn(state.window) : 0
    const window = extendWindow(state.window, part)
    const shift = countBefore + window.fresh - samplesIn(window)
    state.window = window
    state.history = extendHistory(state.history, hardestMotion(motions, from, until), Math.round(gapSeconds))
    openProvisionalEvent(state, endedAt)
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

  /** Adds a reading without samples. */
  function addSecond(state: DetectorState, reading: MotionReading, elapsedMs: number): void {
    const { window } = state
    const { at } = state.moment
    const { summary } = reading
    const missingSeconds = Math.min(historySeconds, Math.max(0, Math.round(elapsedMs / 1000) - 1))
    const peak = bounded(summary ? { accel: summary.peak, gyro: reading.gyro } : reading)
    state.history = extendHistory(state.history, peak, missingSeconds, summary)
    state.details = extendDetails(state.details, summary?.details, missingSeconds)
    openProvisionalEvent(state, at)
    // A device that left its samples out once is expected to send them again.
    if (window && at - window.endedAt <= maxBridgeMs) return
    state.window = undefined
    state.pending = noPendingImpacts
    const mode = secondModeOf(state, reading)
    const features = secondFeatures[mode]
    features.load(state.history, state.details)
    scanHistory(features, classifiers[mode], (impact) => applyScore(state, at, impact, mode))
  }

  /** Opens an event for a score that is high enough, or adds the impact to the open event. */
  function applyScore(state: DetectorState, at: number, impact: ScoredImpact, mode: Mode): void {
    onScore?.(impact)
    const { secondsAgo, secondsBefore, look } = impact
    const score =
      impact.score - shortHistoryCorrection(secondsBefore, mode) - (look === 'early' ? earlyCorrection : 0)
    if (score <= models[mode].scale.hundredADay) return
    const { history, window, event, baseline } = state
    const slot = mode === 'samples' ? hardestSlotAround(history, secondsAgo) : newestSlot - secondsAgo
    const posture =
      mode === 'samples' && window
        ? postureChange(window, secondsAgo)
        : postureChangeInHistory(history, newestSlot - secondsAgo)
    const motion = bounded(peakMotionAt(history, slot))
    state.event = addImpact(event, { at: at - secondsAgo * 1000, motion, score, ...posture }, baseline)
    // Each mode has its own scale, so the mode must be that of the score.
    if (state.event.scoreHundredths !== event?.scoreHundredths) state.mode = mode
  }

  function toAssessment(state: DetectorState, sensitivity: Sensitivity): Assessment {
    const { event, mode } = state
    const { at } = state.moment
    if (!event) return { state, confidence: 0, impact: undefined, evidence: undefined }
    return {
      state,
      confidence: eventConfidence(event, at, models[mode].scale, sensitivity),
      impact: motionOf(event),
      evidence: evidenceOf(event, at),
    }
  }

  return (previous, reading, sensitivity = 'normal') => {
    const time = tick(previous?.moment, reading.uptimeMs, reading.elapsedMs)
    const state = advanceState(previous, time)
    if (time.kind === 'late') return toAssessment(state, sensitivity)
    const elapsedMs = time.kind === 'next' ? time.elapsedMs : 1000
    const { samples } = reading
    if (samples?.motions.length) addSamples(state, samples)
    else addSecond(state, reading, elapsedMs)
    const sensors = auxiliarySensorsOf(reading)
    const { event, moment } = state
    if (event) {
      const { scale } = models[state.mode]
      const isAlarm = isFall(eventConfidence(event, moment.at, scale, sensitivity))
      const coveredMs = coveredMsOf(reading, elapsedMs)
      const second = postImpactSecond(state, event, { elapsedMs, coveredMs }, sensors)
      state.event = updateEvent(event, moment.at, second, isAlarm)
    }
    state.baseline = updateBaseline(state.baseline, sensors)
    return toAssessment(state, sensitivity)
  }
}

/** Returns what is known of the newest second and the one before: a device that begins to send more is not yet judged by it. */
function secondModeOf({ history, details }: DetectorState, { summary }: MotionReading): SecondMode {
  if (!summary || !hasSummary(history, newestSlot - 1)) return 'peak-only'
  return hasDetails(details, newestSlot - 1) ? 'full-summary' : 'summary'
}

/** Returns how much of the time since the previous reading this one covers. */
function coveredMsOf({ samples }: MotionReading, elapsedMs: number): number {
  const coveredMs = samples?.motions.length ? (samples.motions.length / samples.rateHz) * 1000 : 1000
  return Math.min(elapsedMs, coveredMs)
}
