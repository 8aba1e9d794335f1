import { msPerDay } from '../../platform/lib/duration.ts'

/** How long a reported heart rate or oxygen saturation counts, up to the newest reading of its device or patient. */
export const vitalSignsMaxAgeMs = msPerDay
