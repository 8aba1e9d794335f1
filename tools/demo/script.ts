import { createChance } from '../simulate/chance.ts'
import { createLibrary } from '../simulate/library.ts'
import { perform, type Step, tumble } from '../simulate/scenarios.ts'

/** Gives the seconds of the play, the same every time; the first of each scene says what Rosa does. */
export function writeScript(): { scene: string | undefined; step: Step }[] {
  const part = { device: 0, library: createLibrary({ seed: 1, hz: 50 }), chance: createChance(7) }
  const scenes: [what: string, steps: Generator<Step, void>][] = [
    ['drops into an armchair', perform(part, 'sitDownHard')],
    ['gets up and picks something up', perform(part, 'standUp', 'bendDown')],
    ['walks on, trips over the carpet and falls', tumble(part, 'forward', 10, true)],
    ['has been helped up and is walking again', perform(part, 'walk')],
  ]
  return scenes.flatMap(([what, steps]) =>
    [...steps].map((step, i) => ({ scene: i === 0 ? what : undefined, step })),
  )
}
