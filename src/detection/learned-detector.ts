import { type Moment, tick } from './device-clock.ts'
import {
  type Aftermath,
  confidenceIn,
  type Evidence,
  evidenceOf,
  type FallEvent,
  followEvent,
  meetImpact,
  motionOf,
  uprightOf,
} from './fall-event.ts'
import { type Finding, scanSeconds, scanTrack } from './impacts.ts'
import { confidenceOf, type Judge, judgeOf, type LevelScores } from './judge.ts'
import { bareModel } from './models/bare-model.ts'
import { samplesModel } from './models/samples-model.ts'
import { angleBetween, bounded, hardestOf, isBounded, length, type Motion, type Vector } from './motion.ts'
import {
  emptySeconds,
  extendSeconds,
  forceAt,
  motionAt,
  type Seconds,
  secondsKept,
  turnInSeconds,
} from './seconds.ts'
import { followSenses, nothingSensed, type Senses } from './senses.ts'
import { emptyTrack, endsStill, extendTrack, gravityIn, isStill, type Track, turnIn } from './track.ts'

/**
 * The fall detector finds impacts and asks a model, learned from recordings of falls and of daily life, about each one
 * when the seconds after it are known. It is pure: what it knows of a device is the state that it was given, and its
 * clock is the device's own (`uptime_ms`), because readings may arrive late or in a heap. docs/detection.md tells more.
 */
export interface DetectorState {
  moment: Moment
  /** The hardest motion of each of the last seconds. */
  seconds: Seconds
  /** The motion of the last seconds, of a device that sends samples, and when it ended. */
  track: Track | undefined
  trackAt: number
  usual: Senses
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
  /** The motion of the last second, oldest first and evenly spaced, up to the reading itself. */
  samples?: { rateHz: number; motions: Motion[] } | undefined
}

/** Opinion is a judge and what its scores mean; evaluation hears the scores themselves. */
export interface Opinion {
  judge: Judge
  levels: LevelScores
  hear?(score: number): void
}

export type AssessMotion = (state: DetectorState | undefined, reading: MotionReading) => Assessment

export const assessMotion: AssessMotion = createDetector({
  samples: { judge: judgeOf(samplesModel), levels: samplesModel.levels },
  bare: { judge: judgeOf(bareModel), levels: bareModel.levels },
})

/** createDetector gives a detector of other opinions than the ones that the service has. */
export function createDetector(opinions: { samples: Opinion; bare: Opinion }): AssessMotion {
  return (known, reading) => {
    const time = tick(known?.moment, reading.uptimeMs)
    if (known && time.kind === 'late') return conclude({ ...known, moment: time.moment })
    const elapsed = time.kind === 'next' ? time.elapsed : 1000
    const state = begin(known, time.moment, time.kind !== 'next')
    const next = reading.samples?.motions.length
      ? followSamples(state, reading.samples, opinions.samples)
      : followReading(state, reading, elapsed, opinions.bare)
    const senses = { ...nothingSensed, ...pickSenses(reading) }
    const impact = next.impact && followEvent(next.impact, time.moment.at, aftermath(next, elapsed, senses))
    return conclude({ ...next, impact, usual: followSenses(state.usual, senses) })
  }
}

/** begin sets the clock; of a device that has started anew no earlier motion is known. */
function begin(known: DetectorState | undefined, moment: Moment, anew: boolean): DetectorState {
  if (known && !anew) return { ...known, moment }
  const { usual = nothingSensed, impact = undefined } = known ?? {}
  return { moment, seconds: emptySeconds, track: undefined, trackAt: moment.at, usual, impact }
}

/** In milliseconds: a shorter pause between samples is bridged, after a longer one they begin anew. */
const longestBridge = 3000
const jitter = 250

function followSamples(
  state: DetectorState,
  { motions, rateHz }: { motions: readonly Motion[]; rateHz: number },
  opinion: Opinion,
): DetectorState {
  const { at } = state.moment
  const rate = Math.min(1000, Math.max(1, rateHz || 1))
  const pause = at - state.trackAt - (motions.length / rate) * 1000
  const joins = state.track !== undefined && pause <= longestBridge
  let next = joins ? state : { ...state, track: undefined, seconds: emptySeconds }
  // What was told before is not told again.
  const told = joins && pause < -jitter ? Math.round((-pause / 1000) * rate) : 0
  const first = Math.min(told, motions.length - 1)
  const parts = Math.max(1, Math.round((motions.length - first) / rate))
  const edge = (part: number) => first + Math.round((part * (motions.length - first)) / parts)
  for (let part = 0; part < parts; part++) {
    const second = parts === 1 && first === 0 ? motions : motions.slice(edge(part), edge(part + 1))
    const gap = joins && part === 0 && pause > jitter ? pause / 1000 : 0
    const endedAt = at - ((motions.length - edge(part + 1)) / rate) * 1000
    next = followSecond(
      next,
      { motions: second.every(isBounded) ? second : second.map(bounded), rate, gap, endedAt },
      opinion,
    )
  }
  return { ...next, trackAt: at }
}

function followSecond(
  state: DetectorState,
  { motions, rate, gap, endedAt }: { motions: readonly Motion[]; rate: number; gap: number; endedAt: number },
  opinion: Opinion,
): DetectorState {
  const track = extendTrack(state.track ?? emptyTrack, motions, rate, gap)
  const seconds = extendSeconds(state.seconds, hardestOf(motions), Math.round(gap))
  const impact = expectVerdict(state, seconds, endedAt)
  const finding = scanTrack(track, opinion.judge)
  const next = { ...state, track, seconds, impact }
  return finding ? pronounce(next, endedAt, finding, opinion, turnIn(track, finding.ago)) : next
}

function followReading(
  state: DetectorState,
  reading: MotionReading,
  elapsed: number,
  opinion: Opinion,
): DetectorState {
  const { at } = state.moment
  const missing = Math.min(secondsKept, Math.max(0, Math.round(elapsed / 1000) - 1))
  const seconds = extendSeconds(state.seconds, bounded(reading), missing)
  const impact = expectVerdict(state, seconds, at)
  // A device that left its samples out once will send them again.
  const track = at - state.trackAt <= longestBridge ? state.track : undefined
  const next = { ...state, track, seconds, impact }
  const finding = track ? undefined : scanSeconds(seconds, opinion.judge)
  if (!finding) return next
  return pronounce(next, at, finding, opinion, turnInSeconds(seconds, secondsKept - 1 - finding.ago))
}

/** In g, and as a multiple of the hardest of the six seconds before. */
const suddenForce = [2.5, 5] as const
const suddenRise = 1.4

/** expectVerdict opens an event at once for an impact out of the ordinary; the verdict comes with the next seconds. */
function expectVerdict({ impact, usual }: DetectorState, seconds: Seconds, at: number) {
  const last = secondsKept - 1
  const peak = forceAt(seconds, last)
  const [from, to] = suddenForce
  if (!(peak >= from)) return impact
  for (let ago = 1; ago <= 6; ago++) if (forceAt(seconds, last - ago) * suddenRise > peak) return impact
  const provisional = Math.round((0.31 + 0.19 * Math.min(1, (peak - from) / (to - from))) * 100) / 100
  return meetImpact(impact, { at, motion: motionAt(seconds, last), provisional }, usual)
}

function pronounce(
  state: DetectorState,
  at: number,
  { score, ago }: Finding,
  { levels, hear }: Opinion,
  turned: { upright?: Vector; turn?: number },
): DetectorState {
  hear?.(score)
  const verdict = confidenceOf(score, levels)
  if (verdict <= 0.3) return state
  const { seconds, usual } = state
  const slot = Math.max(0, secondsKept - 1 - Math.floor(ago))
  const felt = { at: at - ago * 1000, motion: bounded(motionAt(seconds, slot)), verdict }
  return { ...state, impact: meetImpact(state.impact, { ...felt, ...turned }, usual) }
}

function aftermath({ impact, track, seconds }: DetectorState, elapsed: number, senses: Senses): Aftermath {
  const { accel, gyro } = motionAt(seconds, secondsKept - 1)
  const still = track ? endsStill(track) : isStill(length(accel), length(gyro))
  const now = track ? gravityIn(track, 1, 0) : accel
  const upright = impact && uprightOf(impact)
  const tilt = upright && now ? angleBetween(upright, now) : undefined
  return { elapsed, still, tilt, senses }
}

function conclude(state: DetectorState): Assessment {
  const { impact, moment } = state
  const confidence = confidenceIn(impact, moment.at)
  const evidence = impact && evidenceOf(impact, moment.at)
  return { state, confidence, impact: impact && motionOf(impact), evidence }
}

function pickSenses({ pressure = null, fsr = null, heartRate = null }: MotionReading): Senses {
  return { pressure, fsr, heartRate }
}
