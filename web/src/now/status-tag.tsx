import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type PatientOverview, unresolvedQuery } from '../api/queries.ts'
import { useFormats } from '../i18n/formats.ts'
import { needsHelpNow } from '../incident/incident.ts'
import { useMinute } from '../ui/now.ts'
import { Tag, type TagProps } from '../ui/tag.tsx'
import { isWatched } from './watched.ts'

type Status = PatientOverview['status']

/** An incident is red only while nobody has answered it. */
const tones: Record<Status, NonNullable<TagProps['tone']>> = {
  INCIDENT: 'accent',
  SILENT: 'caution',
  LOW_BATTERY: 'caution',
  NO_DEVICE: 'neutral',
  FINE: 'good',
}

/** Returns who may be in danger while nobody has answered. */
export function useUrgentPatients(): ReadonlySet<string | null> {
  const { data: incidents } = useQuery(unresolvedQuery)
  return new Set(incidents?.filter(needsHelpNow).map(({ patientId }) => patientId))
}

export interface StatusTagProps {
  patient: PatientOverview
  /** Somebody may be in danger, and nobody has answered. */
  isUrgent: boolean
  /** What is shown may be old. */
  isOld?: boolean
}

/** How a patient is doing, in the same words on every screen. */
export function StatusTag({ patient, isUrgent, isOld = false }: StatusTagProps) {
  const { status, since } = patient
  const { t } = useTranslation()
  const formats = useFormats()
  const now = useMinute()
  // The overview follows an incident within a minute; the incident itself is known at once.
  if (isUrgent) return <Tag tone="urgent">{t('now.tile.urgent')}</Tag>
  // Nobody is fine of whom nothing was heard.
  if (status === 'FINE' && !isWatched(patient, now)) return <Tag>{t('now.tile.unknown')}</Tag>
  const text =
    status === 'SILENT' && since
      ? t('now.tile.silentSince', { time: formats.time(new Date(since)) })
      : t(`now.tile.${status}`)
  return <Tag tone={isOld ? 'neutral' : tones[status]}>{text}</Tag>
}
