import type { Chance } from '../simulate/chance.ts'
import type { FallKind } from '../simulate/falls.ts'
import { fullName } from '../simulate/names.ts'
import {
  betweenFalls,
  type Part,
  perform,
  pressing,
  type Step,
  tumble,
  upAndAbout,
} from '../simulate/scenarios.ts'
import type { HousePatient } from './house/house.ts'

/** Decides who falls or calls for help, and when. */
export interface Director {
  /** The seconds of a patient's life, without end. */
  live(patient: HousePatient, part: Part): Generator<Step, never>
}

export interface DirectorOptions {
  /** Undefined if nobody falls. */
  fallEverySeconds: number | undefined
  chance: Chance
  say(line: string): void
  /** Pulls the cord in the bathroom of somebody who has one. */
  pullCord?(patient: HousePatient): void
  now?: () => number
}

const rooms = [
  'in the kitchen',
  'in the bathroom',
  'in the hall',
  'in the bedroom',
  'on the stairs',
  'in the garden',
  'in the living room',
  'on the way to the dining room',
] as const

/** Of these the detector finds nearly all; of the others, every fifth sideways fall and a third of the slips are missed. */
const likelyKinds: readonly [FallKind, ...FallKind[]] = ['forward', 'backward', 'faint']

/** Somebody calls for help this many times as rarely as somebody falls. */
const fallsPerCall = 4

/** Gives each scene to whoever next stands on their feet, and has had some minutes of peace. */
export function createDirector(options: DirectorOptions): Director {
  const { fallEverySeconds, chance, say, pullCord = () => {}, now = Date.now } = options
  const everyMs = (fallEverySeconds ?? Number.POSITIVE_INFINITY) * 1000
  // Nobody waits a minute for the first fall.
  let fallDueAt = now() + everyMs / 4
  let callDueAt = now() + everyMs * (fallsPerCall / 2)
  const calmFrom = new Map<string, number>()

  /** What happens to somebody who is standing. */
  function nextScene({ id }: HousePatient): 'fall' | 'call' | undefined {
    const at = now()
    if (at < Math.min(fallDueAt, callDueAt) || at < (calmFrom.get(id) ?? 0)) return undefined
    calmFrom.set(id, at + betweenFalls * 1000)
    if (at >= callDueAt) {
      callDueAt = at + everyMs * fallsPerCall
      return 'call'
    }
    fallDueAt = at + everyMs * chance.between(0.7, 1.3)
    return 'fall'
  }

  function* live(patient: HousePatient, part: Part): Generator<Step, never> {
    for (;;) {
      const scene = nextScene(patient)
      if (scene === 'fall') yield* fall(patient, part)
      else if (scene === 'call') yield* call(patient, part)
      else yield* upAndAbout(part)
    }
  }

  function* fall(patient: HousePatient, part: Part): Generator<Step, void> {
    const name = fullName(patient)
    const isFine = chance.happens(1 / 3)
    const steps = tumble(part, chance.pick(likelyKinds), isFine ? 4 : chance.between(20, 60), true)
    for (const step of steps) {
      if (step.fall) say(`${name} falls ${chance.pick(rooms)}`)
      yield step
    }
    say(isFine ? `${name} is up again and presses “I'm fine”` : `${name} is up again`)
    yield* isFine ? pressing('ok', perform(part, 'standAbout')) : perform(part, 'standAbout')
    // The time on the floor does not count as peace.
    calmFrom.set(patient.id, now() + betweenFalls * 1000)
  }

  function* call(patient: HousePatient, part: Part): Generator<Step, void> {
    if (patient.cord) {
      say(`${fullName(patient)} pulls the cord in the bathroom`)
      pullCord(patient)
      return yield* perform(part, 'standAbout')
    }
    say(`${fullName(patient)} presses the button for help ${chance.pick(rooms)}`)
    yield* pressing('sos', perform(part, 'standAbout'))
  }

  return { live }
}
