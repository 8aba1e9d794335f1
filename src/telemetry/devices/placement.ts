/** Where a device is worn. The detector treats `unknown` as the wrist. */
export const placements = ['wrist', 'waist', 'pocket', 'unknown'] as const
export type Placement = (typeof placements)[number]
