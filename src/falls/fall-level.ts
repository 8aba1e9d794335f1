export const fallLevels = ['NO_FALL', 'SUSPICIOUS', 'POTENTIAL', 'HIGH', 'CONFIRMED'] as const
export type FallLevel = (typeof fallLevels)[number]

/** The highest confidence of each level except the last. A value between two ranges counts as the higher level. */
const highest: [FallLevel, number][] = [
  ['NO_FALL', 0.3],
  ['SUSPICIOUS', 0.5],
  ['POTENTIAL', 0.7],
  ['HIGH', 0.89],
]

export function fallLevel(confidence: number): FallLevel {
  return highest.find(([, limit]) => confidence <= limit)?.[0] ?? 'CONFIRMED'
}

/** isAtLeast orders the levels: CONFIRMED is at least HIGH. */
export function isAtLeast(level: FallLevel, other: FallLevel): boolean {
  return fallLevels.indexOf(level) >= fallLevels.indexOf(other)
}
