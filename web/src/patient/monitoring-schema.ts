import type { TFunction } from 'i18next'
import type { Schema } from '../api/client.ts'
import { z } from '../ui/zod.ts'

/** The least and the greatest value of each setting that is a number. */
export const monitoringRanges = {
  okWindowSeconds: [0, 300],
  silentAfterMinutes: [1, 1440],
  heartRateLow: [20, 120],
  heartRateHigh: [60, 250],
  spo2Low: [50, 98],
  batteryLow: [1, 80],
  batteryUrgent: [1, 80],
} as const

export type NumberName = keyof typeof monitoringRanges
export const numberNames = Object.keys(monitoringRanges) as NumberName[]

/** The limits of the heart rate are at least so far apart. */
const minHeartRateRange = 20

/** The form as the service takes it; an empty field is null: off, or automatic. */
export function monitoringSchema(t: TFunction) {
  // JSON has no word for what is no number, and would switch the alarm off.
  const limit = (name: NumberName) => {
    const [min, max] = monitoringRanges[name]
    return z
      .string()
      .trim()
      .refine(
        (text) => text === '' || (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max),
        t('patient.monitoring.range', { min, max }),
      )
      .transform((text) => (text === '' ? null : Number(text)))
  }
  return z
    .object({
      okWindowSeconds: limit('okWindowSeconds').transform((seconds) => seconds ?? 0),
      silentEnabled: z.boolean(),
      ignoreSilenceWhileCharging: z.boolean(),
      silentAfterMinutes: limit('silentAfterMinutes'),
      heartRateLow: limit('heartRateLow'),
      heartRateHigh: limit('heartRateHigh'),
      spo2Low: limit('spo2Low'),
      batteryLow: limit('batteryLow'),
      batteryUrgent: limit('batteryUrgent'),
    })
    .refine(
      ({ heartRateLow: low, heartRateHigh: high }) =>
        low === null || high === null || high - low >= minHeartRateRange,
      {
        path: ['heartRateHigh'],
        error: t('problems.HEART_RATES_TOO_CLOSE', { minimum: minHeartRateRange }),
      },
    )
    .refine(
      ({ batteryLow: low, batteryUrgent: urgent }) => low === null || urgent === null || urgent <= low,
      {
        path: ['batteryUrgent'],
        error: t('problems.URGENT_ABOVE_LOW'),
      },
    )
}

export type MonitoringFields = z.input<ReturnType<typeof monitoringSchema>>
export type MonitoringValues = z.output<ReturnType<typeof monitoringSchema>>

/** What is stored as it stands in the form. */
export function monitoringFields(monitoring: Schema<'PatientMonitoring'>): MonitoringFields {
  const { silentEnabled, ignoreSilenceWhileCharging } = monitoring
  const texts = numberNames.map((name) => [name, monitoring[name]?.toString() ?? ''])
  return {
    ...(Object.fromEntries(texts) as Record<NumberName, string>),
    silentEnabled,
    ignoreSilenceWhileCharging,
  }
}
