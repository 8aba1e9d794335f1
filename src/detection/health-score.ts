import { msPerDay } from '../platform/lib/duration.ts'

/** How long a reported heart rate or oxygen saturation counts, up to the newest reading of its device or patient. */
export const vitalSignsMaxAgeMs = msPerDay

/** The moving average of a heart rate, and its mean absolute deviation. */
export interface HeartRhythm {
  level: number
  spread: number
}

/** With a reading per second, a weight of 1/60 averages over about a minute. */
const weight = 1 / 60

/** Adds a heart rate to the moving averages. */
export function followHeartRate(rhythm: HeartRhythm | undefined, bpm: number): HeartRhythm {
  if (!rhythm) return { level: bpm, spread: 0 }
  const deviation = bpm - rhythm.level
  return {
    level: rhythm.level + deviation * weight,
    spread: rhythm.spread + (Math.abs(deviation) - rhythm.spread) * weight,
  }
}

/** The input of the score; null for what was not reported. */
export interface HealthSigns {
  heartRate: number | null
  heartRateSpread: number | null
  oxygenSaturation: number | null
  /** Falls of the last 30 days, from POTENTIAL on. */
  recentFalls: number
  battery: number | null
  sensorsInitialized: boolean | null
}

/** The limits beyond which a sign lowers the score. */
export const healthLimits = {
  heartRateLow: 50,
  heartRateHigh: 110,
  oxygenSaturation: 95,
  battery: 20,
} as const

/** Returns 100 without any problem, and less for each one, down to 0. The effect of each sign is limited. */
export function healthScore(signs: HealthSigns): number {
  const { heartRate, heartRateSpread, oxygenSaturation, recentFalls, battery, sensorsInitialized } = signs
  const limits = healthLimits
  const penalty =
    (heartRate === null
      ? 0
      : atMost(30, Math.max(limits.heartRateLow - heartRate, heartRate - limits.heartRateHigh, 0))) +
    (heartRateSpread === null ? 0 : atMost(10, Math.max(heartRateSpread - 10, 0))) +
    (oxygenSaturation === null
      ? 0
      : atMost(40, Math.max(limits.oxygenSaturation - oxygenSaturation, 0) * 4)) +
    atMost(30, recentFalls * 10) +
    (battery === null || battery >= limits.battery ? 0 : battery >= 5 ? 5 : 10) +
    (sensorsInitialized === false ? 10 : 0)
  return Math.max(0, Math.round(100 - penalty))
}

const atMost = (limit: number, value: number) => Math.min(limit, value)
