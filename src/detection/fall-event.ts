import { gravity, length, type Motion, type Vector } from './motion.ts'
import { type Senses, type Usual, type Witness, witnessesOf } from './senses.ts'

/** FallEvent is one fall, or what may be one: an impact, and what has been learned of it since. */
export interface FallEvent {
  /** When the impact was, in the detector's time; it tells one event from another. */
  at: number
  /**
   * Twelve numbers: acceleration and rotation at the impact, where gravity pulled before it, and what the senses
   * usually told (NaN where that is not known). One array, because four take more room than what is in them.
   */
  felt: readonly number[]
  /** The confidence that the impact gave at once, in hundredths; it counts until the verdict. */
  provisional: number
  /** The best confidence that a judge has given, in hundredths. */
  verdict: number
  /** How far the body has turned, in degrees. */
  turn: number | undefined
  /** Milliseconds of stillness until now, and the longest. */
  stillFor: number
  stillest: number
  /** Milliseconds of moving about upright until now, and when somebody was found to have got up. */
  upFor: number
  upAfter: number | undefined
  witnesses: readonly Witness[]
}

/** Evidence is what an event rests on, to be kept with it. */
export interface Evidence {
  peakG: number
  turnDegrees: number | null
  stillSeconds: number
  secondsSince: number
  gotUpAfterSeconds: number | null
  raisedBy: Cause[]
}

export type Cause = 'impact' | 'turn' | 'stillness' | Witness

/** In milliseconds. Impacts within the first belong to one event. */
const oneFall = 30_000
const verdictDue = 3500
const watchedAsSuspicion = 10_000
export const watchedAsFall = 90_000
const witnessed = 60_000

const fall = 0.51
const highest = 0.99
const noteworthyTurn = 45

/** Stillness begins to count after the first and counts in full after the second, in seconds. */
const stillness = [5, 30] as const
const raises = { stillness: 0.1, pressure: 0.05, foot: 0.04, heart: 0.03 } as const

/** A suspicion this strong becomes a fall when both the air and the foot speak for one. */
const strongSuspicion = 0.4
const witnessedFall = 0.55

const noWitnesses: readonly Witness[] = []
const nowhere: Vector = [Number.NaN, Number.NaN, Number.NaN]

const vectorIn = ({ felt }: FallEvent, from: number): Vector => [
  felt[from] as number,
  felt[from + 1] as number,
  felt[from + 2] as number,
]

/** motionOf is the motion at the impact. */
export const motionOf = (event: FallEvent): Motion => ({
  accel: vectorIn(event, 0),
  gyro: vectorIn(event, 3),
})

/** uprightOf is where gravity pulled before the impact. */
export const uprightOf = (event: FallEvent): Vector | undefined =>
  Number.isNaN(event.felt[6]) ? undefined : vectorIn(event, 6)

const usualOf = ({ felt }: FallEvent): Usual => felt.slice(9)

/** meetImpact opens an event, or adds the impact to the one that it belongs to. */
export function meetImpact(event: FallEvent | undefined, impact: Impact, usual: Usual): FallEvent {
  // Whole numbers take no room of their own.
  const at = Math.round(impact.at)
  const turn = impact.turn === undefined ? undefined : Math.round(impact.turn)
  const provisional = Math.round((impact.provisional ?? 0) * 100)
  const verdict = Math.round((impact.verdict ?? 0) * 100)
  if (!event || Math.abs(at - event.at) > oneFall) {
    const felt = feltIn(impact, usual)
    const after = { stillFor: 0, stillest: 0, upFor: 0, upAfter: undefined, witnesses: noWitnesses }
    return { at, felt, provisional, verdict, turn, ...after }
  }
  const better =
    verdict > event.verdict ||
    (event.verdict === 0 && length(impact.motion.accel) > length(motionOf(event).accel))
  // The hardest that was felt stays: the verdict comes later, and may be about a softer moment.
  const felt = motionOf(event)
  const motion = length(impact.motion.accel) > length(felt.accel) ? impact.motion : felt
  return {
    ...event,
    ...(better && { felt: feltIn({ ...impact, motion }, usualOf(event)), turn: turn ?? event.turn }),
    provisional: Math.max(provisional, event.provisional),
    verdict: Math.max(verdict, event.verdict),
  }
}

function feltIn({ motion: { accel, gyro }, upright = nowhere }: Impact, usual: Usual = nowhere): number[] {
  const [ax, ay, az] = accel
  const [gx, gy, gz] = gyro
  const [ux, uy, uz] = upright
  const [pressure, foot, heart] = usual as Vector
  // Written out, because spreading leaves room for more than these.
  return [ax, ay, az, gx, gy, gz, ux, uy, uz, pressure, foot, heart]
}

export interface Impact {
  at: number
  motion: Motion
  provisional?: number
  verdict?: number
  upright?: Vector | undefined
  turn?: number | undefined
}

/** What a second after the impact looks like. */
export interface Aftermath {
  /** Milliseconds since the reading before, and how many of them the reading tells of. */
  elapsed: number
  heard: number
  still: boolean
  /** How far gravity is from where it was before the impact, in degrees. */
  tilt: number | undefined
  senses: Senses
}

/** In milliseconds: a shorter silence is taken to have been like what is around it; of a longer one nothing is known. */
const longestSilence = 3000

const gotUpTilt = 35
const gotUpFor = 3000

/** followEvent learns from the next second, and forgets an event that has had its time. */
export function followEvent(event: FallEvent, at: number, second: Aftermath): FallEvent | undefined {
  const age = at - event.at
  if (age > (confidenceIn(event, at) >= fall ? watchedAsFall : watchedAsSuspicion)) return undefined
  if (age > verdictDue && event.verdict <= 30) return undefined
  const { elapsed, heard, still, tilt, senses } = second
  const isBroken = elapsed - heard > longestSilence
  const goOn = (before: number) => (isBroken ? heard : before + elapsed)
  const stillFor = still ? goOn(event.stillFor) : 0
  const up = !still && tilt !== undefined && tilt < gotUpTilt && (event.turn ?? 0) >= noteworthyTurn
  const upFor = up ? goOn(event.upFor) : 0
  const found = age <= witnessed && age > 0 ? witnessesOf(usualOf(event), senses) : []
  return {
    ...event,
    stillFor,
    stillest: Math.max(event.stillest, stillFor),
    upFor,
    upAfter: event.upAfter ?? (upFor >= gotUpFor ? age - upFor : undefined),
    witnesses: found.every((witness) => event.witnesses.includes(witness))
      ? event.witnesses
      : [...new Set([...event.witnesses, ...found])],
  }
}

/** confidenceIn is 0 to 1: the verdict, raised by what came after it. */
export function confidenceIn(event: FallEvent | undefined, at: number): number {
  if (!event) return 0
  const { witnesses } = event
  const verdict = event.verdict / 100
  const waiting = at - event.at <= verdictDue
  if (verdict < fall) {
    const suspicion = Math.min(0.5, Math.max(verdict, waiting ? event.provisional / 100 : 0))
    const both = witnesses.includes('pressure') && witnesses.includes('foot')
    return both && verdict >= strongSuspicion ? witnessedFall : suspicion
  }
  let raised = verdict + raises.stillness * stillShare(event)
  for (const witness of witnesses) raised += raises[witness]
  return Math.min(highest, Math.round(raised * 100) / 100)
}

function stillShare({ stillest }: FallEvent): number {
  const [from, to] = stillness
  return Math.min(1, Math.max(0, (stillest / 1000 - from) / (to - from)))
}

export function evidenceOf(event: FallEvent, at: number): Evidence {
  const { turn, stillest, upAfter, witnesses } = event
  const causes: Cause[] = ['impact']
  if ((turn ?? 0) >= noteworthyTurn) causes.push('turn')
  if (stillShare(event) > 0) causes.push('stillness')
  return {
    peakG: Math.round((length(motionOf(event).accel) / gravity) * 10) / 10,
    turnDegrees: turn === undefined ? null : Math.round(turn),
    stillSeconds: Math.round(stillest / 1000),
    secondsSince: Math.round((at - event.at) / 1000),
    gotUpAfterSeconds: upAfter === undefined ? null : Math.round(upAfter / 1000),
    raisedBy: [...causes, ...witnesses],
  }
}
