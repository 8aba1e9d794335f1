import type { Chance } from './chance.ts'
import { measure, remain, type Second, standing } from './clip.ts'
import { createHand } from './hand.ts'
import type { Wearer } from './wearer.ts'

/** In seconds: so much is worked out at a time. */
const stretch = 10

/** A day without end of work with the hands, as a device at the wrist measures it. */
export function* roughDay(wearer: Wearer, hz: number, chance: Chance): Generator<Second, never> {
  const hand = createHand(wearer, chance)
  for (let from = 0; ; from += stretch) {
    const draft = {
      seconds: stretch,
      movement: (t: number) => hand(from + t),
      ...remain(standing(wearer)),
      effort: 0.45,
    }
    yield* measure(draft, wearer, hz, chance).seconds
  }
}
