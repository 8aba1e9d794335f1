/** HeartRhythm is a running picture of a heart rate: its usual level and how far it strays from it. */
export interface HeartRhythm {
  level: number
  spread: number
}

/** A reading a second: a weight of one in sixty makes the picture about a minute long. */
const weight = 1 / 60

export function followHeartRate(rhythm: HeartRhythm | undefined, bpm: number): HeartRhythm {
  if (!rhythm) return { level: bpm, spread: 0 }
  const off = bpm - rhythm.level
  return {
    level: rhythm.level + off * weight,
    spread: rhythm.spread + (Math.abs(off) - rhythm.spread) * weight,
  }
}

/** HealthSigns is what the score is made of; null where nothing was reported. */
export interface HealthSigns {
  heartRate: number | null
  heartRateSpread: number | null
  oxygenSaturation: number | null
  /** Falls of the last 30 days that were likely or worse. */
  recentFalls: number
  battery: number | null
  sensorsInitialized: boolean | null
}

/** healthScore is 100 for nothing amiss and falls towards 0; each sign can take away only so much. */
export function healthScore(signs: HealthSigns): number {
  const { heartRate, heartRateSpread, oxygenSaturation, recentFalls, battery, sensorsInitialized } = signs
  const lost =
    (heartRate === null ? 0 : upTo(30, Math.max(50 - heartRate, heartRate - 110, 0))) +
    (heartRateSpread === null ? 0 : upTo(10, Math.max(heartRateSpread - 10, 0))) +
    (oxygenSaturation === null ? 0 : upTo(40, Math.max(95 - oxygenSaturation, 0) * 4)) +
    upTo(30, recentFalls * 10) +
    (battery === null || battery >= 20 ? 0 : battery >= 5 ? 5 : 10) +
    (sensorsInitialized === false ? 10 : 0)
  return Math.max(0, Math.round(100 - lost))
}

const upTo = (most: number, value: number) => Math.min(most, value)
