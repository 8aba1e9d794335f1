import { createRandom } from '../../harness/random.ts'

/** Everything that is left to chance, and the same again from the same seed. */
export interface Chance {
  /** A number between two. */
  between(from: number, to: number): number
  whole(from: number, to: number): number
  /** True this often, of one. */
  happens(share: number): boolean
  pick<T>(choices: readonly [T, ...T[]]): T
  /** One of the choices, each as likely as its weight says. */
  weighted<T>(choices: readonly T[], weightOf: (choice: T) => number): T
  /** Around 0 with a spread of 1. */
  noise(): number
  /** Above 0, rarely far above: what sizes and durations of human doings are like. */
  lognormal(spread: Spread): number
}

/** The median of a lognormal distribution and the standard deviation of its logarithm. */
export type Spread = readonly [median: number, sigma: number]

export function createChance(...seeds: number[]): Chance {
  let seed = 0x811c9dc5
  for (const part of seeds) seed = Math.imul(seed ^ part ^ (part >>> 13), 0x01000193) ^ (seed >>> 15)
  const random = createRandom(seed >>> 0)
  // The first numbers of neighbouring seeds are alike.
  for (let i = 0; i < 8; i++) random()
  const between = (from: number, to: number) => from + (to - from) * random()
  const whole = (from: number, to: number) => Math.min(to, Math.floor(between(from, to + 1)))
  // Twelve even numbers make a nearly normal one; four do for a sensor.
  const noise = () => (random() + random() + random() + random() - 2) * Math.sqrt(3)
  return {
    between,
    whole,
    happens: (share) => random() < share,
    pick: (choices) => choices[whole(0, choices.length - 1)] ?? choices[0],
    weighted(choices, weightOf) {
      let left = between(
        0,
        choices.reduce((sum, choice) => sum + weightOf(choice), 0),
      )
      const chosen = choices.find((choice) => {
        left -= weightOf(choice)
        return left < 0
      })
      return chosen ?? (choices.at(-1) as (typeof choices)[number])
    },
    noise,
    lognormal: ([median, sigma]) => median * Math.exp(sigma * noise()),
  }
}
