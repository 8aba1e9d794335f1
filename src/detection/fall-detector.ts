import { type Moment, type Tick, tick } from './device-clock.ts'
import {
  type Aftermath,
  confidenceIn,
  type Evidence,
  evidenceOf,
  type FallEvent,
  followEvent,
  motionOf,
  uprightOf,
} from './fall-event.ts'
import { flatten } from './flat-motions.ts'
import { scanSeconds, scanTrack } from './impacts.ts'
import { judgeOf } from './judge.ts'
import { bareModel } from './models/bare-model.ts'
import { samplesModel } from './models/samples-model.ts'
import { angleBetween, length, type Motion } from './motion.ts'
import { emptySeconds, extendSeconds, motionAt, newest, type Seconds, secondsKept } from './seconds.ts'
import { followSenses, nothingSensed, type Senses, type Usual } from './senses.ts'
import { endsStill, extendTrack, gravityIn, isStill, type Track } from './track.ts'
import { expectVerdict, type Opinion, pronounce } from './verdicts.ts'

/**
 * The fall detector finds impacts and asks a model, learned from recordings of falls and of daily life, about each one
 * when the seconds after it are known. It is pure: what it knows of a device is the state that it was given, and its
 * clock is the device's own (`uptime_ms`), because readings may arrive late or in a heap; where that one is known to be
 * wrong, it is told how much time has passed. docs/detection.md tells more.
 */
export interface DetectorState {
  moment: Moment
  /** The hardest motion of each of the last seconds. */
  seconds: Seconds
  /** The motion of the last seconds, of a device that sends samples. */
  track: Track | undefined
  usual: Usual
  impact: FallEvent | undefined
}

export interface Assessment {
  state: DetectorState
  /** 0 to 1. */
  confidence: number
  /** The motion at the impact that the confidence is about. */
  impact: Motion | undefined
  evidence: Evidence | undefined
}

export interface MotionReading extends Motion, Partial<Senses> {
  uptimeMs: number
  /** Milliseconds since the reading before, of a device whose own clock is known to be wrong. */
  elapsedMs?: number
  /** The motion of the last second, oldest first and evenly spaced, up to the reading itself. */
  samples?: { rateHz: number; motions: Motion[] } | undefined
}

export type AssessMotion = (state: DetectorState | undefined, reading: MotionReading) => Assessment

export const assessMotion: AssessMotion = createDetector({
  samples: { judge: judgeOf(samplesModel), levels: samplesModel.levels },
  bare: { judge: judgeOf(bareModel), levels: bareModel.levels },
})

/** createDetector gives a detector of other opinions than the ones that the service has. */
export function createDetector(opinions: { samples: Opinion; bare: Opinion }): AssessMotion {
  return (known, reading) => {
    const time = tick(known?.moment, reading.uptimeMs, reading.elapsedMs)
    const state = begin(known, time)
    if (time.kind === 'late') return conclude(state)
    const elapsed = time.kind === 'next' ? time.elapsed : 1000
    const { samples } = reading
    if (samples?.motions.length) followSamples(state, samples, opinions.samples)
    else followReading(state, reading, elapsed, opinions.bare)
    const senses = sensesOf(reading)
    if (state.impact) {
      state.impact = followEvent(
        state.impact,
        time.moment.at,
        aftermath(state, state.impact, { elapsed, heard: heardIn(reading, elapsed) }, senses),
      )
    }
    state.usual = followSenses(state.usual, senses)
    return conclude(state)
  }
}

/** begin is a copy of the state at its next moment; of a device that has started anew no earlier motion is known. */
function begin(known: DetectorState | undefined, { kind, moment }: Tick): DetectorState {
  const isNew = kind === 'restart'
  return {
    moment,
    seconds: isNew || !known ? emptySeconds : known.seconds,
    track: isNew ? undefined : known?.track,
    usual: known?.usual,
    impact: known?.impact,
  }
}

/** In milliseconds: a shorter pause between samples is bridged, after a longer one they begin anew. */
const longestBridge = 3000
const jitter = 250

/** followSamples and what it calls change the state, which is the copy that this reading ends in. */
function followSamples(
  state: DetectorState,
  { motions, rateHz }: { motions: readonly Motion[]; rateHz: number },
  opinion: Opinion,
): void {
  const { track } = state
  const { at } = state.moment
  const rate = Math.min(1000, Math.max(1, rateHz || 1))
  const pause = track ? at - track.endedAt - (motions.length / rate) * 1000 : Number.POSITIVE_INFINITY
  const joins = pause <= longestBridge
  if (!joins) {
    state.track = undefined
    state.seconds = emptySeconds
  }
  // What was told before is not told again.
  const told = joins && pause < -jitter ? Math.round((-pause / 1000) * rate) : 0
  const first = Math.min(told, motions.length - 1)
  const count = motions.length - first
  const parts = Math.max(1, Math.round(count / rate))
  let from = first
  for (let part = 1; part <= parts; part++) {
    const until = first + Math.round((part * count) / parts)
    const gap = joins && part === 1 && pause > jitter ? pause / 1000 : 0
    const endedAt = at - ((motions.length - until) / rate) * 1000
    followSecond(state, { motions, from, until, rateHz: rate, pause: gap, endedAt }, opinion)
    from = until
  }
}

interface Part {
  motions: readonly Motion[]
  from: number
  until: number
  rateHz: number
  pause: number
  endedAt: number
}

function followSecond(state: DetectorState, part: Part, opinion: Opinion): void {
  const { rateHz, pause, endedAt } = part
  const motions = flatten(part.motions, part.from, part.until)
  const track = extendTrack(state.track, { motions, rateHz, pause, endedAt })
  state.track = track
  state.seconds = extendSeconds(state.seconds, motions, Math.round(pause))
  expectVerdict(state, endedAt)
  const finding = scanTrack(track, opinion.judge)
  if (finding) pronounce(state, endedAt, finding, opinion)
}

function followReading(state: DetectorState, reading: Motion, elapsed: number, opinion: Opinion): void {
  const { track } = state
  const { at } = state.moment
  const missing = Math.min(secondsKept, Math.max(0, Math.round(elapsed / 1000) - 1))
  state.seconds = extendSeconds(state.seconds, flatten([reading], 0, 1), missing)
  expectVerdict(state, at)
  // A device that left its samples out once will send them again.
  if (track && at - track.endedAt <= longestBridge) return
  state.track = undefined
  const finding = scanSeconds(state.seconds, opinion.judge)
  if (finding) pronounce(state, at, finding, opinion)
}

/** heardIn is how many of the milliseconds since the last reading this one tells of. */
function heardIn({ samples }: MotionReading, elapsed: number): number {
  const told = samples?.motions.length ? (samples.motions.length / samples.rateHz) * 1000 : 1000
  return Math.min(elapsed, told)
}

function aftermath(
  { track, seconds }: DetectorState,
  impact: FallEvent,
  time: { elapsed: number; heard: number },
  senses: Senses,
): Aftermath {
  const { accel, gyro } = motionAt(seconds, newest)
  const still = track ? endsStill(track) : isStill(length(accel), length(gyro))
  const now = track ? gravityIn(track, 1, 0) : accel
  const upright = uprightOf(impact)
  const tilt = upright && now ? angleBetween(upright, now) : undefined
  return { ...time, still, tilt, senses }
}

function conclude(state: DetectorState): Assessment {
  const { impact } = state
  const { at } = state.moment
  if (!impact) return { state, confidence: 0, impact: undefined, evidence: undefined }
  return {
    state,
    confidence: confidenceIn(impact, at),
    impact: motionOf(impact),
    evidence: evidenceOf(impact, at),
  }
}

function sensesOf({ pressure = null, fsr = null, heartRate = null }: MotionReading): Senses {
  if (pressure === null && fsr === null && heartRate === null) return nothingSensed
  return { pressure, fsr, heartRate }
}
