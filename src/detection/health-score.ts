/** HeartRhythm is a moving average of a heart rate, and its mean deviation. */
export interface HeartRhythm {
  level: number
  spread: number
}

/** With a reading per second, a weight of 1/60 averages over about a minute. */
const weight = 1 / 60

export function followHeartRate(rhythm: HeartRhythm | undefined, bpm: number): HeartRhythm {
  if (!rhythm) return { level: bpm, spread: 0 }
  const off = bpm - rhythm.level
  return {
    level: rhythm.level + off * weight,
    spread: rhythm.spread + (Math.abs(off) - rhythm.spread) * weight,
  }
}

/** HealthSigns is the input of the score; null for what was not reported. */
export interface HealthSigns {
  heartRate: number | null
  heartRateSpread: number | null
  oxygenSaturation: number | null
  /** Falls of the last 30 days, from POTENTIAL on. */
  recentFalls: number
  battery: number | null
  sensorsInitialized: boolean | null
}

/** healthScore is 100 without any problem and decreases towards 0; the effect of each sign is limited. */
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
