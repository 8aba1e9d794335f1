/** The levels from which something is recorded, the lowest first. */
export const recordedLevels = ['SUSPICIOUS', 'POTENTIAL', 'HIGH', 'CONFIRMED'] as const

/**
 * The levels of a fall, the lowest first. Schemas, the console and tools take this list and that of the severities; the checks
 * in the database name them again, which `test/platform/lists.test.ts` compares.
 */
export const fallLevels = ['NO_FALL', ...recordedLevels] as const
export type FallLevel = (typeof fallLevels)[number]

/** The highest confidence of each level except the last. A value between two ranges counts as the higher level. */
export const highestConfidences: readonly (readonly [FallLevel, number])[] = [
  ['NO_FALL', 0.3],
  ['SUSPICIOUS', 0.5],
  ['POTENTIAL', 0.7],
  ['HIGH', 0.89],
]

/** Confidences have two decimals. */
const confidenceStep = 0.01
const maxDetectedConfidence = 0.99

/** The lowest and the highest confidence of each level, as the detector gives it. */
export const confidenceRanges = fallLevels.map((_, i): readonly [number, number] => {
  const below = highestConfidences[i - 1]?.[1]
  const lowest = below === undefined ? 0 : Math.round((below + confidenceStep) * 100) / 100
  return [lowest, highestConfidences[i]?.[1] ?? maxDetectedConfidence]
})

export function fallLevel(confidence: number): FallLevel {
  return highestConfidences.find(([, limit]) => confidence <= limit)?.[0] ?? 'CONFIRMED'
}

/** Orders the levels: CONFIRMED is at least HIGH. */
export function isAtLeast(level: FallLevel, other: FallLevel): boolean {
  return fallLevels.indexOf(level) >= fallLevels.indexOf(other)
}

/** True from POTENTIAL on, the level at which caregivers are alerted. */
export const isLikelyFall = (level: FallLevel) => isAtLeast(level, 'POTENTIAL')

export const likelyLevels = fallLevels.filter(isLikelyFall)

/** The SQL condition for the same. */
export const isLikely = `falls.status in (${likelyLevels.map((level) => `'${level}'`).join(', ')})`

/** True for a confidence from SUSPICIOUS on. */
export const isWorthRecording = (confidence: number) => isAtLeast(fallLevel(confidence), 'SUSPICIOUS')

/** True for the confidence of a likely fall. */
export const isFall = (confidence: number) => isLikelyFall(fallLevel(confidence))
