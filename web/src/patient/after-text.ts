import type { TFunction } from 'i18next'

const secondsPerMinute = 60
const secondsPerHour = 3600

/** When a step of an escalation is due: at once, or after hours, minutes or seconds, whichever are whole. */
export function afterText(t: TFunction, seconds: number): string {
  if (seconds === 0) return t('patient.escalation.atOnce')
  if (seconds % secondsPerHour === 0)
    return t('patient.escalation.afterHours', { count: seconds / secondsPerHour })
  if (seconds % secondsPerMinute === 0)
    return t('patient.escalation.afterMinutes', { count: seconds / secondsPerMinute })
  return t('patient.escalation.afterSeconds', { count: seconds })
}
