import { healthLimits as limits } from '../../../src/detection/health-score.ts'
import type { Schema } from '../api/client.ts'

/** One sign that the score is made of: its value, and whether it lowers the score. */
export interface HealthReason {
  sign: 'heartRate' | 'oxygen' | 'falls' | 'battery'
  value: number | null
  isLowering: boolean
}

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
      isLowering: oxygenSaturation !== null && oxygenSaturation < limits.oxygenSaturation,
    },
    { sign: 'falls', value: recentFalls, isLowering: (recentFalls ?? 0) > 0 },
    { sign: 'battery', value: battery, isLowering: battery !== null && battery < limits.battery },
  ]
}
