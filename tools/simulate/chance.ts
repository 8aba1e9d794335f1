import { createRandom } from '../detection/random.ts'

/** Chance is everything that is left to chance, and the same again from the same seed. */
export interface Chance {
  /** A number between two. */
  between(from: number, to: number): number
  whole(from: number, to: number): number
  /** True this often, of one. */
  happens(share: number): boolean
  pick<T>(choices: readonly [T, ...T[]]): T
  /** Around 0 with a spread of 1. */
  noise(): number
}

export function createChance(...seeds: number[]): Chance {
  let seed = 0x811c9dc5
  for (const part of seeds) seed = Math.imul(seed ^ part ^ (part >>> 13), 0x01000193) ^ (seed >>> 15)
  const random = createRandom(seed >>> 0)
  // The first numbers of neighbouring seeds are alike.
  for (let i = 0; i < 8; i++) random()
  const between = (from: number, to: number) => from + (to - from) * random()
  const whole = (from: number, to: number) => Math.min(to, Math.floor(between(from, to + 1)))
  return {
    between,
    whole,
    happens: (share) => random() < share,
    pick: (choices) => choices[whole(0, choices.length - 1)] ?? choices[0],
    // Twelve even numbers make a nearly normal one; four do for a sensor.
    noise: () => (random() + random() + random() + random() - 2) * Math.sqrt(3),
  }
}
