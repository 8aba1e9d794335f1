import type { Button } from '../../src/telemetry/ingest/reading.ts'
import type { Chance } from './chance.ts'
import type { ActivityName } from './daily-life.ts'
import { type FallKind, fallKinds } from './falls.ts'
import type { Library, WireClip, WireSecond } from './library.ts'
import type { Battery } from './vitals.ts'

/** The next second of a device's life. */
export interface Step {
  second: WireSecond
  /** A fall whose impact lies within this second, and where in it (0 to 1). */
  fall?: { kind: FallKind; at: number }
  /** The button of the device that the wearer presses in this second. */
  button?: Button
  /** False while the service cannot be reached. */
  reachable: boolean
}

/** Who plays: a device by its number, with the clips and the chance that are its own. */
export interface Part {
  device: number
  library: Library
  chance: Chance
}

export interface Scenario {
  summary: string
  battery: (chance: Chance) => Battery
  /** The seconds of a device, without end. */
  steps: (part: Part) => Generator<Step, never>
}

const fullBattery = (chance: Chance): Battery => ({ level: chance.between(60, 100), drain: 0.002 })

export const scenarios = {
  fall: {
    summary: 'daily life and falls; every other time the person lies there for a minute or two',
    battery: fullBattery,
    steps: fallsNowAndThen,
  },
  night: {
    summary: 'sleep, turning over, a walk in the dark, during which one person in five faints',
    battery: fullBattery,
    steps: night,
  },
  'busy-day': {
    summary: 'stairs, chairs, stumbles and things to pick up; no falls',
    battery: fullBattery,
    steps: busyDay,
  },
  'rough-day': {
    summary: 'manual work, worn at the wrist, as rough as that of nurses; no falls',
    battery: fullBattery,
    steps: roughDay,
  },
  'low-battery': {
    summary: 'a busy day on a battery that drops below 20 %',
    battery: (chance) => ({ level: chance.between(20.5, 23), drain: 0.15 }),
    steps: busyDay,
  },
  button: {
    summary: 'wearers press the button: for help, or after a fall to say that they are fine',
    battery: fullBattery,
    steps: pressesNowAndThen,
  },
  offline: {
    summary: 'offline for about a minute, every other time with a fall, then a batch',
    battery: fullBattery,
    steps: offAndOn,
  },
} satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof scenarios
export const scenarioNames = Object.keys(scenarios) as ScenarioName[]

function* play({ seconds, impactAt }: WireClip, kind?: FallKind): Generator<Step, void> {
  for (const [i, second] of seconds.entries()) {
    const hits = kind && impactAt !== undefined && Math.floor(impactAt) === i
    yield { second, reachable: true, ...(hits && { fall: { kind, at: impactAt - i } }) }
  }
}

/** Plays activities one after the other, each in one of its takes. */
export function* perform(part: Part, ...names: ActivityName[]): Generator<Step, void> {
  const { device, library, chance } = part
  for (const name of names) {
    const take = chance.whole(0, library.takes - 1)
    yield* play(library.activity(library.wearerFor(device), name, take))
  }
}

/** Plays a fall, some time on the floor and, if so, getting up. */
export function* tumble(part: Part, kind: FallKind, lies: number, getsUp: boolean): Generator<Step, void> {
  const { device, library, chance } = part
  const take = chance.whole(0, library.takes - 1)
  const { fall, lie, rise } = library.fall(library.wearerFor(device), kind, take)
  yield* play(fall, kind)
  for (let lain = 0; lain < lies; lain += lie.seconds.length) yield* play(lie)
  if (getsUp) yield* play(rise)
}

/** A while on the feet and in chairs: begins and ends standing. */
export function* upAndAbout(part: Part): Generator<Step, void> {
  const { chance } = part
  if (chance.happens(0.35)) {
    const sitting = Array.from({ length: chance.whole(1, 4) }, () => 'sit' as const)
    yield* perform(part, chance.happens(0.25) ? 'sitDownHard' : 'sitDown', ...sitting, 'standUp')
    return
  }
  const errand = chance.pick<ActivityName>([
    'walk',
    'walk',
    'walk',
    'walk',
    'standAbout',
    'standAbout',
    'bendDown',
    'climbStairs',
    'descendStairs',
    'stumble',
  ])
  yield* perform(part, errand)
}

/** A detector that follows a fall for a minute and a half takes another one within it for the same. */
export const betweenFalls = 120

function* fallsNowAndThen(part: Part): Generator<Step, never> {
  const { device, chance } = part
  let wait = chance.whole(3, 20)
  for (let n = 0; ; n++) {
    yield* during(wait, () => upAndAbout(part))
    // Neighbours take turns with the kinds, so that a few devices show all of them.
    const kind = fallKinds[(device + n) % fallKinds.length] ?? 'forward'
    const isLongLie = (device + n) % 2 === 0
    yield* tumble(part, kind, isLongLie ? chance.between(60, 120) : 10, true)
    wait = betweenFalls
  }
}

/** Neighbours take turns: one calls for help, the next falls, gets up and says that all is well. */
function* pressesNowAndThen(part: Part): Generator<Step, never> {
  const { device, chance } = part
  let wait = chance.whole(3, 20)
  for (let n = 0; ; n++) {
    yield* during(wait, () => upAndAbout(part))
    if ((device + n) % 2 === 0) yield* pressing('sos', perform(part, 'standAbout'))
    else {
      yield* tumble(part, fallKinds[(device + n) % fallKinds.length] ?? 'forward', 10, true)
      yield* pressing('ok', perform(part, 'standAbout'))
    }
    wait = betweenFalls
  }
}

/** Presses a button in the first second. */
export function* pressing(button: Button, steps: Generator<Step, void>): Generator<Step, void> {
  let isFirst = true
  for (const step of steps) {
    yield isFirst ? { ...step, button } : step
    isFirst = false
  }
}

function* during(seconds: number, make: () => Generator<Step, void>): Generator<Step, void> {
  for (let lived = 0; lived < seconds; ) {
    for (const step of make()) {
      lived++
      yield step
    }
  }
}

function* busyDay(part: Part): Generator<Step, never> {
  for (;;) yield* upAndAbout(part)
}

function* roughDay({ device, library, chance }: Part): Generator<Step, never> {
  const day = library.roughDay(library.wearerFor(device), chance)
  for (;;) yield { second: day.next().value, reachable: true }
}

function* night(part: Part): Generator<Step, never> {
  const { device, chance } = part
  const faints = device % 5 === 0
  for (;;) {
    for (let dreams = chance.whole(1, 4); dreams > 0; dreams--) {
      yield* perform(part, chance.happens(0.4) ? 'turnOver' : 'sleep')
    }
    yield* perform(part, 'sitUp', 'standUp', 'standAbout')
    if (faints) yield* tumble(part, 'faint', chance.between(30, 60), true)
    yield* perform(part, 'walk', 'walk', 'sitDown', 'lieDown')
    if (faints) yield* during(betweenFalls, () => perform(part, 'sleep'))
  }
}

function* offAndOn(part: Part): Generator<Step, never> {
  const { device, chance } = part
  for (let n = 0; ; n++) {
    yield* during(chance.whole(4, 10), () => upAndAbout(part))
    const kind = fallKinds[(device + n) % fallKinds.length] ?? 'forward'
    const falls = (device + n) % 2 === 0
    yield* unreachable(during(10, () => upAndAbout(part)))
    yield* unreachable(falls ? tumble(part, kind, 10, true) : during(20, () => upAndAbout(part)))
    if (falls) yield* during(betweenFalls, () => upAndAbout(part))
  }
}

function* unreachable(steps: Generator<Step, void>): Generator<Step, void> {
  for (const step of steps) yield { ...step, reachable: false }
}
