import type { Schema } from '../api/client.ts'

/** One sign that the score is made of: its value, and whether it lowers the score. */
export interface HealthReason {
  sign: 'heartRate' | 'oxygen' | 'falls' | 'battery'
  value: number | null
  isLowering: boolean
}

/** The limits beyond which a sign lowers the score, as the documentation of the score names them. */
const limits = { heartRateLow: 50, heartRateHigh: 110, oxygen: 95, battery: 20 }

export function healthReasons(
  { vitals: { heartRate, oxygenSaturation } }: Schema<'PatientHealth'>,
  recentFalls: number | null,
  battery: number | null,
): HealthReason[] {
  const isOutside =
    heartRate !== null && (heartRate < limits.heartRateLow || heartRate > limits.heartRateHigh)
  return [
    { sign: 'heartRate', value: heartRate, isLowering: isOutside },
    {
      sign: 'oxygen',
      value: oxygenSaturation,
      isLowering: oxygenSaturation !== null && oxygenSaturation < limits.oxygen,
    },
    { sign: 'falls', value: recentFalls, isLowering: (recentFalls ?? 0) > 0 },
    { sign: 'battery', value: battery, isLowering: battery !== null && battery < limits.battery },
  ]
}
