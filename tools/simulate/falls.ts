import { gravity } from '../../src/detection/motion.ts'
import type { Chance } from './chance.ts'
import { type Draft, onFloor, remain, standing } from './clip.ts'
import { upright } from './daily-life.ts'
import { gait } from './gait.ts'
import { glide, type Moment, type Movement, ringing, still, thud, together } from './movement.ts'
import { bowing, fidget, leaning, rest, rising } from './trunk.ts'
import type { Wearer } from './wearer.ts'

export const fallKinds = ['forward', 'backward', 'sideways', 'slip', 'faint'] as const
export type FallKind = (typeof fallKinds)[number]

/** The fall itself, and what may follow it: lying there, which can go on and on, and getting up. */
export interface Fall {
  fall: Draft
  lie: Draft
  rise: Draft
}

/** One way down, of which a fall may have two: onto the knees, and from there. */
interface Tumble {
  begins: number
  lands: number
  /** The lean at the end, beyond the one at the beginning. */
  lean: Partial<Moment>
  /** How much of gravity nothing holds against, at most. */
  lightness: number
  /** How long the ground takes to stop the body, in seconds: a tenth on carpet with padding, half that on tiles. */
  stop: number
  /** Which share of the speed hands or knees take, a moment before. */
  braced: number
  /** The speed along the ground that is lost in landing, in m/s. */
  skid: number
}

export function createFall(kind: FallKind, wearer: Wearer, chance: Chance): Fall {
  const walks = kind === 'forward' || kind === 'slip' || (kind === 'sideways' && chance.happens(0.5))
  const tumbles = tumblesOf(kind, chance)
  const lands = Math.max(...tumbles.map((tumble) => tumble.lands))
  const starts = Math.min(...tumbles.map((tumble) => tumble.begins))
  const lean = (axis: 'pitch' | 'roll' | 'twist') =>
    tumbles.reduce((sum, tumble) => sum + (tumble.lean[axis] ?? 0), 0)
  const pose = { pitch: wearer.standingPitch + lean('pitch'), roll: lean('roll'), twist: lean('twist') }
  const isAwake = kind !== 'faint'
  const steps = walks ? gait(wearer, chance, { seconds: 8, pace: 1, force: 1 }) : () => still({})
  return {
    fall: {
      seconds: 10,
      movement: together(
        rest(upright(wearer), chance),
        fading(steps, starts, starts + 0.35),
        ...tumbles.map(tumbling),
        ...(isAwake ? stirring(lands, chance) : []),
      ),
      from: standing(wearer),
      to: onFloor,
      changesAt: lands,
      effort: 0.7,
      impactAt: lands,
    },
    lie: {
      seconds: 10,
      movement: together(rest(pose, chance, 0.1), ...(isAwake ? [fidget(chance.between(2, 7), chance)] : [])),
      ...remain(onFloor),
      effort: 0.9,
    },
    rise: gettingUp(pose, wearer, chance),
  }
}

const fading =
  (movement: Movement, from: number, to: number): Movement =>
  (t) => {
    const share = 1 - glide(t, from, to)
    const moment = movement(t)
    for (const key of Object.keys(moment) as (keyof Moment)[]) moment[key] *= share
    return moment
  }

/** Balance is lost some seconds into the clip, never at the same place in a second. */
function tumblesOf(kind: FallKind, chance: Chance): Tumble[] {
  const { between, happens, pick } = chance
  const begins = between(2, 3)
  const stop = between(0.05, 0.1)
  const aside = pick([-1, 1])
  switch (kind) {
    case 'forward':
      return [
        {
          begins,
          lands: begins + between(0.65, 0.95),
          lean: { pitch: between(72, 92), roll: aside * between(0, 25), twist: aside * between(0, 30) },
          lightness: between(0.6, 0.85),
          stop,
          braced: happens(0.6) ? between(0.2, 0.4) : 0,
          skid: between(0.3, 0.9),
        },
      ]
    case 'backward':
      return [
        {
          begins,
          lands: begins + between(0.65, 0.95),
          lean: { pitch: -between(65, 95), roll: aside * between(0, 20) },
          lightness: between(0.6, 0.9),
          stop,
          braced: happens(0.3) ? between(0.1, 0.3) : 0,
          skid: -between(0, 0.5),
        },
      ]
    case 'sideways':
      return [
        {
          begins,
          lands: begins + between(0.6, 0.9),
          lean: { roll: aside * between(65, 95), pitch: between(-15, 20), twist: aside * between(-25, 25) },
          lightness: between(0.6, 0.9),
          stop,
          braced: happens(0.4) ? between(0.1, 0.3) : 0,
          skid: between(0, 0.5),
        },
      ]
    case 'slip':
      return [
        {
          begins,
          lands: begins + between(0.45, 0.65),
          lean: { pitch: -between(55, 90), roll: aside * between(0, 30) },
          lightness: between(0.8, 1),
          stop: between(0.045, 0.08),
          braced: happens(0.3) ? between(0.1, 0.25) : 0,
          skid: between(0.4, 1),
        },
      ]
    case 'faint':
      return fainting(begins, chance)
  }
}

/** The knees give way first, then the trunk tips over; nothing holds against it. */
function fainting(begins: number, { between, pick, happens }: Chance): Tumble[] {
  const kneels = begins + between(0.45, 0.65)
  const tips = kneels + between(0.05, 0.2)
  const aside = pick([-1, 1])
  const over = happens(0.5)
    ? { pitch: between(50, 75), roll: aside * between(0, 30) }
    : { roll: aside * between(60, 90), pitch: between(-20, 10) }
  return [
    {
      begins,
      lands: kneels,
      lean: { pitch: between(8, 20) },
      lightness: between(0.45, 0.7),
      stop: between(0.08, 0.13),
      braced: 0,
      skid: 0,
    },
    {
      begins: tips,
      lands: tips + between(0.45, 0.65),
      lean: over,
      lightness: between(0.5, 0.75),
      stop: between(0.06, 0.1),
      braced: 0,
      skid: between(0, 0.3),
    },
  ]
}

/** So much of the lean is reached on landing; the ground takes the rest. */
const reached = 0.85
/** A body that tips over does so faster and faster, as a pencil on its end does. */
const tipping = 2.4

function tumbling({ begins, lands, lean, lightness, stop, braced, skid }: Tumble): Movement {
  const lasts = lands - begins
  const tipped = (u: number) => (Math.cosh(tipping * u) - 1) / (Math.cosh(tipping) - 1)
  const lastSpeed = (tipping * Math.sinh(tipping)) / (Math.cosh(tipping) - 1) / lasts
  const settling = (1 - reached) / (reached * lastSpeed)
  const leant = (t: number) => {
    if (t <= begins) return 0
    if (t < lands) return reached * tipped((t - begins) / lasts)
    return 1 - (1 - reached) * Math.exp((lands - t) / settling)
  }
  const sinking = (t: number) =>
    lightness * gravity * glide(t, begins + 0.15 * lasts, lands) * (1 - glide(t, lands, lands + 0.04))
  const speed = sumOf(sinking, begins, lands + 0.04)
  const before = lands - Math.min(0.14, lasts / 4)
  return (t) => {
    const share = leant(t)
    const landing =
      (1 - braced) * thud(t, lands, stop) + braced * thud(t, before, 0.1) + 0.12 * thud(t, lands + 0.22, 0.08)
    const shaking = speed * ringing(t, lands + stop, 11, 0.07)
    return still({
      up: -sinking(t) + speed * landing + 4 * shaking,
      forward: -skid * thud(t, lands, stop * 1.4) + 2 * shaking,
      left: 1.5 * shaking,
      pitch: (lean.pitch ?? 0) * share + 2 * speed * ringing(t, lands, 6, 0.1),
      roll: (lean.roll ?? 0) * share + 1.5 * speed * ringing(t, lands, 5, 0.1),
      twist: (lean.twist ?? 0) * share,
    })
  }
}

function sumOf(of: (t: number) => number, from: number, to: number): number {
  const step = 0.001
  let sum = 0
  for (let t = from; t < to; t += step) sum += of(t) * step
  return sum
}

/** Whoever is awake moves after a fall: takes stock, tries to turn. */
const stirring = (lands: number, chance: Chance): Movement[] =>
  chance.happens(0.75)
    ? [
        fidget(lands + chance.between(0.8, 2.5), chance),
        ...(chance.happens(0.5) ? [fidget(lands + chance.between(3, 5), chance)] : []),
      ]
    : []

/** Onto the knees, a rest there, then up. */
function gettingUp(pose: Partial<Moment>, wearer: Wearer, chance: Chance): Draft {
  const { pitch = 0, roll = 0, twist = 0 } = pose
  const kneels = chance.between(3.5, 4.5)
  const kneeling = 30
  const [stands, stood] = [kneels + 1.5, chance.between(8, 9)]
  return {
    seconds: 10,
    movement: together(
      rest(pose, chance, 0.2),
      leaning({}, { pitch: kneeling - pitch, roll: -roll, twist: -twist }, 0.5, kneels),
      leaning({}, { pitch: wearer.standingPitch - kneeling }, stands, stood),
      bowing(chance.between(10, 25), stands, stood),
      rising(0.35, 0.5, kneels),
      rising(wearer.waist - 0.5, stands, stood),
    ),
    from: onFloor,
    to: standing(wearer),
    changesAt: stood,
    effort: 1,
  }
}
