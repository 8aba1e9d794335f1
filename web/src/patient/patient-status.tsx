import { useTranslation } from 'react-i18next'
import type { PatientOverview } from '../api/queries.ts'
import { useLiveStatus } from '../live/live-status.ts'
import { Tag, type TagProps } from '../ui/tag.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'
import './patient-status.css'

const tones: Record<PatientOverview['status'], NonNullable<TagProps['tone']>> = {
  INCIDENT: 'urgent',
  SILENT: 'caution',
  LOW_BATTERY: 'caution',
  NO_DEVICE: 'neutral',
  FINE: 'good',
}

/** PatientStatus says how a patient is doing, since when, and how old that knowledge is. */
export function PatientStatus({ patient }: { patient: PatientOverview }) {
  const { t } = useTranslation()
  const isLost = useLiveStatus().state === 'lost'
  const { status, since, lastReadingAt } = patient
  return (
    <p className={isLost ? 'patient-status patient-status-old' : 'patient-status'}>
      <Tag tone={isLost ? 'neutral' : tones[status]}>{t(`patient.status.${status}`)}</Tag>
      {since && (
        <span>
          {t('patient.since')} <TimeAgo at={since} />
        </span>
      )}
      {lastReadingAt && (
        <span className="muted">
          {t('patient.lastReading')} <TimeAgo at={lastReadingAt} />
        </span>
      )}
    </p>
  )
}
